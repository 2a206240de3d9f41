import { sql as raw, type Kysely } from 'kysely'
import { jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { NumberStatus } from '../../../contract/patients/numberStatus.ts'
import { selected } from '../../platform/writes/columns.ts'
import type { DB } from '../../platform/db/types.ts'
import { nextOfKinColumns, patientColumns } from './columns.ts'

/** Patients in the form of the API, with the names of their choices, including inactive ones. */
export const selectPatients = (sql: Kysely<DB>) =>
  sql
    .selectFrom('patient')
    .innerJoin('gender', 'gender.id', 'patient.gender_id')
    .leftJoin('name_prefix', 'name_prefix.id', 'patient.name_prefix_id')
    .leftJoin('ethnicity', 'ethnicity.id', 'patient.ethnicity_id')
    .leftJoin('organisation as gp', 'gp.id', 'patient.registered_gp')
    .leftJoin('organisation as branch', 'branch.id', 'patient.registered_gp_branch')
    .select(['patient.id', 'patient.version', 'patient.is_active as isActive'])
    .select(selected('patient', patientColumns))
    .select(({ ref }) => [
      ref('patient.nhs_number_status').$castTo<NumberStatus | null>().as('nhsNumberStatus'),
      'patient.pds_checked_at as pdsCheckedAt',
    ])
    .select(({ ref }) => [
      'ethnicity.code as ethnicityCode',
      jsonBuildObject({
        namePrefix: ref('name_prefix.name'),
        gender: ref('gender.name'),
        ethnicity: ref('ethnicity.name'),
        registeredGP: ref('gp.name'),
        registeredGP_Branch: ref('branch.name'),
      }).as('names'),
    ])

/** The active next of kin as one JSON value, for use in a statement that reads `patient`. */
export const nextOfKinInUse = (sql: Pick<Kysely<DB>, 'selectFrom'>) =>
  jsonObjectFrom(
    sql
      .selectFrom('next_of_kin')
      .leftJoin('name_prefix', 'name_prefix.id', 'next_of_kin.name_prefix_id')
      .select(['next_of_kin.id', 'next_of_kin.version'])
      .select(selected('next_of_kin', nextOfKinColumns))
      .select(({ ref }) => jsonBuildObject({ namePrefix: ref('name_prefix.name') }).as('names'))
      .where('next_of_kin.patient_id', '=', raw.ref<number>('patient.id'))
      .where('next_of_kin.is_active', '=', true),
  )
