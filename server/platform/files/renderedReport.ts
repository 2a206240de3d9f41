import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'

/* A report that has been counted, before it takes a form: html, pdf, csv and xlsx are all rendered from this. */

export type CellKind = 'text' | 'count' | 'percent' | 'number' | 'day' | 'instant' | 'nhsNumber' | 'telephone'

export interface RenderedColumn {
  id: string
  title: string
  kind: CellKind
  /** There is a list of the patients behind each number above 0. */
  hasPeople: boolean
}

/** A number that is too small to be shown. A plain object, because reports are handed to another thread. */
interface Hidden {
  isHidden: true
}
export const hidden: Hidden = { isHidden: true }

/** null: there is nothing to say. */
export type Value = string | number | null | Hidden
export const isHidden = (value: Value): value is Hidden => typeof value === 'object' && value !== null

export interface RenderedRow {
  values: readonly Value[]
  isTotal: boolean
  /** The stored values of the groups, which name the row; null for the total. */
  key: readonly (string | null)[] | null
  /** Whose single entry it is. */
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
  /** Single entries, and no counts. */
  isList?: true
  columns: readonly RenderedColumn[]
  rows: readonly RenderedRow[]
  chart: { title: string; bars: readonly Bar[] } | null
  /** Said in place of a table without rows. */
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
