import { foldName } from './fold.ts'
import { formatDate } from './format.ts'

/*
 * A grid, whatever it lists: its columns are declared once, and what the screen filters and sorts by is what its export
 * (contract/app/listExport.ts) filters and sorts by.
 */

export interface Column<Row> {
  id: string
  title: string
  kind: 'text' | 'day' | 'nhsNumber' | 'telephone' | 'number'
  /** As it is stored, for a spreadsheet; null is not recorded. */
  value: (row: Row) => string | number | null
  /** What the grid sorts and filters by, when that differs. */
  sortValue?: (row: Row) => string | number | null
  /** Where rows without a value are sorted; last unless said. */
  gaps?: 'first'
  /** false: the filter does not look through it. */
  isFilterable?: boolean
}

/** The column by which rows are sorted; without one they keep the order in which they come. */
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
  const words = filterWords(filter ?? '')
  const found = words.length === 0 ? [...rows] : rows.filter((row) => fits(columns, row, words))
  return inOrder(found, columns, sorted)
}

const sortValueOf = <Row>({ value, sortValue = value }: Column<Row>, row: Row) => sortValue(row)

/**
 * The words that a filter asks for, folded as names are, so that case, accents, hyphens and apostrophes do not count.
 * Where nothing else was typed, an apostrophe alone stays as it is, and so is in no folded text.
 */
export const filterWords = (filter: string): string[] => {
  const typed = filter.split(/\s+/).filter(Boolean)
  const words = typed.map(foldName).filter(Boolean)
  return words.length === 0 ? typed : words
}

/** Separates the columns of a row while they are folded together; nobody can type it or store it. */
const apart = '\u0000'

/** Whether a row has all the words in its columns; a day also as it is shown. */
const fits = <Row>(columns: readonly Column<Row>[], row: Row, words: readonly string[]): boolean => {
  const texts = columns.flatMap((column) => {
    if (column.isFilterable === false) return []
    const value = column.value(row)
    return [
      sortValueOf(column, row),
      column.kind === 'day' && value !== null ? formatDate(String(value)) : null,
    ]
  })
  const text = foldName(texts.map((each) => each ?? '').join(apart))
  return words.every((word) => text.includes(word))
}

let collator: Intl.Collator | undefined

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : (collator ??= new Intl.Collator('en-GB')).compare(String(a), String(b))

/** Rows without a value sort last in both directions, or first where the column says so; equals keep the order in which they come. */
const inOrder = <Row>(
  rows: Row[],
  columns: readonly Column<Row>[],
  { sortBy, isDescending }: Sorted,
): Row[] => {
  const column = columns.find(({ id }) => id === sortBy)
  if (column === undefined) return rows
  const sign = isDescending === true ? -1 : 1
  const gap = column.gaps === 'first' ? -1 : 1
  return rows
    .map((row) => ({ row, value: sortValueOf(column, row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return gap * (Number(a.value === null) - Number(b.value === null))
      return sign * compare(a.value, b.value)
    })
    .map(({ row }) => row)
}
