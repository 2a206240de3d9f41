import { CsvError, parse } from 'csv-parse/sync'
import { textOf, type Encoding } from './encoding.ts'

export interface Written {
  encoding: Encoding
  separator?: string | undefined
  /** The columns that the mapping names. */
  columns: readonly string[]
}

const separators = [',', ';', '\t', '|']

/** Above the names of the columns some systems write a title, a day and who asked for the list. */
const mostTitles = 20
/** No file has more in front of its patients. */
const longestBeginning = 1_000_000

/** What Excel takes in front of the names of the columns, and does not show: which character separates. */
const separatorLine = /^"?sep=([^\r\n])"?(?:\r\n|\r|\n)/i

/** A name of a column as it is compared: spaces of any kind and number are one, and what cannot be seen is none. */
export const columnName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

interface Header {
  delimiter: string
  /** Rows above the names of the columns. */
  titles: number
  hasSeparatorLine: boolean
}

/** Where the names of the columns stand, and what separates them: found by the names that the mapping has. */
export const findHeader = async (path: string, written: Written): Promise<Header> => {
  const beginning = await beginningOf(path, written)
  const said = separatorLine.exec(beginning)
  const hasSeparatorLine = said !== null
  const text = hasSeparatorLine ? beginning.slice(said[0].length) : beginning
  const wanted = [...new Set(written.columns.map(columnName))]
  const given = written.separator ?? said?.[1]
  const candidates = (given === undefined ? separators : [given]).flatMap((delimiter) =>
    firstRows(text, delimiter).map((cells, titles) => {
      const names = new Set(cells.map(columnName))
      return { delimiter, titles, found: wanted.filter((name) => names.has(name)).length }
    }),
  )
  const best = candidates.toSorted((a, b) => b.found - a.found || a.titles - b.titles)[0]
  if (best !== undefined && best.found > 0) return { ...best, hasSeparatorLine }
  // They are nowhere, which is said of the first row.
  return { delimiter: given ?? separatorIn(text), titles: 0, hasSeparatorLine }
}

const beginningOf = async (path: string, { encoding }: Written): Promise<string> => {
  let beginning = ''
  for await (const text of textOf(path, encoding)) {
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
    // Further down a quotation mark is not closed, which is said when all of it is read.
    if (!(error instanceof CsvError)) throw error
  }
  return rows
}

/** The one that stands most often in the first line, outside quotation marks. */
const separatorIn = (text: string): string => {
  const first = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/)[0] ?? ''
  const counted = separators.map((separator) => ({ separator, times: first.split(separator).length }))
  return counted.toSorted((a, b) => b.times - a.times)[0]?.separator ?? ','
}
