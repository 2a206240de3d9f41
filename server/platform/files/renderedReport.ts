import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'

/* A counted report, independent of its format. HTML, PDF, CSV and Excel are all rendered from this. */

export type CellKind = 'text' | 'count' | 'percent' | 'number' | 'day' | 'instant' | 'nhsNumber' | 'telephone'

export interface RenderedColumn {
  id: string
  title: string
  kind: CellKind
  /** Whether there is a list of the patients behind each number above 0. */
  hasPeople: boolean
}

/** A number too small to be shown. It is a plain object because reports are passed to another thread. */
interface Hidden {
  isHidden: true
}
export const hidden: Hidden = { isHidden: true }

/** null: there is no value. */
export type Value = string | number | null | Hidden
export const isHidden = (value: Value): value is Hidden => typeof value === 'object' && value !== null

export interface RenderedRow {
  values: readonly Value[]
  isTotal: boolean
  /** The stored values of the groups, which identify the row; null for the total. */
  key: readonly (string | null)[] | null
  /** The patient of a row that is a single entry. */
  patientId?: number
}

export interface Bar {
  label: string
  value: number
  text: string
}

export interface RenderedSection {
  title: string
  note: string | null
  /** The rows are single entries, not counts. */
  isList?: true
  columns: readonly RenderedColumn[]
  rows: readonly RenderedRow[]
  chart: { title: string; bars: readonly Bar[] } | null
  /** Shown instead of a table without rows. */
  empty: string
}

export interface RenderedReport {
  name: string
  title: string
  definition: readonly string[]
  dateFrom: CalendarDate
  dateTo: CalendarDate
  suppress: boolean
  ranBy: string
  /** ISO text with an offset. */
  ranAt: string
  sections: readonly RenderedSection[]
}

/** Whether a cell leads to the patients behind it. */
export const leadsToPeople = (column: RenderedColumn, value: Value): boolean =>
  column.hasPeople && typeof value === 'number' && value > 0

/** Printed on a report whose small numbers are hidden. */
export const suppressionNote =
  'Small numbers are hidden: 1 to 4 are shown as *, and so is a sum from which one of them could be worked out. Other counts are rounded to the nearest 5, percentages are worked out from rounded counts and shown where they are of 20 or more, times of fewer than 5 are shown as *, and single entries are left out.'
