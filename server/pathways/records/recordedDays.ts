import { sql as raw } from 'kysely'
import { parameter, prepare } from '../../platform/db/query/compileOnce.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { everyKindOnServer } from './kinds.ts'
import type { ParentColumn } from './parents.ts'

/** Only records with an active parent: those of a deleted referral or plan are hidden with it. */
const ofPatient = {
  patient_id: raw`record.patient_id in (select id from patient where id = ${parameter(1, 'bigint')} and is_active)`,
  pathway_id: raw`record.pathway_id in (select id from there)`,
  exercise_id: raw`record.exercise_id in (
    select exercise.id from there join exercise on exercise.pathway_id = there.id where exercise.is_active)`,
} satisfies Record<ParentColumn, unknown>

const ofKinds = everyKindOnServer.flatMap(({ table, parent, columns, days }) =>
  days.map(
    (day) => raw`
      select record.${raw.ref(columnOf(columns, day))} as day from ${raw.table(table)} as record
      where record.is_active and ${ofPatient[parent.column]}`,
  ),
)

function columnOf(columns: Readonly<Record<string, string>>, day: string): string {
  const column = columns[day]
  if (column === undefined) throw new Error(`The day ${day} of a kind of record has no column`)
  return column
}

const read = prepare<{ day: string }>(
  'recorded days',
  raw`
    with there as materialized (
      select id from pathway where patient_id = ${parameter(1, 'bigint')} and is_active)
    select day from (${raw.join(ofKinds, raw` union all `)}) as recorded where day is not null`,
)

/**
 * Every day on which a record of the patient says that something happened or is planned; deleted records do not count.
 */
export const recordedDays = async ({ sql }: Writing, patientId: number): Promise<string[]> =>
  (await read(sql, patientId)).map(({ day }) => day)
