import {
  formatDate,
  formatDateTime,
  formatNhsNumber,
  notRecorded,
} from '../../../contract/platform/words/format.ts'
import { isHidden, type CellKind, type RenderedReport, type Value } from './renderedReport.ts'
import { suppressionNote } from './renderedReport.ts'

const whole = new Intl.NumberFormat('en-GB')

/** Without line ends, and without signs that turn writing round or cannot be seen; joiners stay, which Sinhala and Persian need. */
export const oneLine = (text: string): string =>
  text.replaceAll(/(?:(?!\p{Join_Control})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu, ' ').trim()

/** A value as it is read on screen and on paper. */
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

/** Whether a column stands to the right, as numbers do. */
export const isNumber = (kind: CellKind): boolean =>
  kind === 'count' || kind === 'percent' || kind === 'number'

/** Printed at the head of every report. */
export const serviceName = 'Falls prevention service'

/** What was asked, by whom and when, as pairs of a term and what it is. */
export const particularsOf = (report: RenderedReport): [term: string, text: string][] => [
  ['From', formatDate(report.dateFrom)],
  ['To', `${formatDate(report.dateTo)} (both days counted)`],
  ['Small numbers', report.suppress ? suppressionNote : 'Shown'],
  ['Run by', oneLine(report.ranBy)],
  ['Run at', formatDateTime(report.ranAt)],
]
