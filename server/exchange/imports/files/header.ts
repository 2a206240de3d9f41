import { CsvError, parse } from 'csv-parse/sync'
import { textOf, type CsvSource, type Encoding } from './encoding.ts'

export interface Written {
  encoding: Encoding
  separator?: string | undefined
  /** The columns that the mapping names. */
  columns: readonly string[]
  /** The form in which names are compared; `columnName` by default. */
  nameOf?: (name: string) => string
}

const separators = [',', ';', '\t', '|']

/** Some systems write a title, a date and the user's name above the column names. */
const mostTitles = 20
/** No file has more text than this before its patients. */
const longestBeginning = 1_000_000

/** The line that Excel accepts above the column names, and hides. It names the separator. */
const separatorLine = /^"?sep=([^\r\n])"?(?:\r\n|\r|\n)/i

/**
 * A column name in the form that is compared: any run of whitespace counts as one space, and invisible characters as
 * none.
 */
export const columnName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

interface Header {
  delimiter: string
  /** Number of rows above the column names. */
  titles: number
  hasSeparatorLine: boolean
}

/** Finds the row of column names, and the separator, by the names in the mapping. */
export const findHeader = async (source: CsvSource, written: Written): Promise<Header> => {
  const nameOf = written.nameOf ?? columnName
  const beginning = await beginningOf(source, written)
  const said = separatorLine.exec(beginning)
  const hasSeparatorLine = said !== null
  const text = hasSeparatorLine ? beginning.slice(said[0].length) : beginning
  const wanted = [...new Set(written.columns.map(nameOf))]
  const given = written.separator ?? said?.[1]
  const candidates = (given === undefined ? separators : [given]).flatMap((delimiter) =>
    firstRows(text, delimiter).map((cells, titles) => {
      const names = new Set(cells.map(nameOf))
      return { delimiter, titles, found: wanted.filter((name) => names.has(name)).length }
    }),
  )
  const best = candidates.toSorted((a, b) => b.found - a.found || a.titles - b.titles)[0]
  if (best !== undefined && best.found > 0) return { ...best, hasSeparatorLine }
  // No row has any of the names, so the error quotes the first row.
  return { delimiter: given ?? separatorIn(text), titles: 0, hasSeparatorLine }
}

const beginningOf = async (source: CsvSource, { encoding }: Written): Promise<string> => {
  let beginning = ''
  for await (const text of textOf(source, encoding)) {
    beginning = (beginning + text).trimStart()
    if (beginning.length > longestBeginning) break
  }
  return beginning
}

const firstRows = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = []
  try {
    parse(text, {
      ...{ delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
      to: mostTitles + 1,
      on_record: (cells: string[]) => {
        rows.push(cells)
        return null
      },
    })
  } catch (error) {
    // A quotation mark further down is not closed. That is reported when the whole file is read.
    if (!(error instanceof CsvError)) throw error
  }
  return rows
}

/** The most frequent separator in the first line, outside quotation marks. */
const separatorIn = (text: string): string => {
  const first = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/)[0] ?? ''
  const counted = separators.map((separator) => ({ separator, times: first.split(separator).length }))
  return counted.toSorted((a, b) => b.times - a.times)[0]?.separator ?? ','
}
