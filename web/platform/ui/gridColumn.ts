import type { ReactNode } from 'react'
import type { Column, Sorted } from '../../../contract/platform/words/grid.ts'

/** How wide the column of actions of an administrator's list is (specification): its button says Edit or View. */
export const specifiedActionWidth = 150

export interface GridColumn<Row> extends Column<Row> {
  /** What is shown; the value unless given. */
  show?: (row: Row) => ReactNode
  /** Names of people, which a browser that translates the page leaves as they are. */
  isName?: boolean
  width: number
  /** Takes the room that is left over, so that the others keep their width. */
  grows?: boolean
  /** How the orders are spoken, such as 'oldest first' and 'newest first'. */
  orders?: [ascending: string, descending: string]
}

/** 'Sorted by Patient, A to Z'; null while the rows stand in their natural order. */
export const orderInWords = <Row>(
  { sortBy, isDescending = false }: Sorted,
  columns: readonly GridColumn<Row>[],
): string | null => {
  const column = columns.find(({ id }) => id === sortBy)
  if (column === undefined) return null
  const [ascending, descending] = column.orders ?? ['A to Z', 'Z to A']
  return `Sorted by ${column.title}, ${isDescending ? descending : ascending}`
}

/** By this column upwards; downwards when the rows stand by it upwards already. */
export const sortedAnewBy = (id: string, { sortBy, isDescending = false }: Sorted): Sorted => ({
  sortBy: id,
  isDescending: sortBy === id && !isDescending,
})
