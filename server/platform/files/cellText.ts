import {
  formatDate,
  formatDateTime,
  formatNhsNumber,
  notRecorded,
} from '../../../contract/platform/words/format.ts'
import { isHidden, type CellKind, type RenderedReport, type Value } from './renderedReport.ts'
import { suppressionNote } from './renderedReport.ts'

const whole = new Intl.NumberFormat('en-GB')

/**
 * Removes line ends, and characters that are invisible or change the text direction. Joiners stay: Sinhala and Persian
 * need them.
 */
export const oneLine = (text: string): string =>
  text.replaceAll(/(?:(?!\p{Join_Control})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu, ' ').trim()

/** A value as shown on screen and on paper. */
export const formatValue = (value: Value, kind: CellKind): string => {
  if (isHidden(value)) return '*'
  if (kind === 'nhsNumber') return formatNhsNumber(value === null ? null : String(value))
  if (kind === 'day') return formatDate(value === null ? null : String(value))
  if (kind === 'instant') return formatDateTime(value === null ? null : String(value))
  if (kind === 'text' || kind === 'telephone') return value === null ? notRecorded : oneLine(String(value))
  if (value === null) return '–'
  const number = Number(value)
  if (kind === 'percent') return `${number.toFixed(1)}%`
  return whole.format(number)
}

/** Whether a column is right-aligned, as numbers are. */
export const isNumber = (kind: CellKind): boolean =>
  kind === 'count' || kind === 'percent' || kind === 'number'

/** Printed at the top of every report. */
export const serviceName = 'Falls prevention service'

/** The parameters of a report, who ran it and when, as pairs of term and text. */
export const particularsOf = (report: RenderedReport): [term: string, text: string][] => [
  ['From', formatDate(report.dateFrom)],
  ['To', `${formatDate(report.dateTo)} (both days counted)`],
  ['Small numbers', report.suppress ? suppressionNote : 'Shown'],
  ['Run by', oneLine(report.ranBy)],
  ['Run at', formatDateTime(report.ranAt)],
]
