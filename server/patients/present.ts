import type { Kysely } from 'kysely'
import type { PatientRecord } from '../../contract/patient.ts'
import type { DB } from '../db/types.ts'

/** Patients with the names behind their choices, inactive ones included. */
export const selectPatients = (sql: Kysely<DB>) =>
  sql
    .selectFrom('patient')
    .innerJoin('gender', 'gender.id', 'patient.gender_id')
    .leftJoin('name_prefix', 'name_prefix.id', 'patient.name_prefix_id')
    .leftJoin('ethnicity', 'ethnicity.id', 'patient.ethnicity_id')
    .leftJoin('organisation as gp', 'gp.id', 'patient.registered_gp')
    .leftJoin('organisation as branch', 'branch.id', 'patient.registered_gp_branch')
    .selectAll('patient')
    .select([
      'gender.name as gender',
      'name_prefix.name as name_prefix',
      'ethnicity.name as ethnicity',
      'ethnicity.code as ethnicity_code',
      'gp.name as gp_name',
      'branch.name as branch_name',
    ])

export type PatientRow = Awaited<ReturnType<ReturnType<typeof selectPatients>['execute']>>[number]

export const presentPatient = (row: PatientRow): PatientRecord => ({
  id: row.id,
  version: row.version,
  isActive: row.is_active,
  familyName: row.family_name,
  firstName: row.first_name,
  namePrefix: row.name_prefix_id,
  genderId: row.gender_id,
  dateOfBirth: row.date_of_birth,
  nhsNumber: row.nhs_number,
  nhsNumberUnknown: row.nhs_number_unknown,
  ethnicity: row.ethnicity_id,
  addressLine1: row.address_line1,
  addressLine2: row.address_line2,
  addressLine3: row.address_line3,
  town: row.town,
  county: row.county,
  postcode: row.postcode,
  phoneHome: row.phone_home,
  phoneWork: row.phone_work,
  phoneMobile: row.phone_mobile,
  email: row.email,
  registeredGP: row.registered_gp,
  registeredGP_Branch: row.registered_gp_branch,
  consentRefusedDate: row.consent_refused_date,
  timeConsentRefused: row.time_consent_refused,
  deceasedDate: row.deceased_date,
  ethnicityCode: row.ethnicity_code,
  names: {
    namePrefix: row.name_prefix,
    gender: row.gender,
    ethnicity: row.ethnicity,
    registeredGP: row.gp_name,
    registeredGP_Branch: row.branch_name,
  },
})
