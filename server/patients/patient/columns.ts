import type { z } from 'zod'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { nextOfKinInput, PatientInput } from '../../../contract/patients/patient.ts'
import { savedTable, type ColumnsOf } from '../../platform/writes/columns.ts'

export const patientColumns = {
  familyName: 'family_name',
  firstName: 'first_name',
  namePrefix: 'name_prefix_id',
  genderId: 'gender_id',
  dateOfBirth: 'date_of_birth',
  nhsNumber: 'nhs_number',
  nhsNumberUnknown: 'nhs_number_unknown',
  ethnicity: 'ethnicity_id',
  addressLine1: 'address_line1',
  addressLine2: 'address_line2',
  addressLine3: 'address_line3',
  town: 'town',
  county: 'county',
  postcode: 'postcode',
  phoneHome: 'phone_home',
  phoneWork: 'phone_work',
  phoneMobile: 'phone_mobile',
  phoneHomeNote: 'phone_home_note',
  phoneWorkNote: 'phone_work_note',
  phoneMobileNote: 'phone_mobile_note',
  email: 'email',
  registeredGP: 'registered_gp',
  registeredGP_Branch: 'registered_gp_branch',
  consentRefusedDate: 'consent_refused_date',
  timeConsentRefused: 'time_consent_refused',
  deceasedDate: 'deceased_date',
} as const satisfies ColumnsOf<
  PatientInput,
  'patient',
  'id' | 'version' | 'deathBeforeRecordsConfirmed' | 'notDuplicateOf' | 'unusualConfirmed'
>

export const nextOfKinColumns = {
  patientId: 'patient_id',
  familyName: 'family_name',
  firstName: 'first_name',
  namePrefix: 'name_prefix_id',
  relationship: 'relationship',
  phoneNumber: 'phone_number',
  phoneNumberNote: 'phone_number_note',
} as const satisfies ColumnsOf<z.output<typeof nextOfKinInput>, 'next_of_kin', 'id' | 'version'>

export const patientTable = savedTable({
  table: 'patient',
  entity: 'patient',
  columns: patientColumns,
  labels: labels.patient,
})

export const nextOfKinTable = savedTable({
  table: 'next_of_kin',
  entity: 'nextOfKin',
  columns: nextOfKinColumns,
  labels: labels.nextOfKin,
})
