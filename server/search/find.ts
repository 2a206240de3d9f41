import type { EncryptionKey } from '../crypto/encryption.ts'
import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import { foldName } from '../../contract/fold.ts'
import type { Paging } from '../../contract/paging.ts'
import {
  searchCountLimit,
  searchLimit,
  type DemographicsSearch,
  type PatientRow,
  type PatientSort,
} from '../../contract/search.ts'
import type { DB } from '../db/types.ts'
import { countFound, readPage, type Order, type PagedList } from '../lists/page.ts'
import { beginsWith } from '../db/beginsWith.ts'

/** The open pathway of a row of `patient`, else the latest; nothing when there is none. */
export const latestPathway = (of: string) => `
    select pathway.id, pathway.referral_date,
      (select name from referrer where referrer.id = pathway.referrer_id) as referrer
    from pathway
    where pathway.patient_id = ${of}.id and pathway.is_active
    order by (pathway.discharge_date is null and pathway.cancel_referral_date is null) desc,
      pathway.referral_date desc nulls last, pathway.id desc
    limit 1`

/**
 * Each of the patients with the open pathway, else the latest (specification, patient grids). The referrer is
 * looked up, not joined: a join would read the whole list of referrers again for each patient.
 */
const shown = (
  of: string,
) => `${of}.id as "patientId", chosen.id as "pathwayId", ${of}.family_name as "familyName",
    ${of}.first_name as "firstName", name_prefix.name as "namePrefix", ${of}.nhs_number as "nhsNumber",
    ${of}.date_of_birth as "dateOfBirth", gender.name as gender, ${of}.postcode,
    chosen.referral_date as "referralDate", chosen.referrer, gp.name as "registeredGP",
    ${of}.deceased_date is not null as deceased`
const joins = (of: string) => `
  join gender on gender.id = ${of}.gender_id
  left join name_prefix on name_prefix.id = ${of}.name_prefix_id
  left join organisation as gp on gp.id = ${of}.registered_gp
  left join lateral (${latestPathway(of)}
  ) as chosen on true`

const withNhsNumber = `select ${shown('patient')} from patient ${joins('patient')} where patient.is_active and patient.nhs_number = $1`

export const findByNhsNumber = async (pool: Pool, nhsNumber: string): Promise<PatientRow[]> => {
  const { rows } = await pool.query<PatientRow>({
    name: 'find patients by NHS number',
    text: withNhsNumber,
    values: [nhsNumber],
  })
  return rows
}

const conditionsOf = (search: DemographicsSearch): RawBuilder<unknown> => {
  const begins = (column: string, name: string) => beginsWith(raw.ref(`listed.${column}`), foldName(name))
  return raw.join(
    [
      raw`listed.is_active`,
      ...(search.familyName ? [begins('family_name_key', search.familyName)] : []),
      ...(search.firstName ? [begins('first_name_key', search.firstName)] : []),
      ...(search.dateOfBirth ? [raw`listed.date_of_birth = ${search.dateOfBirth}`] : []),
      ...(search.gender ? [raw`listed.gender_id = ${search.gender}`] : []),
    ],
    raw` and `,
  )
}

const orders: Record<PatientSort, Order> = {
  patient: { keys: ['family_name_key', 'first_name_key'] },
  nhsNumber: { keys: ['nhs_number collate "C"'], gaps: 'last' },
  dateOfBirth: { keys: ['date_of_birth'], gaps: 'last' },
  gender: { keys: ['gender_name collate "C"'] },
  postcode: { keys: ['postcode collate "C"'], gaps: 'last' },
  referralDate: { keys: ['referral_date'], gaps: 'last' },
  referrer: { keys: ['folded(referrer) collate "C"'], gaps: 'last' },
  registeredGP: { keys: ['gp_key'], gaps: 'last' },
}
/** Columns of the patient itself, by which rows are chosen before anything is joined to them. */
const ownSorts: readonly string[] = ['patient', 'nhsNumber', 'dateOfBirth', 'postcode']

const filterText = `concat_ws(' ', family_name_key, first_name_key, folded(prefix), nhs_number, day_words(date_of_birth),
  folded(gender_name), folded(postcode), day_words(referral_date), folded(referrer), gp_key)`

/** Patients with what the other columns show, for an order or a filter that asks for it. */
const joined = raw.raw(`(
  select patient.*, gender.name as gender_name, name_prefix.name as prefix, gp.name_key as gp_key,
    chosen.referral_date, chosen.referrer
  from patient
  join gender on gender.id = patient.gender_id
  left join name_prefix on name_prefix.id = patient.name_prefix_id
  left join organisation as gp on gp.id = patient.registered_gp
  left join lateral (${latestPathway('patient')}) as chosen on true) as listed`)

/**
 * Patients for whom the condition on `listed` holds, by name.
 * @param name tells their cursors from those of other searches
 * @param more columns behind those of every grid
 */
export const patientsWho = (
  { name, holds, more = raw`` }: { name: string; holds: RawBuilder<unknown>; more?: RawBuilder<unknown> },
  { sort, q }: Paging,
): PagedList => {
  const isOwn = !q && (sort === undefined || ownSorts.includes(sort.replace('-', '')))
  return {
    name,
    from: isOwn ? raw`patient as listed` : joined,
    holds,
    id: 'id',
    orders,
    usual: orders.patient,
    filterText,
    shown: raw`${raw.raw(shown('listed'))}${more}`,
    joins: raw.raw(joins('listed')),
  }
}

/** Those whom a search by details finds. Names match from their beginning, whatever the case and accents. */
const foundBy = (search: DemographicsSearch, paging: Paging): PagedList =>
  patientsWho(
    {
      name: `search ${JSON.stringify([search.familyName, search.firstName, search.dateOfBirth, search.gender])}`,
      holds: conditionsOf(search),
    },
    paging,
  )

export interface FoundPage<Row> {
  rows: Row[]
  next: string | null
  /** How many are found; null when they are more than are counted. */
  total: number | null
}

export const findByDemographics = (
  sql: Kysely<DB>,
  key: EncryptionKey,
  search: DemographicsSearch,
  paging: Paging = {},
): Promise<FoundPage<PatientRow>> => readFound(sql, key, foundBy(search, paging), paging)

/** A page of the patients found, and how many they are. */
export const readFound = async <Row extends PatientRow>(
  sql: Kysely<DB>,
  key: EncryptionKey,
  list: PagedList,
  { limit = searchLimit, ...paging }: Paging,
): Promise<FoundPage<Row>> => {
  const page = await readPage<Row>(sql, key, list, { limit, ...paging })
  if (page.next === null && paging.after === undefined) return { ...page, total: page.rows.length }
  const total = await countFound(sql, list, paging.q, searchCountLimit + 1)
  return { ...page, total: total > searchCountLimit ? null : total }
}
