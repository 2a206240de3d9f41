import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { unsettledRule } from '../../../../contract/insight/csds/rules.ts'
import { filledTables } from '../../../../contract/insight/csds/tables.ts'
import type { DB } from '../../../platform/db/types.ts'
import { checkingRows, textOf } from './checkRows.ts'
import { csvOf } from '../csvLines.ts'
import { unsettledAppointments } from '../extract/contacts.ts'
import { rowsOf, type Row } from '../extract/rows.ts'
import type { Extract } from '../extract/scope.ts'
import { compare, tallying } from './recount.ts'
import type { Made, Part } from '../store.ts'

/**
 * Reads all tables of a month in one snapshot, a statement for each, and checks them on the way.
 * @param keep given the lines as they come
 */
export const makeSubmission = async (
  snapshot: Kysely<DB>,
  extract: Extract,
  keep: (part: Part) => Promise<void>,
): Promise<Omit<Made, 'differences'>> => {
  const checking = checkingRows()
  const tally = tallying(extract)
  const hash = createHash('sha256')
  let place = 0
  for (const table of filledTables) {
    const names = table.fields.map(({ name }) => name)
    checking.take(table, [])
    for await (const rows of rowsOf(snapshot, table.name, extract)) {
      checking.take(table, rows)
      tally.take(table, rows)
      const lines = csvOf(rows.map((row) => names.map((name) => textOf(row, name))))
      hash.update(table.name).update(lines)
      await keep({
        place: (place += 1),
        table: table.name,
        rows: rows.length,
        patientIds: patientsOf(rows),
        lines,
      })
    }
  }
  const { rows: unsettled } = await unsettledAppointments(extract).execute(snapshot)
  for (const row of unsettled as Row[]) checking.note(unsettledRule, row)
  return {
    ...checking.outcome(),
    counts: await compare(snapshot, extract, tally.outcome()),
    sha256: hash.digest('hex'),
  }
}

const patientsOf = (rows: readonly Row[]): number[] => [
  ...new Set(rows.flatMap(({ patientId }) => (patientId == null ? [] : [Number(patientId)]))),
]
