import type { z } from 'zod'
import { today } from '../../contract/dates.ts'
import type { endFlag, FlagInput, reviewFlag } from '../../contract/flags/flag.ts'
import { reviewInPast } from '../../contract/flags/redFlag.ts'
import { HttpProblem, isUniqueViolation, ValidationProblem } from '../errors.ts'
import { flagColumns, flagTable } from '../flags/columns.ts'
import { valuesOf } from '../writes/columns.ts'
import { addRow, changeRow, type StoredRow } from '../writes/saveRow.ts'
import type { Writing } from '../writes/write.ts'
import { lockOwned, lockPatient, type Saved } from './ownedRow.ts'

/** Sets a flag (id 0) or changes an open one; what kind it is stays. */
export const saveFlagRow = async (writing: Writing, input: FlagInput): Promise<Saved> => {
  const { id, version, patientId } = input
  const values = valuesOf(flagColumns, input)
  if (id === 0) {
    await lockPatient(writing, patientId)
    assertReviewAhead(input.reviewDate, null)
    return oneForEachSign(addRow(writing, { ...flagTable, values, patientId }))
  }
  const before = await lockOwned(writing, 'patient_flag', id, patientId)
  assertOpenFlag(before)
  if (before.kind !== input.kind)
    throw new ValidationProblem({ kind: 'A flag stays what it is. End this one and set another' })
  assertReviewAhead(input.reviewDate, before)
  return oneForEachSign(changeRow(writing, { ...flagTable, id, version, values, patientId }))
}

export const reviewFlagRow = async (
  writing: Writing,
  { id, version, patientId, reviewDate }: z.output<typeof reviewFlag.input>,
): Promise<Saved> => {
  const before = await lockOwned(writing, 'patient_flag', id, patientId)
  assertOpenFlag(before)
  return changeRow(writing, {
    ...flagTable,
    id,
    version,
    values: { review_date: reviewDate, reviewed_at: new Date().toISOString(), reviewed_by: writing.userId },
    patientId: before.patient_id,
  })
}

/** Ends a flag; ending it again changes nothing more. */
export const endFlagRow = async (
  writing: Writing,
  { id, version, patientId, endedNote }: z.output<typeof endFlag.input>,
): Promise<Saved> => {
  const before = await lockOwned(writing, 'patient_flag', id, patientId)
  if (before.ended_at !== null) return { id, version: before.version }
  return changeRow(writing, {
    ...flagTable,
    id,
    version,
    values: { ended_at: new Date().toISOString(), ended_by: writing.userId, ended_note: endedNote },
    patientId: before.patient_id,
  })
}

const assertOpenFlag = ({ ended_at: endedAt }: StoredRow<'patient_flag'>): void => {
  if (endedAt !== null)
    throw new HttpProblem(
      409,
      'conflict',
      'This flag has ended, so it stays as it is. Set a new one instead.',
    )
}

/** A day that stood there before stays valid. */
const assertReviewAhead = (reviewDate: string, before: StoredRow<'patient_flag'> | null): void => {
  if (reviewDate < today() && reviewDate !== before?.review_date)
    throw new ValidationProblem({ reviewDate: reviewInPast })
}

const oneForEachSign = async (saved: Promise<Saved>): Promise<Saved> => {
  try {
    return await saved
  } catch (error) {
    if (isUniqueViolation(error, 'patient_flag_of_sign'))
      throw new HttpProblem(
        409,
        'conflict',
        'This patient has an open red flag of this sign already. Change that one, or end it first.',
      )
    throw error
  }
}
