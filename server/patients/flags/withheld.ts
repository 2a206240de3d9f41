import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { careDays } from '../../../contract/insight/audit/unusualReading.ts'
import type { DB } from '../../platform/db/types.ts'

/**
 * The user who reads. A restricted record is withheld from users who have no part in the care and gave no reason
 * (decision 81).
 */
export interface Reader {
  userId: number
  sessionId: number
}

/**
 * SQL for the records of these patients that are withheld from the reader: a table with one column, for use in a larger
 * statement.
 */
export const withheldOf = (
  { userId, sessionId }: Reader,
  patientIds: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  raw`withheld_records(${userId}::bigint, ${sessionId}::bigint, ${patientIds}, ${raw.lit(careDays)})`

/**
 * SQL for whether the record of the patient with this alias is withheld from the reader, for use in a larger statement.
 */
export const isWithheld = (of: string, reader: Reader): RawBuilder<boolean> =>
  raw<boolean>`exists (select from ${withheldOf(reader, raw`array[${raw.ref(`${of}.id`)}]`)})`

/** The ids of these patients whose records are withheld from the reader. */
export const withheldAmong = async (
  sql: Kysely<DB>,
  patientIds: readonly number[],
  reader: Reader,
): Promise<ReadonlySet<number>> => {
  if (patientIds.length === 0) return new Set()
  const { rows } = await raw<{ id: number }>`
    /* prepared: records withheld */
    select id from ${withheldOf(reader, raw`${[...patientIds]}::bigint[]`)} as withheld (id)`.execute(sql)
  return new Set(rows.map(({ id }) => id))
}

/** The ids of all patients whose records are withheld from the reader. */
export const allWithheld = async (sql: Kysely<DB>, reader: Reader): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    /* prepared: all records withheld */
    select id from ${withheldOf(reader, raw`array(select patient_id from patient_restriction where ended_at is null)`)} as withheld (id)
    order by id`.execute(sql)
  return rows.map(({ id }) => id)
}

/** What a list does not show of a withheld record: where the person is and how to reach them. */
const whereabouts = ['postcode', 'address', 'telephone', 'registeredGP'] as const

/** A row of a list, without the whereabouts if the record is withheld. */
export const withoutWhereabouts = <Row extends object>(
  row: Row,
  isHeldBack: boolean,
): Row & { isWithheld?: true } => {
  if (!isHeldBack) return row
  const left = Object.fromEntries(whereabouts.filter((name) => name in row).map((name) => [name, null]))
  return { ...row, ...left, isWithheld: true }
}
