import { Readable } from 'node:stream'
import { csdsTables, filledTables } from '../../../contract/insight/csds/tables.ts'
import { csdsVersion } from '../../../contract/insight/csds/table.ts'
import { kindTitles } from '../../../contract/insight/csds/submission.ts'
import { zip } from '../../platform/files/zip.ts'
import { csvOf } from './csvLines.ts'
import type { CsdsService } from './settings.ts'
import { linesOf, type SubmissionRow } from './store.ts'

/** A submission as an archive: what to know about it, and a file of each table. */
export const archiveOf = (service: CsdsService, submission: SubmissionRow): Promise<Buffer> =>
  zip([
    { name: 'README.txt', content: readme(submission) },
    ...csdsTables.map(({ name, fields }) => ({
      name: `${name}.csv`,
      stream: Readable.from(
        linesOfFile(
          service,
          submission.id,
          name,
          fields.map((field) => field.name),
        ),
      ),
    })),
  ])

async function* linesOfFile(
  service: CsdsService,
  id: number,
  table: string,
  names: readonly string[],
): AsyncGenerator<string> {
  yield csvOf([names])
  yield* linesOf(service, id, table)
}

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
