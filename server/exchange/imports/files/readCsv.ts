import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { assertEncoding, nameOfSource, textOf, type CsvSource } from './encoding.ts'
import { findHeader, type Written } from './header.ts'
import { ImportProblem } from './problem.ts'

export interface CsvRow {
  /** The row number in a spreadsheet, from 1. A line such as sep=; is not counted. */
  row: number
  cells: string[]
  /** A quotation mark is where none is allowed, so it is unclear where the cells end. */
  isMarked: boolean
}

interface Parsed {
  record: string[]
  raw: string
  info: { records: number; empty_lines: number; lines: number }
}

/**
 * Yields every row of a file, the column names first. Leaves out rows without a cell, and titles above the names.
 * @throws ImportProblem if the file cannot be read as the mapping describes it
 */
export async function* readCsv(source: CsvSource, written: Written): AsyncGenerator<CsvRow> {
  const name = nameOfSource(source)
  await assertEncoding(source, written.encoding)
  const { delimiter, titles, hasSeparatorLine } = await findHeader(source, written)
  /** The last line of the last complete row, and the empty lines up to it. An unreadable row begins after it. */
  let read = { lines: 0, empty_lines: 0 }
  // The parser keeps a stray quotation mark in the cell. The check of the raw row finds it, and the row is refused.
  const records = parse({
    ...{ delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
    ...{ info: true, raw: true },
    on_record: (record, info) => {
      read = info
      return record
    },
  })
  const all = textOf(source, written.encoding)
  const text = Readable.from(hasSeparatorLine ? withoutFirstLine(all) : all)
  text.on('error', (error) => records.destroy(error))
  text.pipe(records)
  const isWhole = wholeRow(delimiter)
  const lineOf = (line: number): number => line + (hasSeparatorLine ? 1 : 0)
  let before = read
  try {
    for await (const { record, raw, info } of records as AsyncIterable<Parsed>) {
      const begin = before.lines + 1 + info.empty_lines - before.empty_lines
      before = info
      if (info.records <= titles) continue
      const isMarked = raw.includes('"') && !isWhole.test(raw)
      if (isMarked && info.lines > begin) throw neverClosed(name, lineOf(begin))
      yield { row: info.records + info.empty_lines, cells: record, isMarked }
    }
  } catch (error) {
    // The parser's message may quote a cell.
    if (!(error instanceof CsvError)) throw error
    const { empty_lines = read.empty_lines } = error as CsvError & { empty_lines?: number }
    throw neverClosed(name, lineOf(read.lines + 1 + empty_lines - read.empty_lines))
  }
}

const neverClosed = (name: string, line: number): ImportProblem =>
  new ImportProblem([
    `${name} cannot be read at line ${line}: the quotation mark that is opened there is not closed where its cell ends. Close it, or remove it.`,
  ])

/**
 * A complete row with any empty lines around it. Each cell has no quotation mark, or is enclosed in two with inner ones
 * doubled.
 */
const wholeRow = (delimiter: string): RegExp => {
  const separator = /[a-z\d]/i.test(delimiter) ? delimiter : `\\${delimiter}`
  const cell = `(?:"(?:[^"]|"")*"|[^"\\r\\n${separator}]*)`
  return new RegExp(`^[\\r\\n]*${cell}(?:${separator}${cell})*[\\r\\n]*$`)
}

async function* withoutFirstLine(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let first: string | null = ''
  for await (const text of texts) {
    if (first === null) yield text
    else {
      first = (first + text).trimStart()
      const end = first.search(/[\r\n]/)
      // The line may end in two characters, and the second may not have arrived yet.
      if (end === -1 || end === first.length - 1) continue
      yield first.slice(end + (first.startsWith('\r\n', end) ? 2 : 1))
      first = null
    }
  }
}
