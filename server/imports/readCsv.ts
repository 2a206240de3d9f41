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
  const delimiter = separator ?? (await separatorOf(path, encoding))
  const records = parse({ delimiter, relax_column_count: true, skip_empty_lines: true, info: true })
  const text = Readable.from(textOf(path, encoding))
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
    const line = (error as CsvError & { lines?: number }).lines
    throw new ImportProblem([
      `${name} cannot be read at line ${line ?? '?'}: a quotation mark is not closed, or stands inside a cell without being doubled.`,
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

/** The one that stands most often among the names of the columns, outside quotation marks. */
const separatorOf = async (path: string, encoding: string): Promise<string> => {
  let beginning = ''
  for await (const text of textOf(path, encoding)) {
    beginning += text
    if (/[\r\n]/.test(beginning.trimStart())) break
  }
  const names = (beginning.trimStart().split(/\r?\n|\r/)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const counted = separators.map((separator) => ({ separator, times: names.split(separator).length }))
  return counted.toSorted((a, b) => b.times - a.times)[0]?.separator ?? ','
}
