import { sql as raw } from 'kysely'
import type { z } from 'zod'
import { today } from '../../../contract/platform/dates/dates.ts'
import {
  actionMissing,
  onlyRedFlagsSay,
  type endFlag,
  type FlagInput,
  type reviewFlag,
} from '../../../contract/patients/flags/flag.ts'
import { flagKindNames, flagLabelsOf, type FlagKindName } from '../../../contract/patients/flags/flagKinds.ts'
import { reviewInPast } from '../../../contract/patients/flags/redFlag.ts'
import type { Trace } from '../../platform/audit/auditTrail.ts'
import { forbidden, HttpProblem, isUniqueViolation, ValidationProblem } from '../../platform/errors.ts'
import { flagColumns, flagTable } from '../flags/columns.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { addRow, changeRow, type SavedRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { lockOwned, lockPatient } from './ownedRow.ts'

/** Opens and closes the tasks of these pathways. The tasks room provides it, because that room is above this one. */
export type SettleTasks = (
  sql: Writing['sql'],
  pathwayIds: readonly number[],
  userId: number | null,
) => Promise<Trace>

/** The table with the field labels of the kind's form, for conflicts and histories. */
export const flagTableOf = (kind: string) => ({
  ...flagTable,
  labels: isFlagKind(kind) ? flagLabelsOf(kind) : flagTable.labels,
})

const isFlagKind = (kind: string): kind is FlagKindName => (flagKindNames as string[]).includes(kind)

/** Sets a flag (id 0) or changes an open one. The kind of a flag cannot change. */
export const saveFlagRow = async (
  writing: Writing,
  input: FlagInput,
  settleTasks: SettleTasks,
): Promise<SavedRow> => {
  const { id, version, patientId } = input
  const values = valuesOf(flagColumns, input)
  if (id === 0) {
    await lockPatient(writing, patientId)
    assertReviewAhead(input.reviewDate, null)
    const added = await oneForEachSign(addRow(writing, { ...flagTable, values, patientId }))
    return settled(writing, input, added, settleTasks)
  }
  const before = await lockOwned(writing, 'patient_flag', id, patientId)
  assertOpenFlag(before)
  if (before.kind !== input.kind)
    throw new ValidationProblem({
      kind: 'The kind of a flag cannot be changed. End this one and set another',
    })
  assertReviewAhead(input.reviewDate, before)
  const saved = await oneForEachSign(
    changeRow(writing, { ...flagTableOf(input.kind), id, version, locked: before, values, patientId }),
  )
  return settled(writing, input, saved, settleTasks)
}

export const reviewFlagRow = async (
  writing: Writing,
  { id, version, patientId, reviewDate }: z.output<typeof reviewFlag.input>,
  settleTasks: SettleTasks,
): Promise<SavedRow> => {
  const before = await lockOwned(writing, 'patient_flag', id, patientId)
  assertOpenFlag(before)
  const saved = await changeRow(writing, {
    ...flagTableOf(before.kind),
    id,
    version,
    locked: before,
    values: { review_date: reviewDate, reviewed_at: new Date().toISOString(), reviewed_by: writing.userId },
    patientId: before.patient_id,
  })
  return settled(writing, { kind: before.kind, patientId: before.patient_id }, saved, settleTasks)
}

/**
 * Ends a flag; ending it again changes nothing. A red flag can be ended only by a user who may write clinical records,
 * and only once somebody has said what was done.
 */
export const endFlagRow = async (
  writing: Writing,
  { id, version, patientId, endedNote, action = null }: z.output<typeof endFlag.input>,
  mayEndRedFlags: boolean,
  settleTasks: SettleTasks,
): Promise<SavedRow> => {
  const before = await lockOwned(writing, 'patient_flag', id, patientId)
  const { kind, patient_id: owner } = before
  if (kind === 'redFlag' && !mayEndRedFlags) throw forbidden()
  if (before.ended_at !== null) return { id, version: before.version }
  if (kind !== 'redFlag' && action !== null) throw new ValidationProblem({ action: onlyRedFlagsSay })
  if (kind === 'redFlag' && before.action === null && action === null)
    throw new ValidationProblem({ action: actionMissing })
  const saved = await changeRow(writing, {
    ...flagTableOf(kind),
    id,
    version,
    locked: before,
    values: {
      ended_at: new Date().toISOString(),
      ended_by: writing.userId,
      ended_note: endedNote,
      ...(action !== null && { action }),
    },
    patientId: owner,
  })
  return settled(writing, { kind, patientId: owner }, saved, settleTasks)
}

/** Updates the tasks of a red flag at once, on each referral of the patient. The caller has locked the patient. */
const settled = async (
  writing: Writing,
  { kind, patientId }: { kind: string; patientId: number },
  saved: SavedRow,
  settleTasks: SettleTasks,
): Promise<SavedRow> => {
  if (kind === 'redFlag') await settleTasksOfPatient(writing, patientId, settleTasks)
  return saved
}

export const settleTasksOfPatient = async (
  writing: Writing,
  patientId: number,
  settleTasks: SettleTasks,
): Promise<void> => {
  const { rows } = await raw<{ id: number }>`
    select id from pathway where patient_id = ${patientId} order by id for update`.execute(writing.sql)
  const pathwayIds = rows.map(({ id }) => id)
  writing.trace(await settleTasks(writing.sql, pathwayIds, writing.userId))
}

const assertOpenFlag = ({ ended_at: endedAt }: StoredRow<'patient_flag'>): void => {
  if (endedAt !== null)
    throw new HttpProblem(
      409,
      'conflict',
      'This flag has ended, so it stays as it is. Set a new one instead.',
    )
}

/** A date that is already stored stays valid. */
const assertReviewAhead = (reviewDate: string, before: StoredRow<'patient_flag'> | null): void => {
  if (reviewDate < today() && reviewDate !== before?.review_date)
    throw new ValidationProblem({ reviewDate: reviewInPast })
}

const oneForEachSign = async (saved: Promise<SavedRow>): Promise<SavedRow> => {
  try {
    return await saved
  } catch (error) {
    if (isUniqueViolation(error, 'patient_flag_of_sign'))
      throw new HttpProblem(
        409,
        'conflict',
        'This patient already has an open red flag of this sign. Change that one, or end it first.',
      )
    throw error
  }
}
