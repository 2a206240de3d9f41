import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import type { OrganisationType } from '../../../../contract/reference/organisation.ts'
import { isHeader, readRow, type RowInFile } from './rows.ts'

/** Names of the national files and what they contain. */
const files: readonly (readonly [name: RegExp, type: OrganisationType])[] = [
  [/egpcur/i, 'GP Practitioner'],
  [/epraccur/i, 'GP Practices'],
  [/ebranchs?/i, 'Branch Surgeries'],
  [/eccg/i, 'Clinical Commissioning Group'],
  [/eauth/i, 'NHS England Commissioning'],
]

export const typeInName = (fileName: string): OrganisationType | undefined =>
  files.find(([name]) => name.test(fileName))?.[1]

/**
 * Reads every row of a file as a stream, so that other work need not wait. Accepts files with or without a header, a
 * byte order mark or quotes, and with either line ending.
 * @param parts the file's text, split at any point
 */
export const readFile = async (parts: Iterable<string>, today: CalendarDate): Promise<RowInFile[]> => {
  const rows: RowInFile[] = []
  const records = Readable.from(parts).pipe(
    parse({ bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, info: true }),
  )
  for await (const { record, info } of records as AsyncIterable<{
    record: string[]
    info: { lines: number }
  }>) {
    const isFirst = rows.length === 0 && info.lines === 1
    if (!(isFirst && isHeader(record))) rows.push(readRow(record, info.lines, today))
  }
  return rows
}
