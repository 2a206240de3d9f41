import { foldName } from '../../../contract/platform/words/fold.ts'
import type { PatientInput, nextOfKinInput } from '../../../contract/patients/patient.ts'
import type { z } from 'zod'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { settleTelephones } from '../../platform/writes/settleTelephones.ts'
import { isUniqueViolation, notFound, HttpProblem } from '../../platform/errors.ts'
import { addRow, changeRow, lockRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import { updateStagesOfPatient } from '../../stages/updateStage.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'
import { requireChoices } from './choices.ts'
import { nextOfKinColumns, nextOfKinTable, patientColumns, patientTable } from './columns.ts'
import { storeDismissal } from './dismissal.ts'
import { assertNewPerson } from './duplicates.ts'
import { patientGone } from './gone.ts'
import { assertLifeInOrder, type RecordedDays } from './life.ts'
import { numberTaken } from './numberTaken.ts'
import { keepFormerNumber, settleStatus } from './traces.ts'
import { askAboutUnusual } from './unusual.ts'

const telephones = ['phoneHome', 'phoneWork', 'phoneMobile'] as const

/** The patient's fields, and the keys that searches compare names by. */
export const valuesOfPatient = (input: PatientInput, before: StoredRow<'patient'> | null = null) => ({
  ...valuesOf(
    patientColumns,
    settleTelephones(input, telephones, (field) => before?.[patientColumns[field]]),
  ),
  family_name_key: foldName(input.familyName),
  first_name_key: input.firstName === undefined ? undefined : foldName(input.firstName ?? ''),
})

/** Registers a patient (id 0) or saves changes. The patient's open pathways are updated in the same transaction. */
export const savePatientRecord = async (
  writing: StaffWriting,
  input: PatientInput,
  recordedDays: RecordedDays,
) => {
  try {
    return input.id === 0
      ? await register(writing, input, recordedDays)
      : await change(writing, input, recordedDays)
  } catch (error) {
    // This is checked beforehand, but between two saves at the same time only the index decides.
    if (isUniqueViolation(error, 'patient_nhs_number_among_active')) throw numberTaken()
    throw error
  }
}

const register = async (writing: StaffWriting, input: PatientInput, recordedDays: RecordedDays) => {
  await requireChoices(writing, input, null)
  await assertLifeInOrder(writing, input, null, recordedDays)
  askAboutUnusual(input, null)
  const others = await assertNewPerson(writing, input)
  const added = await addRow(writing, {
    ...patientTable,
    values: { ...valuesOfPatient(input), ...(await settleStatus(writing, input, null)) },
    patientId: 'itself',
  })
  for (const id of others) await storeDismissal(writing, added.id, id)
  await keepFormerNumber(writing, added.id, input)
  return added
}

const change = async (writing: StaffWriting, input: PatientInput, recordedDays: RecordedDays) => {
  const before = await lockRow(writing, 'patient', input.id)
  if (!before.is_active) throw await patientGone(writing.sql, input.id)
  await requireChoices(writing, input, before)
  await assertLifeInOrder(writing, input, before, recordedDays)
  askAboutUnusual(input, before)
  const { id, version } = input
  const values = { ...valuesOfPatient(input, before), ...(await settleStatus(writing, input, before)) }
  const saved = await changeRow(writing, {
    ...patientTable,
    id,
    version,
    locked: before,
    values,
    patientId: id,
  })
  await keepFormerNumber(writing, id, input)
  // A save that changes nothing is in the audit trail too, with its patient (DP-1).
  writing.trace({ patientIds: [id] })
  await updateStagesOfPatient(writing, id)
  return saved
}

export const saveNextOfKinRecord = async (writing: StaffWriting, input: z.output<typeof nextOfKinInput>) => {
  const patient = await lockRow(writing, 'patient', input.patientId)
  if (!patient.is_active) throw await patientGone(writing.sql, input.patientId)
  const valuesOver = (before: StoredRow<'next_of_kin'> | null) =>
    valuesOf(
      nextOfKinColumns,
      settleTelephones(input, ['phoneNumber'], () => before?.phone_number),
    )
  writing.trace({ patientIds: [input.patientId] })
  const row = { ...nextOfKinTable, patientId: input.patientId }
  if (input.id !== 0) {
    const before = await lockRow(writing, 'next_of_kin', input.id)
    if (before.patient_id !== input.patientId)
      throw new HttpProblem(
        409,
        'conflict',
        'This next of kin belongs to another patient. Nothing was saved.',
      )
    // A merge leaves one next of kin active; nobody would see what is saved in the other.
    if (!before.is_active) throw notFound()
    const values = valuesOver(before)
    await requireActiveChoices(writing, nextOfKinTable, values, before)
    return changeRow(writing, { ...row, values, id: input.id, version: input.version, locked: before })
  }
  const values = valuesOver(null)
  await requireActiveChoices(writing, nextOfKinTable, values, null)
  try {
    return await addRow(writing, { ...row, values })
  } catch (error) {
    if (isUniqueViolation(error, 'next_of_kin_patient_id_key'))
      throw new HttpProblem(
        409,
        'conflict',
        'A next of kin was recorded in the meantime. Open it to make changes.',
      )
    throw error
  }
}
