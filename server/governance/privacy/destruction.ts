import { sql as raw } from 'kysely'
import type { z } from 'zod'
import { today } from '../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type {
  decideDestruction,
  destroyRecord,
  endHold,
  holdRecord,
  saveRetentionRule,
  withdrawDecision,
  PatientRetention,
} from '../../../contract/governance/retention.ts'
import { advisoryLock, copiesOfRecords } from '../../platform/db/connection/advisoryLock.ts'
import { HttpProblem, isUniqueViolation, notFound, ValidationProblem } from '../../platform/errors.ts'
import { assertNotMerged } from '../../patients/patient/gone.ts'
import { savedTable } from '../../platform/writes/columns.ts'
import { changeRow, addRow, lockRow } from '../../platform/writes/saveRow.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'
import { removeListedWords } from './listedWords.ts'
import { readPatientRetention } from './retention.ts'

type Input<Call extends { input: z.ZodType }> = z.output<Call['input']>
interface Saved {
  id: number
  version: number
}

const ruleTable = savedTable({
  table: 'retention_rule',
  entity: 'retentionRule',
  columns: { years: 'years' },
  labels: labels.retentionRule,
})
const holdTable = savedTable({
  table: 'retention_hold',
  entity: 'retentionHold',
  columns: { patientId: 'patient_id', kind: 'kind', reason: 'reason', endedNote: 'ended_note' },
  labels: labels.retentionHold,
})
const destructionTable = savedTable({
  table: 'destruction',
  entity: 'destruction',
  columns: { reason: 'reason' },
  labels: labels.destruction,
})

const refuse = (message: string) => new HttpProblem(409, 'conflict', message)

export const saveRule = async (
  writing: StaffWriting,
  { id, version, years }: Input<typeof saveRetentionRule>,
): Promise<Saved> => {
  const locked = await lockRow(writing, 'retention_rule', id)
  const { years_at_least: least } = locked
  if (years < least) throw new ValidationProblem({ years: `Enter a whole number from ${least} to 100` })
  return changeRow(writing, { ...ruleTable, id, version, locked, values: { years }, patientId: null })
}

/**
 * Sets a hold. A record may be held at any time, even after its destruction was decided; it cannot be destroyed then.
 */
export const holdOf = async (
  writing: StaffWriting,
  { patientId, kind, reason }: Input<typeof holdRecord>,
): Promise<Saved> => {
  await lockWhole(writing, patientId)
  return addRow(writing, { ...holdTable, values: { patient_id: patientId, kind, reason }, patientId })
}

export const endHoldOf = async (
  writing: StaffWriting,
  { id, version, patientId, endedNote }: Input<typeof endHold>,
  now: number,
): Promise<Saved> => {
  const found = await writing.sql
    .selectFrom('retention_hold')
    .select('patient_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  if (patientId !== undefined && patientId !== found.patient_id)
    throw refuse('This belongs to another patient. Nothing was saved.')
  await lockRow(writing, 'patient', found.patient_id)
  const hold = await lockRow(writing, 'retention_hold', id)
  if (hold.ended_at !== null) throw refuse('This has ended already.')
  return changeRow(writing, {
    ...holdTable,
    id,
    version,
    locked: hold,
    values: { ended_at: instantOf(now), ended_by: writing.userId, ended_note: endedNote },
    patientId: found.patient_id,
  })
}

/**
 * Throws a message for the user unless the retention period, holds and open matters allow the record to be destroyed.
 */
const assertDestroyable = (kept: PatientRetention): void => {
  if (!kept.isDue)
    throw refuse('This record has not reached the end of its retention period. It must be kept.')
  if (kept.hasOpenReferral) throw refuse('This patient has an open referral. Close it first, if it is over.')
  if (kept.hasOpenRequest) throw refuse('This patient has asked to see the record. Answer the request first.')
  if (kept.holds.some(({ endedAt }) => endedAt === null))
    throw refuse('This record is held. It cannot be destroyed until the hold has ended.')
}

const alreadyDecided = () => refuse('Somebody has decided this already. It waits for a second person.')

/**
 * @param kept read before the patient is locked, because reading takes long and many users may decide at once.
 * Everything is checked again under the lock before the record is destroyed.
 */
export const decide = async (
  writing: StaffWriting,
  { patientId, grounds: reason }: Input<typeof decideDestruction>,
  kept: PatientRetention,
): Promise<Saved> => {
  assertDestroyable(kept)
  if (kept.decision !== null) throw alreadyDecided()
  await lockWhole(writing, patientId)
  try {
    const added = await writing.sql
      .insertInto('destruction')
      .values({
        patient_id: patientId,
        reason,
        last_day: kept.lastDay,
        due_day: kept.dueDay,
        decided_by: writing.userId,
        updated_by: writing.userId,
      })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    writing.trace({
      patientIds: [patientId],
      records: [
        {
          entity: 'destruction',
          id: added.id,
          version: added.version,
          before: null,
          after: { patient_id: patientId, reason },
        },
      ],
    })
    return added
  } catch (error) {
    if (isUniqueViolation(error, 'destruction_of_patient')) throw alreadyDecided()
    throw error
  }
}

/**
 * Locks the patient with the records that were merged into it, and then their pathways, in the order in which every
 * write locks them, so that nothing is written meanwhile. Throws 404 if the patient is part of another record.
 */
const lockWhole = async (writing: StaffWriting, patientId: number): Promise<void> => {
  const { sql } = writing
  await raw`select id from patient where id = any(records_of_person(${patientId})) order by id for update`.execute(
    sql,
  )
  await lockRow(writing, 'patient', patientId)
  await assertNotMerged(sql, patientId)
  await raw`select id from pathway where patient_id = any(records_of_person(${patientId})) order by id for update`.execute(
    sql,
  )
}

/** The decision with its patient. Throws if it is no longer pending. */
const findWaiting = async ({ sql }: StaffWriting, id: number, patientId: number | undefined) => {
  const found = await sql
    .selectFrom('destruction')
    .select(['patient_id', 'last_day', 'withdrawn_at', 'confirmed_at', 'decided_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  if (patientId !== undefined && patientId !== found.patient_id)
    throw new ValidationProblem({ patientNumber: 'This is not the number of this patient' })
  if (found.withdrawn_at !== null || found.confirmed_at !== null)
    throw refuse('This decision has been taken back or carried out already.')
  return found
}

export const withdraw = async (
  writing: StaffWriting,
  { id, version, patientId }: Input<typeof withdrawDecision>,
  now: number,
): Promise<Saved> => {
  const { patient_id: of } = await findWaiting(writing, id, patientId)
  await lockRow(writing, 'patient', of)
  return changeRow(writing, {
    ...destructionTable,
    id,
    version,
    values: { withdrawn_at: instantOf(now), withdrawn_by: writing.userId },
    patientId: of,
  })
}

const ownDecision = () => refuse('You decided this yourself. Somebody else has to confirm it.')

/** File content outside the database, which must be removed after the commit. */
export interface Leftover {
  storedName: string
  storedIn: string
}

/** Carries out a decision that somebody else made. The database checks everything again (migration 0051). */
export const destroy = async (
  writing: StaffWriting,
  { id, patientId }: Input<typeof destroyRecord>,
  now: number,
): Promise<{ id: number; leftovers: Leftover[] }> => {
  await findWaiting(writing, id, patientId)
  await lockWhole(writing, patientId)
  // Check again under the lock: a user who waited for another confirmation is told so before the record is read.
  const { last_day: lastDay, decided_by: decidedBy } = await findWaiting(writing, id, patientId)
  if (decidedBy === writing.userId) throw ownDecision()
  const kept = await readPatientRetention(writing.sql, patientId, writing, now)
  assertDestroyable(kept)
  if (kept.lastDay !== lastDay)
    throw refuse(
      'The record has changed since this was decided. Take the decision back and look at it again.',
    )
  const leftovers = await writing.sql
    .selectFrom('document')
    .innerJoin('pathway', 'pathway.id', 'document.pathway_id')
    .select(['stored_name as storedName', 'stored_in as storedIn'])
    .where('pathway.patient_id', '=', raw<number>`any(records_of_person(${patientId}))`)
    .where('stored_in', '!=', 'postgres')
    .execute()
  const { rows } = await raw<{ ids: number[] }>`select records_of_person(${patientId}) as ids`.execute(
    writing.sql,
  )
  await removeListedWords(writing.sql, patientId, today(now))
  try {
    await raw`select destroy_record(${id}, ${writing.userId})`.execute(writing.sql)
  } catch (error) {
    throw refusals[(error as { code?: string }).code ?? ''] ?? error
  }
  // Copies that wait to be fetched go too, also those being kept just now; the client asks for them again.
  await advisoryLock(writing.sql, copiesOfRecords)
  await raw`delete from fhir_export where id in (select export_id from fhir_export_file
    where patient_ids && ${rows[0]?.ids ?? []}::bigint[])`.execute(writing.sql)
  await raw`delete from csds_submission where id in (select submission_id from csds_file
    where patient_ids && ${rows[0]?.ids ?? []}::bigint[])`.execute(writing.sql)
  const done = await writing.sql
    .selectFrom('destruction')
    .select(['version', 'counts', 'documents', 'sha256', 'merged_ids'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { version, ...certificate } = done
  writing.trace({
    patientIds: [patientId],
    records: [{ entity: 'destruction', id, version, before: null, after: certificate }],
  })
  return { id, leftovers }
}

/** Messages for what the database refuses (migration 0051). */
const refusals: Readonly<Record<string, HttpProblem>> = {
  SF001: refuse('This decision has been taken back or carried out already.'),
  SF002: ownDecision(),
  SF003: refuse('This record is held. It cannot be destroyed until the hold has ended.'),
  SF004: refuse('This patient has asked to see the record. Answer the request first.'),
  SF005: refuse('This patient has an open referral. Close it first, if it is over.'),
}
