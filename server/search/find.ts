import type { Pool } from 'pg'
import { foldName } from '../../contract/fold.ts'
import {
  searchCountLimit,
  searchLimit,
  type DemographicsSearch,
  type PatientRow,
} from '../../contract/search.ts'
import { endOfPrefix } from './prefix.ts'

/** The open pathway of `patient`, else the latest; nothing when there is none. */
export const latestPathway = `
    select pathway.id, pathway.referral_date,
      (select name from referrer where referrer.id = pathway.referrer_id) as referrer
    from pathway
    where pathway.patient_id = patient.id and pathway.is_active
    order by (pathway.discharge_date is null and pathway.cancel_referral_date is null) desc,
      pathway.referral_date desc nulls last, pathway.id desc
    limit 1`

/**
 * Each of the patients with the open pathway, else the latest (specification section 2, patient grids). The referrer is
 * looked up, not joined: a join would read the whole list of referrers again for each patient.
 */
const shown = (patients: string) => `
  select patient.id as "patientId", chosen.id as "pathwayId", patient.family_name as "familyName",
    patient.first_name as "firstName", name_prefix.name as "namePrefix", patient.nhs_number as "nhsNumber",
    patient.date_of_birth as "dateOfBirth", gender.name as gender, patient.postcode,
    chosen.referral_date as "referralDate", chosen.referrer, gp.name as "registeredGP",
    patient.deceased_date is not null as deceased
  from ${patients}
  join gender on gender.id = patient.gender_id
  left join name_prefix on name_prefix.id = patient.name_prefix_id
  left join organisation as gp on gp.id = patient.registered_gp
  left join lateral (${latestPathway}
  ) as chosen on true`

const withNhsNumber = `${shown('patient')} where patient.is_active and patient.nhs_number = $1`

export const findByNhsNumber = async (pool: Pool, nhsNumber: string): Promise<PatientRow[]> => {
  const { rows } = await pool.query<PatientRow>({
    name: 'find patients by NHS number',
    text: withNhsNumber,
    values: [nhsNumber],
  })
  return rows
}

/**
 * Names match from their beginning, whatever the case and accents; the other terms exactly. Answers at most
 * `limit` rows by name, and how many there are; null when they are more than are counted.
 */
export const findByDemographics = async (
  pool: Pool,
  search: DemographicsSearch,
  limit = searchLimit,
): Promise<{ rows: PatientRow[]; total: number | null }> => {
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value)}`
  const begins = (column: string, name: string): string => {
    const key = foldName(name)
    // A name of marks alone folds to nothing; as an empty prefix it would begin every name.
    return key === '' ? 'false' : `${column} >= ${add(key)} and ${column} < ${add(endOfPrefix(key))}`
  }
  const conditions = [
    ...(search.familyName ? [begins('patient.family_name_key', search.familyName)] : []),
    ...(search.firstName ? [begins('patient.first_name_key', search.firstName)] : []),
    ...(search.dateOfBirth ? [`patient.date_of_birth = ${add(search.dateOfBirth)}`] : []),
    ...(search.gender ? [`patient.gender_id = ${add(search.gender)}`] : []),
  ]
  // The rows are chosen from the indexes alone before anything is joined to them.
  const matching = `from patient where patient.is_active and ${conditions.join(' and ')}`
  const chosen = `(
    select * ${matching}
    order by patient.family_name_key, patient.first_name_key, patient.id limit ${limit + 1}
  ) as patient`
  const { rows } = await pool.query<PatientRow>({
    text: `${shown(chosen)} order by patient.family_name_key, patient.first_name_key, patient.id`,
    values,
  })
  if (rows.length <= limit) return { rows, total: rows.length }
  const { rows: counted } = await pool.query<{ total: number }>(
    `select count(*) as total from (select ${matching} limit ${searchCountLimit + 1}) as counted`,
    values,
  )
  const total = Math.max(counted[0]?.total ?? 0, limit + 1)
  return { rows: rows.slice(0, limit), total: total > searchCountLimit ? null : total }
}
