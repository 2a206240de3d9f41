import { Readable } from 'node:stream'
import { people } from '../../../contract/insight/csds/personTables.ts'
import { csdsTables, filledTables } from '../../../contract/insight/csds/tables.ts'
import { csdsVersion, type Table } from '../../../contract/insight/csds/table.ts'
import { kindTitles } from '../../../contract/insight/csds/submission.ts'
import { zip } from '../../platform/files/zip.ts'
import { csvOf, rowsOfCsv } from './csvLines.ts'
import { patientKeyOf } from './extract/scope.ts'
import type { CsdsService } from './settings.ts'
import { linesOf, restrictedNow, type SubmissionRow } from './store.ts'

/**
 * A submission as an archive: what to know about it, and a file of each table. A postcode that was kept before the
 * record was restricted is not handed over.
 */
export const archiveOf = async (service: CsdsService, submission: SubmissionRow): Promise<Buffer> => {
  const restricted = new Set((await restrictedNow(service.db.sql)).map(patientKeyOf))
  return zip([
    { name: 'README.txt', content: readme(submission) },
    ...csdsTables.map((table) => ({
      name: `${table.name}.csv`,
      stream: Readable.from(linesOfFile(service, submission.id, table, restricted)),
    })),
  ])
}

async function* linesOfFile(
  service: CsdsService,
  id: number,
  table: Table,
  restricted: ReadonlySet<string>,
): AsyncGenerator<string> {
  yield csvOf([table.fields.map(({ name }) => name)])
  for await (const lines of linesOf(service, id, table.name))
    yield table === people ? withoutPostcodes(lines, restricted) : lines
}

const placeOf = (name: string): number => people.fields.findIndex((field) => field.name === name)
const [keyPlace, postcodePlace] = [placeOf('LocalPatientID'), placeOf('Postcode')]

const withoutPostcodes = (lines: string, restricted: ReadonlySet<string>): string =>
  csvOf(
    rowsOfCsv(lines).map((row) => (restricted.has(row[keyPlace] ?? '') ? row.with(postcodePlace, '') : row)),
  )

const readme = ({ id, month, kind, ended_at: endedAt, sha256, tables }: SubmissionRow): string => {
  const isFilled = (name: string): boolean => filledTables.some((table) => table.name === name)
  const lines = [
    `Community Services Data Set (CSDS), version ${csdsVersion}`,
    `Month: ${month.slice(0, 7)}. ${kindTitles[kind as keyof typeof kindTitles]} submission ${id}, made ${endedAt ?? ''}.`,
    `SHA-256 of all rows: ${sha256 ?? ''}`,
    '',
    'BEFORE YOU USE IT',
    'No validator of NHS England was run on these files.',
    'They are not the form in which the data set is submitted: that is XML, or the intermediate database of NHS England,',
    'and neither is made here. Load these files into the intermediate database, and submit that.',
    'Days are written yyyy-mm-dd, times hh:mm:ss, London time. That this is the form that the intermediate database',
    'expects was not checked with NHS England.',
    'The files name patients. Keep them as you keep a record, and delete them when the month is closed.',
    'Postcodes of people whose record was restricted after the files were made are left out, and are in the SHA-256.',
    'A text is written as it is, without a guard against formulas: do not open the files in a spreadsheet.',
    '',
    'TABLES',
    ...csdsTables.map(({ name, title, emptyBecause }) => {
      const rows = tables?.find((table) => table.name === name)?.rows ?? 0
      return `${name}: ${title}. Rows: ${rows}.${isFilled(name) ? '' : ` ${emptyBecause ?? ''}`}`
    }),
    '',
  ]
  return lines.join('\r\n')
}
