import type { CalendarDate } from '../../contract/dates.ts'

/* A report that has been counted, before it takes a form: html, pdf, csv and xlsx are all drawn from this. */

export type CellKind = 'text' | 'count' | 'percent' | 'number' | 'day' | 'instant' | 'nhsNumber'

export interface DrawnColumn {
  id: string
  title: string
  kind: CellKind
  /** There is a list of the patients behind each number above 0. */
  hasPeople: boolean
}

/** null: there is nothing to say; 'hidden': too small to be shown. */
export type Value = string | number | null | typeof hidden
export const hidden = Symbol('hidden')

export interface DrawnRow {
  values: readonly Value[]
  isTotal: boolean
  /** The stored values of the groups, which name the row; null for the total. */
  key: readonly (string | null)[] | null
}

export interface Bar {
  label: string
  value: number
  text: string
}

export interface DrawnSection {
  title: string
  note: string | null
  columns: readonly DrawnColumn[]
  rows: readonly DrawnRow[]
  chart: { title: string; bars: readonly Bar[] } | null
  /** Said in place of a table without rows. */
  empty: string
}

export interface DrawnReport {
  name: string
  title: string
  definition: readonly string[]
  dateFrom: CalendarDate
  dateTo: CalendarDate
  suppress: boolean
  ranBy: string
  /** ISO text with an offset. */
  ranAt: string
  sections: readonly DrawnSection[]
}

/** Whether a cell leads to the patients behind it. */
export const leadsToPeople = (column: DrawnColumn, value: Value): boolean =>
  column.hasPeople && typeof value === 'number' && value > 0
