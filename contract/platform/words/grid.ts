import { foldName } from './fold.ts'
import { formatDate } from './format.ts'

/*
 * A grid for any kind of row. Its columns are declared once, so that the screen and its export
 * (contract/app/listExport.ts) filter and sort by the same values.
 */

export interface Column<Row> {
  id: string
  title: string
  kind: 'text' | 'day' | 'nhsNumber' | 'telephone' | 'number'
  /** The stored value, for a spreadsheet; null means not recorded. */
  value: (row: Row) => string | number | null
  /** The value the grid sorts and filters by, if it differs from `value`. */
  sortValue?: (row: Row) => string | number | null
  /** Where rows without a value are sorted. Last by default. */
  gaps?: 'first'
  /** false: the filter does not search this column. */
  isFilterable?: boolean
}

/** The column that the rows are sorted by. Without it they keep their original order. */
export interface Sorted {
  sortBy?: string | undefined
  isDescending?: boolean | undefined
}

/** Maximum length of the filter text of a grid. */
export const filterLength = 100

/** The rows that a grid shows, filtered and sorted. */
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
 * The words of a filter, folded as names are, so that case, accents, hyphens and apostrophes are ignored. If nothing
 * else was typed, an apostrophe stays as it is and matches no folded text.
 */
export const filterWords = (filter: string): string[] => {
  const typed = filter.split(/\s+/).filter(Boolean)
  const words = typed.map(foldName).filter(Boolean)
  return words.length === 0 ? typed : words
}

/** Separates the columns of a row while they are folded together. Nobody can type or store this character. */
const apart = '\u0000'

/** Whether the columns of a row contain all the words. A day is also searched in the form in which it is shown. */
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

/**
 * Missing values sort last in both directions, or first if the column says so. Equal rows keep their original order.
 */
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
