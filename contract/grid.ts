/*
 * A grid, whatever it lists: its columns are declared once, and what the screen filters and sorts by is what its export
 * (contract/listExport.ts) filters and sorts by.
 */

export interface Column<Row> {
  id: string
  title: string
  kind: 'text' | 'day' | 'nhsNumber' | 'number'
  /** As it is stored, for a spreadsheet; null is not recorded. */
  value: (row: Row) => string | number | null
  /** What the grid sorts and filters by, when that differs. */
  sortValue?: (row: Row) => string | number | null
}

/** By which column the rows stand; without one in the order in which they come. */
export interface Sorted {
  sortBy?: string | undefined
  isDescending?: boolean | undefined
}

/** The most that may be typed into the filter of a grid. */
export const filterLength = 100

/** The rows that a grid shows, in their order. */
export const arrange = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { filter, ...sorted }: Sorted & { filter?: string | null | undefined },
): Row[] => {
  const words = wordsOf(filter ?? '')
  const found = rows.filter((row) =>
    fits(
      columns.map((column) => sortValueOf(column, row)),
      words,
    ),
  )
  return inOrder(found, columns, sorted)
}

const sortValueOf = <Row>({ value, sortValue = value }: Column<Row>, row: Row) => sortValue(row)

const wordsOf = (filter: string): string[] => filter.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether a row, by its texts, has all the words; hyphens need not be typed. */
const fits = (texts: readonly (string | number | null)[], words: readonly string[]): boolean => {
  if (words.length === 0) return true
  const text = texts
    .map((each) => each ?? '')
    .join(' ')
    .toLowerCase()
  return words.every((word) => text.includes(word) || text.replaceAll('-', '').includes(word))
}

const collator = new Intl.Collator('en-GB')

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

/** What is not recorded stands last in both directions; equals keep the order in which they come. */
const inOrder = <Row>(
  rows: Row[],
  columns: readonly Column<Row>[],
  { sortBy, isDescending }: Sorted,
): Row[] => {
  const column = columns.find(({ id }) => id === sortBy)
  if (column === undefined) return rows
  const sign = isDescending === true ? -1 : 1
  return rows
    .map((row) => ({ row, value: sortValueOf(column, row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      return sign * compare(a.value, b.value)
    })
    .map(({ row }) => row)
}
