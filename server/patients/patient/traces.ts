import type { Kysely } from 'kysely'
import { instantOf } from '../../../contract/platform/words/format.ts'
import {
  statusAfterTrace,
  type NumberStatus,
  type PdsOutcome,
  type TraceFacts,
} from '../../../contract/patients/numberStatus.ts'
import type { PatientInput } from '../../../contract/patients/patient.ts'
import type { DB } from '../../platform/db/types.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'

/** An answer of the Personal Demographics Service, as far as a save is compared with it. */
export interface Trace extends TraceFacts {
  askedAt: string
  /** The version of the record there. */
  version: string | null
}

/**
 * Keeps the number that PDS replaced, if the save accepted the new one. Only what PDS itself replaced is kept: a number
 * that was corrected may be somebody else's.
 */
export const keepFormerNumber = async (
  { sql, userId }: StaffWriting,
  patientId: number,
  { nhsNumber, pdsTraceId }: PatientInput,
): Promise<void> => {
  if (nhsNumber === null || pdsTraceId === undefined) return
  const trace = await readTrace(sql, pdsTraceId, userId)
  if (trace?.outcome !== 'superseded' || trace.askedNumber === null || trace.person?.nhsNumber !== nhsNumber)
    return
  await sql
    .insertInto('former_number')
    .values({ patient_id: patientId, nhs_number: trace.askedNumber })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What a record says of its last trace. */
interface Traced {
  nhs_number_status?: NumberStatus | null
  pds_checked_at?: string
  pds_version?: string | null
  pds_outcome?: PdsOutcome
}

/** A form may be open for a while after the trace; an older answer no longer verifies anything. */
export const traceKeptMs = 60 * 60_000

/** Keeps an answer for the user who asked, so that no browser decides what was traced. Returns its id. */
export const keepTrace = async (
  { sql, userId }: Pick<StaffWriting, 'sql' | 'userId'>,
  { outcome, askedAt, version, askedNumber, person }: Trace,
): Promise<number> => {
  const { id } = await sql
    .insertInto('pds_trace')
    .values({
      user_id: userId,
      asked_at: askedAt,
      outcome,
      version,
      nhs_number: person?.nhsNumber ?? null,
      asked_number: askedNumber,
      family_name: person?.familyName ?? null,
      date_of_birth: person?.dateOfBirth ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const readTrace = async (sql: Kysely<DB>, id: number, userId: number): Promise<Trace | null> => {
  const row = await sql
    .selectFrom('pds_trace')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('asked_at', '>', instantOf(Date.now() - traceKeptMs))
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    outcome: row.outcome as PdsOutcome,
    askedAt: row.asked_at,
    version: row.version,
    askedNumber: row.asked_number,
    person:
      row.nhs_number === null
        ? null
        : {
            nhsNumber: row.nhs_number,
            familyName: row.family_name,
            dateOfBirth: row.date_of_birth,
          },
  }
}

type Identity = Parameters<typeof statusAfterTrace>[0]

export const tracedColumns = (saved: Identity, trace: Trace): Traced => ({
  nhs_number_status: statusAfterTrace(saved, trace),
  pds_checked_at: trace.askedAt,
  pds_version: trace.version,
  pds_outcome: trace.outcome,
})

/**
 * What a save makes of the number's status: compared with the answer that the sender was shown, or not traced any more
 * if who the person is has changed since.
 */
export const settleStatus = async (
  { sql, userId }: StaffWriting,
  input: PatientInput,
  before: StoredRow<'patient'> | null,
): Promise<Traced> => {
  const saved: Identity = {
    nhsNumber: input.nhsNumber,
    familyName: input.familyName,
    dateOfBirth: (input.dateOfBirth === undefined ? before?.date_of_birth : input.dateOfBirth) ?? null,
  }
  const trace = input.pdsTraceId === undefined ? null : await readTrace(sql, input.pdsTraceId, userId)
  if (trace !== null) return tracedColumns(saved, trace)
  const isSame =
    before !== null &&
    saved.nhsNumber === before.nhs_number &&
    saved.familyName === before.family_name &&
    saved.dateOfBirth === before.date_of_birth
  return isSame || before === null ? {} : { nhs_number_status: null }
}
