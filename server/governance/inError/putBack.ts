import { sql as raw } from 'kysely'
import { HttpProblem, isUniqueViolation, notFound } from '../../platform/errors.ts'
import { pathwayTable } from '../../pathways/referral/columns.ts'
import { assertMayOpenAgain } from '../../pathways/referral/ubrn.ts'
import { patientTable } from '../../patients/patient/columns.ts'
import { lockPatientAndPathway } from '../../stages/lock.ts'
import { updateStage } from '../../stages/updateStage.ts'
import { changeRow, lockRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'

/** Puts a patient or a referral back into use; doing it again changes nothing. */
export const putBackRow = async (writing: Writing, id: number): Promise<{ id: number }> => {
  const found = await writing.sql
    .selectFrom('registered_in_error')
    .select(['patient_id', 'pathway_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const { patient_id: patientId, pathway_id: pathwayId } = found
  // Lock the patient or pathway before the row about it, as everywhere.
  const locked =
    patientId !== null
      ? { patient: await lockRow(writing, 'patient', patientId), pathway: null }
      : await lockReferral(writing, pathwayId ?? 0)
  const about = await writing.sql
    .selectFrom('registered_in_error')
    .select('put_back_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  writing.trace({ patientIds: [locked.patient.id] })
  if (about.put_back_at !== null) return { id }
  if (locked.pathway === null) await putPatientBack(writing, locked.patient)
  else await putReferralBack(writing, locked.pathway, locked.patient)
  await writing.sql
    .updateTable('registered_in_error')
    .set({ put_back_at: raw<string>`clock_timestamp()`, put_back_by: writing.userId })
    .where('id', '=', id)
    .execute()
  writing.trace({
    records: [
      {
        entity: 'registeredInError',
        id,
        before: { put_back_by: null },
        after: { put_back_by: writing.userId },
      },
    ],
  })
  return { id }
}

const lockReferral = async (writing: Writing, pathwayId: number) => {
  const pathway = await lockPatientAndPathway(writing, pathwayId)
  return { pathway, patient: await lockRow(writing, 'patient', pathway.patient_id) }
}

const putPatientBack = async (
  writing: Writing,
  { id, version }: { id: number; version: number },
): Promise<void> => {
  try {
    await changeRow(writing, {
      ...patientTable,
      id,
      version,
      values: { is_active: true },
      patientId: id,
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'patient_nhs_number_among_active')) throw error
    throw new HttpProblem(
      409,
      'conflict',
      'Another patient now has this NHS number, so this record cannot be put back.',
    )
  }
}

const putReferralBack = async (
  writing: Writing,
  { id, version, ubrn }: { id: number; version: number; ubrn: string | null },
  patient: { id: number; is_active: boolean },
): Promise<void> => {
  if (!patient.is_active)
    throw new HttpProblem(
      409,
      'conflict',
      'The patient of this referral is out of use. Put the patient back first.',
    )
  await changeRow(writing, {
    ...pathwayTable,
    id,
    version,
    values: { is_active: true },
    patientId: patient.id,
  })
  writing.trace({ pathwayIds: [id] })
  await updateStage(writing, [id])
  await assertMayOpenAgain(writing, id, ubrn)
}
