import { foldName } from '../../contract/fold.ts'
import type { PatientInput, nextOfKinInput } from '../../contract/patient.ts'
import type { z } from 'zod'
import { isUniqueViolation, notFound, Refusal } from '../errors.ts'
import { addRow, changeRow, lockRow } from '../saveRow.ts'
import { placePatient } from '../worklists/place.ts'
import type { Writing } from '../write.ts'
import { demandChoices, demandTitle } from './choices.ts'
import { demandNewPerson } from './duplicates.ts'
import { demandLifeInOrder } from './life.ts'
import { numberTaken } from './numberTaken.ts'

const columnsOf = (input: PatientInput) => ({
  family_name: input.familyName,
  family_name_key: foldName(input.familyName),
  first_name: input.firstName,
  first_name_key: input.firstName === undefined ? undefined : foldName(input.firstName ?? ''),
  name_prefix_id: input.namePrefix,
  gender_id: input.genderId,
  date_of_birth: input.dateOfBirth,
  nhs_number: input.nhsNumber,
  nhs_number_unknown: input.nhsNumberUnknown,
  ethnicity_id: input.ethnicity,
  address_line1: input.addressLine1,
  address_line2: input.addressLine2,
  address_line3: input.addressLine3,
  town: input.town,
  county: input.county,
  postcode: input.postcode,
  phone_home: input.phoneHome,
  phone_work: input.phoneWork,
  phone_mobile: input.phoneMobile,
  email: input.email,
  registered_gp: input.registeredGP,
  registered_gp_branch: input.registeredGP_Branch,
  consent_refused_date: input.consentRefusedDate,
  time_consent_refused: input.timeConsentRefused,
  deceased_date: input.deceasedDate,
})

/** Registers a patient (id 0) or saves changes; open pathways of the patient follow in the same transaction. */
export const savePatientRecord = async (writing: Writing, input: PatientInput) => {
  try {
    return input.id === 0 ? await register(writing, input) : await change(writing, input)
  } catch (error) {
    // Asked for beforehand, but only the index decides between two that come at once.
    if (isUniqueViolation(error, 'patient_nhs_number_among_active')) throw numberTaken()
    throw error
  }
}

const register = async (writing: Writing, input: PatientInput) => {
  await demandChoices(writing, input, null)
  await demandLifeInOrder(writing, input, null)
  await demandNewPerson(writing, input)
  return addRow(writing, {
    table: 'patient',
    entity: 'patient',
    values: columnsOf(input),
    patientId: 'itself',
  })
}

const change = async (writing: Writing, input: PatientInput) => {
  const before = await lockRow(writing, 'patient', input.id)
  if (before['is_active'] === false) throw notFound()
  await demandChoices(writing, input, before)
  await demandLifeInOrder(writing, input, before)
  const saved = await changeRow(writing, {
    table: 'patient',
    entity: 'patient',
    id: input.id,
    version: input.version,
    values: columnsOf(input),
    patientId: input.id,
  })
  // A save that changes nothing is in the trail too, with the patient it was about (trust DP-1).
  writing.trace({ patientIds: [input.id] })
  await placePatient(writing, input.id)
  return saved
}

export const saveNextOfKinRecord = async (writing: Writing, input: z.output<typeof nextOfKinInput>) => {
  const patient = await lockRow(writing, 'patient', input.patientId)
  if (patient['is_active'] === false) throw notFound()
  const values = {
    family_name: input.familyName,
    first_name: input.firstName,
    name_prefix_id: input.namePrefix,
    relationship: input.relationship,
    phone_number: input.phoneNumber,
  }
  writing.trace({ patientIds: [input.patientId] })
  const row = { table: 'next_of_kin', entity: 'nextOfKin', patientId: input.patientId } as const
  if (input.id !== 0) {
    const before = await lockRow(writing, 'next_of_kin', input.id)
    if (before['patient_id'] !== input.patientId)
      throw new Refusal(409, 'conflict', 'This next of kin belongs to another patient. Nothing was saved.')
    await demandTitle(writing, input.namePrefix, before['name_prefix_id'])
    return changeRow(writing, { ...row, id: input.id, version: input.version, values })
  }
  await demandTitle(writing, input.namePrefix, null)
  try {
    return await addRow(writing, { ...row, values: { ...values, patient_id: input.patientId } })
  } catch (error) {
    if (isUniqueViolation(error, 'next_of_kin_patient_id_key'))
      throw new Refusal(409, 'conflict', 'A next of kin was recorded meanwhile. Open it to make changes.')
    throw error
  }
}
