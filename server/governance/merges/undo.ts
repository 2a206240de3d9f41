import { sql as raw, type Kysely } from 'kysely'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { daysToUndo, type undoMerge } from '../../../contract/governance/merge.ts'
import type { DB } from '../../platform/db/types.ts'
import { endEveryLink, isAtRisk } from '../../care/person/door/give.ts'
import { HttpProblem, isUniqueViolation } from '../../platform/errors.ts'
import { patientTable } from '../../patients/patient/columns.ts'
import { updateStagesOfPatient } from '../../stages/updateStage.ts'
import { assertVersion, changeRow, lockRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { following } from './children.ts'
import type { Kept, KeptRow } from './kept.ts'
import { lockBoth, lockPathways, nameOf, readFormerNames, traceMoves } from './merge.ts'
import { setNextOfKin } from './onlyOne.ts'
import { partPlaces } from './places.ts'
import { readSince } from './since.ts'

type Merge = Pick<StoredRow<'patient_merge'>, 'id' | 'undone_at' | 'survivor_id'>
type Patient = StoredRow<'patient'>

/** SQL for the instant after which a merge is final, for a row of `patient_merge`. */
export const undoEnds = raw<string>`patient_merge.created_at + make_interval(days => ${raw.lit(daysToUndo)})`

/**
 * Whether it is too late to undo the merge.
 * @param now milliseconds since the epoch
 */
export const isTooLate = (now: number) => raw<boolean>`${instantOf(now)}::timestamptz > ${undoEnds}`

const tooLate = `More than ${daysToUndo} days have passed since the merge, so it cannot be undone any more.`

/** Why a merge cannot be undone, as a message for the user; null if it can. */
export const undoRefusal = async (sql: Kysely<DB>, merge: Merge, now: number): Promise<string | null> => {
  if (merge.undone_at !== null) return 'This merge was undone already.'
  const { late } = await sql
    .selectFrom('patient_merge')
    .select(isTooLate(now).as('late'))
    .where('id', '=', merge.id)
    .executeTakeFirstOrThrow()
  if (late) return tooLate
  const later = await sql
    .selectFrom('patient_merge')
    .innerJoin('patient', 'patient.id', 'patient_merge.merged_id')
    .select(['patient.family_name', 'patient.first_name'])
    .where('patient_merge.id', '>', merge.id)
    .where('patient_merge.undone_at', 'is', null)
    .where((row) =>
      row.or([
        row('patient_merge.survivor_id', '=', merge.survivor_id),
        row('patient_merge.merged_id', '=', merge.survivor_id),
      ]),
    )
    .orderBy('patient_merge.id', 'desc')
    .executeTakeFirst()
  return later === undefined
    ? null
    : `The record was merged again later, with that of ${nameOf(later)}. Undo that merge first.`
}

/**
 * Undoes a merge: both records are as before it. What was recorded since about the person as a whole stays with the
 * survivor, once the user has seen it. What belongs to a referral goes with its referral (decision 74).
 */
export const undoMergeRecords = async (
  writing: Writing,
  { id, version, seen = [] }: CheckedInputOf<typeof undoMerge>,
  now: number,
) => {
  const { sql, userId } = writing
  const found = await sql
    .selectFrom('patient_merge')
    .select(['survivor_id', 'merged_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  // Patients are locked before everything else.
  const ids = { survivorId: found?.survivor_id ?? 0, mergedId: found?.merged_id ?? 0 }
  const { survivor, merged } = await lockBoth(writing, ids)
  const merge = await lockRow(writing, 'patient_merge', id)
  writing.trace({ patientIds: [survivor.id, merged.id] })
  if (merge.undone_at !== null) return { id, version: merge.version }
  await assertVersion(
    writing,
    { entity: 'merge', columns: {}, labels: {}, id, version, patientId: survivor.id },
    merge,
  )
  const refusal = await undoRefusal(sql, merge, now)
  if (refusal !== null) throw new HttpProblem(409, 'conflict', refusal)
  await lockPathways(writing, [survivor.id, merged.id])
  const kept = merge.kept as unknown as Kept
  const unseen = (await readSince(sql, { ...merge, kept })).filter(({ key }) => !seen.includes(key))
  if (unseen.length > 0)
    throw new HttpProblem(
      409,
      'conflict',
      'More was recorded since the merge than you have seen. Nothing was undone. Look at it, then try again.',
    )

  const names = await readFormerNames(writing, survivor.id)
  const wasAtRisk = await isAtRisk(sql, survivor.id)
  await giveBack(writing, kept.rows, survivor.id, merged.id)
  // Nobody can say whom a link that was given since let in, nor whether those of before are still safe. The task does not
  // say why: one of the two may be somebody else’s record.
  if (wasAtRisk)
    for (const patientId of [survivor.id, merged.id])
      await endEveryLink(writing, now, { patientId, when: 'two records were separated again' })
  await restoreFields(writing, kept, survivor)
  await reactivate(writing, survivor, merged)
  await restoreNextOfKin(writing, kept)
  await reopenFlags(writing, kept.flagsEnded)
  await partPlaces(writing, kept.placesEnded ?? [])
  // The former names that the merge added, and the one that undoing it has just added.
  const added = (await readFormerNames(writing, survivor.id)).filter((name) => !names.includes(name))
  await sql
    .deleteFrom('former_name')
    .where('patient_id', '=', survivor.id)
    .where('id', 'in', [0, ...kept.formerNames, ...added])
    .execute()
  await sql
    .deleteFrom('former_number')
    .where('id', 'in', [0, ...(kept.formerNumbers ?? [])])
    .execute()
  await updateStagesOfPatient(writing, survivor.id)
  await updateStagesOfPatient(writing, merged.id)
  await sql
    .updateTable('patient_merge')
    .set((row) => ({
      undone_at: instantOf(now),
      undone_by: userId,
      version: row('version', '+', 1),
      updated_at: raw<string>`clock_timestamp()`,
      updated_by: userId,
    }))
    .where('id', '=', id)
    .execute()
  writing.trace({
    records: [
      {
        entity: 'merge',
        id,
        version: merge.version + 1,
        before: { undone_at: null },
        after: { undone_at: instantOf(now) },
      },
    ],
  })
  return { id, version: merge.version + 1 }
}

const giveBack = async (
  writing: Writing,
  rows: readonly KeptRow[],
  from: number,
  to: number,
): Promise<void> => {
  for (const child of following) {
    const ids = rows.filter(({ table }) => table === child.table).map(({ id }) => id)
    const { rows: moved } = await raw<{ id: number; version: number }>`
      update ${raw.table(child.table)} set patient_id = ${to}
      where id = any(${ids}::bigint[]) and patient_id = ${from}
      returning id, version`.execute(writing.sql)
    traceMoves(writing, child, moved, from, to)
  }
}

/** Restores the fields to their values before the merge, except those that somebody has changed since. */
const restoreFields = async (writing: Writing, { fields }: Kept, survivor: Patient): Promise<void> => {
  const asMerged = fields.filter(
    ({ column, after }) => (survivor[column as keyof Patient] ?? null) === (after ?? null),
  )
  // A name and its key are restored together.
  await changeRow<'patient', Record<never, never>>(writing, {
    ...patientTable,
    id: survivor.id,
    version: survivor.version,
    values: Object.fromEntries(asMerged.map(({ column, before }) => [column, before])),
    patientId: survivor.id,
  })
}

const reactivate = async (writing: Writing, survivor: Patient, merged: Patient): Promise<void> => {
  try {
    await changeRow(writing, {
      ...patientTable,
      id: merged.id,
      version: merged.version,
      values: { is_active: true },
      patientId: merged.id,
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'patient_nhs_number_among_active')) throw error
    throw new HttpProblem(
      409,
      'conflict',
      `The NHS number of ${nameOf(merged)} is now in another record, perhaps that of ${nameOf(survivor)}. Correct it there first, then undo the merge.`,
    )
  }
}

/** Reactivates the next of kin that the merge deactivated, unless somebody has recorded another one since. */
const restoreNextOfKin = async (writing: Writing, { nextOfKin }: Kept): Promise<void> => {
  if (nextOfKin === null) return
  const row = await writing.sql
    .selectFrom('next_of_kin as one')
    .select(['one.id', 'one.patient_id'])
    .where('one.id', '=', nextOfKin.id)
    .where('one.is_active', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('next_of_kin as other')
            .select('other.id')
            .whereRef('other.patient_id', '=', 'one.patient_id')
            .where('other.is_active', '=', true),
        ),
      ),
    )
    .executeTakeFirst()
  if (row !== undefined) await setNextOfKin(writing, row, true)
}

/** Reopens the red flags that the merge ended, except those whose sign was raised again since. */
const reopenFlags = async (writing: Writing, flags: readonly KeptRow[]): Promise<void> => {
  for (const { id, version } of flags) {
    const row = await writing.sql
      .updateTable('patient_flag as flag')
      .set((is) => ({
        ended_at: null,
        ended_by: null,
        ended_note: null,
        version: is('flag.version', '+', 1),
        updated_at: raw<string>`clock_timestamp()`,
        updated_by: writing.userId,
      }))
      .where('flag.id', '=', id)
      .where('flag.version', '=', version)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('patient_flag as other')
              .select('other.id')
              .whereRef('other.patient_id', '=', 'flag.patient_id')
              .whereRef('other.category', '=', 'flag.category')
              .where('other.kind', '=', 'redFlag')
              .where('other.ended_at', 'is', null),
          ),
        ),
      )
      .returning(['id', 'version', 'patient_id'])
      .executeTakeFirst()
    if (row !== undefined)
      writing.trace({
        patientIds: [row.patient_id],
        records: [
          {
            entity: 'flag',
            id,
            version: row.version,
            before: { ended_note: 'Two records were merged' },
            after: { ended_at: null, ended_note: null },
          },
        ],
      })
  }
}
