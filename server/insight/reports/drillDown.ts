import { sql as raw, type Kysely } from 'kysely'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import type { DB } from '../../platform/db/types.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import type { Period, Report } from './definition.ts'

/** A longer list is exported rather than read on screen. */
const mostShown = 1000

/** Columns for a list of the patients that a report counts. Their ids are in `behind`. */
export const personColumns = raw`patient.id as "patientId", pathway.id as "pathwayId",
  patient.family_name as "familyName", patient.first_name as "firstName", name_prefix.name as "namePrefix",
  patient.nhs_number as "nhsNumber", patient.date_of_birth as "dateOfBirth", gender.name as gender, patient.postcode,
  pathway.referral_date as "referralDate", referrer.name as referrer, gp.name as "registeredGP",
  patient.deceased_date is not null as deceased`
export const fromBehind = raw`from behind
  join patient on patient.id = behind.patient_id
  join gender on gender.id = patient.gender_id
  left join name_prefix on name_prefix.id = patient.name_prefix_id
  left join organisation as gp on gp.id = patient.registered_gp
  left join pathway on pathway.id = behind.pathway_id
  left join referrer on referrer.id = pathway.referrer_id`

export interface NumberAsked {
  section: number
  /** The stored values of the row's groups; null for the total row. */
  row: readonly (string | null)[] | null
  column: string
}

/**
 * The patients whose records are not withheld, with their flags. A withheld patient is left out, because being
 * counted in a number reveals something about their care or where they live.
 */
export const namedPeople = async (sql: Kysely<DB>, rows: readonly PatientRow[], reader: Reader) => {
  const named = (await withFlags(sql, rows, reader)).filter(({ isWithheld }) => isWithheld !== true)
  return { named, withheld: rows.length - named.length }
}

/** The patients behind one number of a report, sorted by name, and how many there are. */
export const findPeople = async (
  sql: Kysely<DB>,
  report: Report,
  { section: place, row, column }: NumberAsked,
  period: Period,
  limit = mostShown,
): Promise<{ rows: PatientRow[]; total: number }> => {
  const found = report.sections[place]
  const section = found?.kind === 'listed' ? undefined : found
  const measure = section?.measures.find(({ id }) => id === column)
  if (section === undefined || measure?.kind !== 'count' || section.isBeyondPatients === true)
    throw new ValidationProblem({ column: 'The report has no such number' })
  if (row !== null && row.length !== section.groups.length)
    throw new ValidationProblem({ row: 'The report has no such row' })
  const conditions = [
    raw`patient_id is not null`,
    ...(row ?? []).map(
      (value, index) => raw`${raw.ref(section.groups[index]?.id ?? '')}::text is not distinct from ${value}`,
    ),
    ...(measure.when === undefined ? [] : [raw`(${raw.raw(measure.when)})`]),
  ]
  const those = raw`from facts where ${raw.join(conditions, raw` and `)}`
  // If the number counts people, list each person once, with the latest referral counted.
  const behind =
    measure.distinct === 'patient_id'
      ? raw`select patient_id, max(pathway_id) as pathway_id ${those} group by patient_id`
      : raw`select distinct patient_id, pathway_id ${those}`
  const { rows } = await raw<PatientRow & { total: number }>`
    with facts as (${await section.facts(period)}),
    behind as (${behind})
    select ${personColumns}, count(*) over () as total
    ${fromBehind}
    order by patient.family_name_key, patient.first_name_key, patient.id, pathway.id
    limit ${limit}`.execute(sql)
  return { rows, total: rows[0]?.total ?? 0 }
}
