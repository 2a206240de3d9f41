import type { ReactNode } from 'react'
import type { Column, Sorted } from '../../../contract/platform/words/grid.ts'

/** Width of the action column in an administrator's list (specification). Its button says Edit or View. */
export const specifiedActionWidth = 150

export interface GridColumn<Row> extends Column<Row> {
  /** The content of a cell. Defaults to the value. */
  show?: (row: Row) => ReactNode
  /** The column contains names of people, which must stay as they are when a browser translates the page. */
  isName?: boolean
  width: number
  /** Takes the remaining space, so that the other columns keep their width. */
  grows?: boolean
  /** Words for the two orders, such as 'oldest first' and 'newest first'. */
  orders?: [ascending: string, descending: string]
}

/** 'Sorted by Patient, A to Z'; null while the rows are in their natural order. */
export const orderInWords = <Row>(
  { sortBy, isDescending = false }: Sorted,
  columns: readonly GridColumn<Row>[],
): string | null => {
  const column = columns.find(({ id }) => id === sortBy)
  if (column === undefined) return null
  const [ascending, descending] = column.orders ?? ['A to Z', 'Z to A']
  return `Sorted by ${column.title}, ${isDescending ? descending : ascending}`
}

/** Sorts by this column in ascending order, or descending if the rows are already in its ascending order. */
export const sortedAnewBy = (id: string, { sortBy, isDescending = false }: Sorted): Sorted => ({
  sortBy: id,
  isDescending: sortBy === id && !isDescending,
})
