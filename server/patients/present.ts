import type { Kysely } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { selected } from '../writes/columns.ts'
import type { DB } from '../db/types.ts'
import { patientColumns } from './columns.ts'

/** Patients as the wire has them, with the names behind their choices, inactive ones included. */
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
      'ethnicity.code as ethnicityCode',
      jsonBuildObject({
        namePrefix: ref('name_prefix.name'),
        gender: ref('gender.name'),
        ethnicity: ref('ethnicity.name'),
        registeredGP: ref('gp.name'),
        registeredGP_Branch: ref('branch.name'),
      }).as('names'),
    ])
