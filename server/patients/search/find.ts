import type { EncryptionKey } from '../../platform/crypto/encryption.ts'
import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { foldName } from '../../../contract/platform/words/fold.ts'
import type { Paging } from '../../../contract/platform/calls/paging.ts'
import {
  searchCountLimit,
  searchLimit,
  type DemographicsSearch,
  type PatientRow,
  type PatientSort,
  type SearchedRow,
} from '../../../contract/patients/search/search.ts'
import { anyOf, build, listOfIds, parameter, prepare, unseen } from '../../platform/db/query/compileOnce.ts'
import { endOfPrefix } from '../../platform/db/query/prefix.ts'
import type { Database } from '../../platform/db/connection/connect.ts'
import type { DB } from '../../platform/db/types.ts'
import { factColumns, isSaidDead, withFlagsAsRead, type FactColumns, type Flagged } from '../flags/read.ts'
import type { Reader } from '../flags/withheld.ts'
import {
  countFound,
  readPage,
  type Order,
  type PagedList,
  type ReadRows,
} from '../../platform/http/lists/page.ts'
import { rangesOfNames } from './byDetails.ts'
import {
  findFormerNames,
  formerNamesWho,
  noFormerNames,
  rangeOf,
  withFormerNames,
  type FormerNames,
} from './formerNames.ts'
import { beginningOfName, wordsQuery } from './termsQuery.ts'

/**
 * The open pathway of a row of `patient`, otherwise the latest; no row if there is none.
 * @param also another condition on the pathway
 */
export const latestPathway = (of: string, also = 'true') => `
    select pathway.id, pathway.referral_date,
      (select name from referrer where referrer.id = pathway.referrer_id) as referrer
    from pathway
    where pathway.patient_id = ${of}.id and pathway.is_active and ${also}
    order by (pathway.discharge_date is null and pathway.cancel_referral_date is null) desc,
      pathway.referral_date desc nulls last, pathway.id desc
    limit 1`

/**
 * Each of the patients with the open pathway, otherwise the latest (specification, patient grids). For a patient on a
 * list, the row of the list has all of it, and whether the patient is said to have died. The pathways are searched only
 * for the others. The referrer is looked up, not joined: a join would read the whole list of referrers again for each
 * patient.
 */
const shown = (
  of: string,
) => `${of}.id as "patientId", coalesce(on_list.pathway_id, latest.id) as "pathwayId",
    ${of}.family_name as "familyName", ${of}.first_name as "firstName", name_prefix.name as "namePrefix",
    ${of}.nhs_number as "nhsNumber", ${of}.date_of_birth as "dateOfBirth", gender.name as gender, ${of}.postcode,
    case when on_list.pathway_id is null then latest.referral_date else on_list.referral_date end as "referralDate",
    case when on_list.pathway_id is null then latest.referrer else on_list.referrer end as referrer,
    gp.name as "registeredGP", ${of}.deceased_date is not null as deceased`
const joins = (of: string) => `
  join gender on gender.id = ${of}.gender_id
  left join name_prefix on name_prefix.id = ${of}.name_prefix_id
  left join organisation as gp on gp.id = ${of}.registered_gp
  left join lateral (
    select work_list.pathway_id, work_list.referral_date, work_list.referrer, work_list.deceased
    from work_list
    where work_list.patient_id = ${of}.id
    order by work_list.referral_date desc nulls last, work_list.pathway_id desc
    limit 1
  ) as on_list on true
  left join lateral (${latestPathway(of, 'on_list.pathway_id is null')}
  ) as latest on true`

/** A row with the facts that its chips are built from. */
export type WithFacts<Row extends PatientRow = PatientRow> = Row & FactColumns

/** @param more columns after those of every grid */
const shownWithFacts = (of: string, more = raw``) =>
  raw`${raw.raw(shown(of))}${more}, ${factColumns(of, isSaidDead(of, raw`on_list.deceased`))}`

/**
 * Reads patients by their ids, in the order of the ids, with one plan that is kept. Inactive patients are left out.
 * @param name name of the prepared statement
 * @param more columns after those of every grid
 */
export const patientsByIds = <Row extends PatientRow>(
  name: string,
  more?: RawBuilder<unknown>,
): ((sql: Kysely<DB>, ids: readonly number[]) => Promise<WithFacts<Row>[]>) =>
  prepare<WithFacts<Row>>(
    name,
    raw`
  select ${shownWithFacts('listed', more)}
  from ${listOfIds(1)} join patient as listed on listed.id = asked.id and listed.is_active
  ${raw.raw(joins('listed'))}
  order by asked.place`,
  )

const withNhsNumber = raw`select ${shownWithFacts('patient')} from patient ${raw.raw(joins('patient'))}
  where patient.is_active and patient.nhs_number = ${parameter(1, 'text')}`.compile(build).sql

export const findByNhsNumber = async (
  { pool, sql }: Pick<Database, 'pool' | 'sql'>,
  nhsNumber: string,
  reader: Reader,
): Promise<Flagged<PatientRow>[]> => {
  const { rows } = await pool.query<WithFacts>({
    name: 'find patients by NHS number',
    text: withNhsNumber,
    values: [nhsNumber],
  })
  return withFlagsAsRead(sql, rows, reader)
}

/** Whether a name begins with the one asked for, at its start or at a later word; true if none is asked for. */
const nameBegins = (
  of: string,
  key: string,
  [from, to, later]: readonly [number, number, number],
): RawBuilder<unknown> => {
  const column = raw.ref(`${of}.${key}`)
  return raw`(${unseen(from, 'text')} is null or ${column} >= ${unseen(from, 'text')} and ${column} < ${unseen(to, 'text')}
        or later_name_terms(${raw.ref(`${of}.family_name`)}, ${raw.ref(`${of}.first_name`)}) @@ ${unseen(later, 'text')}::tsquery)`
}

/** Patients with the former family name who have another one now; a first name asked for is the present one. */
const hadBefore = prepare(
  'had a name before',
  formerNamesWho(raw`former.search_terms @@ ${unseen(1, 'text')}::tsquery
      and not ${nameBegins('listed', 'family_name_key', [2, 3, 4])}
      and ${nameBegins('listed', 'first_name_key', [5, 6, 7])}
      and (${unseen(8, 'date')} is null or listed.date_of_birth = ${unseen(8, 'date')})
      and (${unseen(9, 'bigint')} is null or listed.gender_id = ${unseen(9, 'bigint')})`),
)

/** The patients who are found by a former family name. */
const formerlyNamed = async (
  sql: Kysely<DB>,
  { familyName, firstName, dateOfBirth, gender }: DemographicsSearch,
  reader: Reader,
): Promise<FormerNames> => {
  const query = wordsQuery(familyName ?? '')
  const [family, first] = [endsOf(familyName), endsOf(firstName)]
  if (query === null || family === 'no key' || first === 'no key') return noFormerNames
  const [laterFamily, laterFirst] = [laterName('f:', familyName), laterName('g:', firstName)]
  const names = [...family, laterFamily, ...first, laterFirst]
  const rows = await hadBefore(sql, query, ...names, dateOfBirth || null, gender || null)
  return findFormerNames(sql, reader, rows)
}

/** The conditions other than names. */
const conditionsOf = (search: DemographicsSearch): RawBuilder<unknown> =>
  raw.join(
    [
      raw`listed.is_active`,
      ...(search.dateOfBirth ? [raw`listed.date_of_birth = ${search.dateOfBirth}`] : []),
      ...(search.gender ? [raw`listed.gender_id = ${search.gender}`] : []),
    ],
    raw` and `,
  )

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
/** Columns of the patient's own table, by which rows are chosen before anything is joined to them. */
const ownSorts: readonly string[] = ['patient', 'nhsNumber', 'dateOfBirth', 'postcode']

const filterText = `concat_ws(' ', family_name_key, first_name_key, folded(prefix), nhs_number, day_words(date_of_birth),
  folded(gender_name), folded(postcode), day_words(referral_date), folded(referrer), gp_key)`

/** Patients with the values of the other columns, for an order or a filter that needs them. */
const joined = raw.raw(`(
  select patient.*, gender.name as gender_name, name_prefix.name as prefix, gp.name_key as gp_key,
    chosen.referral_date, chosen.referrer
  from patient
  join gender on gender.id = patient.gender_id
  left join name_prefix on name_prefix.id = patient.name_prefix_id
  left join organisation as gp on gp.id = patient.registered_gp
  left join lateral (${latestPathway('patient')}) as chosen on true) as listed`)

/**
 * Patients who meet the condition on `listed`, ordered by name.
 * @param name distinguishes their cursors from those of other searches
 */
export const patientsWho = (
  { name, holds, readRows }: { name: string; holds: RawBuilder<unknown>; readRows: ReadRows },
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
    shown: readRows,
  }
}

const readRows = patientsByIds('patients found')

/**
 * Patients who match a search by details. Names match from their beginning and from that of each later word, regardless
 * of case, accents and signs.
 */
const foundBy = (search: DemographicsSearch, former: FormerNames, paging: Paging): PagedList => {
  const name = `search ${JSON.stringify([search.familyName, search.firstName, search.dateOfBirth, search.gender])}`
  return {
    ...patientsWho({ name, holds: conditionsOf(search), readRows }, paging),
    ...rangesOfNames(search, rangeOf(former)),
  }
}

export interface FoundPage<Row> {
  rows: Row[]
  next: string | null
  /** How many are found; null if there are more than are counted. */
  total: number | null
}

export const findByDemographics = async (
  sql: Kysely<DB>,
  key: EncryptionKey,
  search: DemographicsSearch,
  paging: Paging,
  reader: Reader,
): Promise<FoundPage<Flagged<SearchedRow>>> => {
  const { limit = searchLimit, sort, after, q } = paging
  const former = await formerlyNamed(sql, search, reader)
  const isFirstPage = sort === undefined && after === undefined && !q
  const born = isFirstPage && search.dateOfBirth ? await findBornOn(sql, search, former, limit) : null
  const page =
    born === null
      ? await readFound<WithFacts>(sql, key, foundBy(search, former, paging), paging)
      : { rows: born, next: null, total: born.length }
  return { ...page, rows: withFormerNames(await withFlagsAsRead(sql, page.rows, reader), former) }
}

/**
 * Patients born on a day who meet the other conditions, in the usual order. This is a range of one index, so that one
 * plan suits every search and is kept. A name that is not asked for has no bounds.
 */
const bornOn = prepare<WithFacts>(
  'find patients by birth',
  raw`
  select ${shownWithFacts('listed')}
  from (
    select * from patient
    where is_active and date_of_birth = ${unseen(1, 'date')} and (id = ${anyOf(10, 'bigint')}
      or ${nameBegins('patient', 'family_name_key', [2, 3, 8])} and ${nameBegins('patient', 'first_name_key', [4, 5, 9])}
      and (${unseen(6, 'bigint')} is null or gender_id = ${unseen(6, 'bigint')}))
    order by family_name_key, first_name_key, id limit ${parameter(7, 'integer')}) as listed
  ${raw.raw(joins('listed'))}
  order by listed.family_name_key, listed.first_name_key, listed.id`,
)

/** At most a page of the patients born on a day; null if there are more. */
const findBornOn = async (
  sql: Kysely<DB>,
  { familyName, firstName, dateOfBirth, gender }: DemographicsSearch,
  former: FormerNames,
  limit: number,
): Promise<WithFacts[] | null> => {
  const [family, first] = [endsOf(familyName), endsOf(firstName)]
  if (family === 'no key' || first === 'no key') return []
  const later = [laterName('f:', familyName), laterName('g:', firstName)]
  const rows = await bornOn(sql, dateOfBirth, ...family, ...first, gender || null, limit + 1, ...later, [
    ...former.keys(),
  ])
  return rows.length > limit ? null : rows
}

/** The bounds of the keys that begin with the name. A name that folds to nothing matches none. */
const endsOf = (name: string | null | undefined): [string | null, string | null] | 'no key' => {
  if (!name) return [null, null]
  const key = foldName(name)
  return key === '' ? 'no key' : [key, endOfPrefix(key)]
}

const laterName = (kind: string, name: string | null | undefined): string | null =>
  name ? beginningOfName(kind, foldName(name)) : null

/** A list in parts as one list, for counting: each part uses its own index. */
export const together = ({ ranges, ...list }: PagedList): PagedList =>
  ranges === undefined
    ? list
    : {
        ...list,
        holds: raw`true`,
        from: raw`(${raw.join(
          ranges.map(({ holds }) => raw`select listed.* from ${list.from} where ${list.holds} and ${holds}`),
          raw` union all `,
        )}) as listed`,
      }

/** A page of the patients found, and how many there are. */
export const readFound = async <Row extends PatientRow>(
  sql: Kysely<DB>,
  key: EncryptionKey,
  list: PagedList,
  { limit = searchLimit, ...paging }: Paging,
): Promise<FoundPage<Row>> => {
  const page = await readPage<Row>(sql, key, list, { limit, ...paging })
  if (page.next === null && paging.after === undefined) return { ...page, total: page.rows.length }
  const total = await countFound(sql, together(list), paging.q, searchCountLimit + 1)
  return { ...page, total: total > searchCountLimit ? null : total }
}
