import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { ImportProblem } from './problem.ts'

export interface CsvRow {
  /** As a spreadsheet counts: the names of the columns are row 1. */
  row: number
  cells: string[]
}

interface Written {
  encoding: string
  separator?: string | undefined
}

/**
 * Every row of a file as it is read, the names of the columns first; rows without a cell are left out.
 * @throws ImportProblem for a file that cannot be read as it is said to be written
 */
export async function* readCsv(path: string, { encoding, separator }: Written): AsyncGenerator<CsvRow> {
  const name = basename(path)
  const first = await firstRowOf(path, encoding)
  const said = separatorLine.exec(first)
  const delimiter = separator ?? said?.[1] ?? separatorIn(first)
  const records = parse({ delimiter, relax_column_count: true, skip_empty_lines: true, info: true })
  const written = textOf(path, encoding)
  const text = Readable.from(said === null ? written : withoutFirstLine(written))
  text.on('error', (error) => records.destroy(error))
  text.pipe(records)
  try {
    for await (const { record, info } of records as AsyncIterable<{
      record: string[]
      info: { records: number; empty_lines: number }
    }>)
      yield { row: info.records + info.empty_lines, cells: record }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // What the parser says may quote a cell.
    const { lines } = error as CsvError & { lines?: number }
    const line = lines === undefined ? '?' : lines + (said === null ? 0 : 1)
    throw new ImportProblem([
      `${name} cannot be read at line ${line}: a quotation mark is not closed, or stands inside a cell without being doubled.`,
    ])
  }
}

async function* textOf(path: string, encoding: string): AsyncGenerator<string> {
  const name = basename(path)
  const decoder = new TextDecoder(encoding, { fatal: true })
  let isBeginning = true
  try {
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
      if (isBeginning && encoding === 'windows-1252' && bytes.subarray(0, 3).equals(utf8Mark))
        throw new ImportProblem([`${name} begins as UTF-8 does: give it "encoding": "utf-8".`])
      isBeginning = false
      yield decoder.decode(bytes, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new ImportProblem([
        `${name} is not written in ${encoding}: give its encoding in the mapping, such as "encoding": "windows-1252" for a file that Excel saved as CSV.`,
      ])
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new ImportProblem([`${path} cannot be read: is the name right, and is it yours to read?`])
    throw error
  }
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf])

const separators = [',', ';', '\t', '|']

/** What Excel takes in front of the names of the columns, and does not show: which character separates. */
const separatorLine = /^"?sep=([^\r\n])"?(?=[\r\n])/i

async function* withoutFirstLine(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let first: string | null = ''
  for await (const text of texts) {
    if (first === null) yield text
    else {
      first = (first + text).trimStart()
      const end = first.search(/[\r\n]/)
      // What ends the line may be two characters, of which the second is still to come.
      if (end === -1 || end === first.length - 1) continue
      yield first.slice(end + (first.startsWith('\r\n', end) ? 2 : 1))
      first = null
    }
  }
}

/** No row with the names of columns is longer. */
const longestRow = 1_000_000

/** The first row that is not empty, over more than one line where a name within quotation marks is; other rows may follow. */
const firstRowOf = async (path: string, encoding: string): Promise<string> => {
  let beginning = ''
  for await (const text of textOf(path, encoding)) {
    beginning = (beginning + text).trimStart()
    if (beginning.length > longestRow || /[\r\n]/.test(outsideMarks(beginning).split('"')[0] ?? '')) break
  }
  return beginning
}

const outsideMarks = (text: string): string => text.replaceAll(/"[^"]*"/g, '')

/** The one that stands most often among the names of the columns, outside quotation marks. */
const separatorIn = (first: string): string => {
  const names = outsideMarks(first).split(/\r?\n|\r/)[0] ?? ''
  const counted = separators.map((separator) => ({ separator, times: names.split(separator).length }))
  return counted.toSorted((a, b) => b.times - a.times)[0]?.separator ?? ','
}
