import type { EncryptionKey } from '../../platform/crypto/encryption.ts'
import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { Paging } from '../../../contract/platform/calls/paging.ts'
import {
  searchCountLimit,
  searchLimit,
  type DemographicsSearch,
  type PatientRow,
  type PatientSort,
  type SearchedRow,
} from '../../../contract/patients/search/search.ts'
import { build, parameter, prepare, unseen } from '../../platform/db/query/compileOnce.ts'
import type { Database } from '../../platform/db/connection/connect.ts'
import type { DB } from '../../platform/db/types.ts'
import { withFlagsAsRead, type Flagged } from '../flags/read.ts'
import type { Reader } from '../flags/withheld.ts'
import {
  countFound,
  readPage,
  type Order,
  type PagedList,
  type ReadRows,
} from '../../platform/http/lists/page.ts'
import { findBornOn } from './bornOn.ts'
import { endsOf, laterName, nameBegins, rangesOfNames } from './byDetails.ts'
import {
  findFormerNames,
  formerNamesWho,
  noFormerNames,
  rangeOf,
  withFormerNames,
  type FormerNames,
} from './formerNames.ts'
import { joins, latestPathway, patientsByIds, shownWithFacts, type WithFacts } from './shownRows.ts'
import { wordsQuery } from './termsQuery.ts'

const asked = parameter<string>(1, 'text')
/** Who has the number comes before those who had it until PDS replaced it. */
const withNhsNumber =
  raw`select ${shownWithFacts('patient', raw`, patient.nhs_number is distinct from ${asked} as "isFormer"`)}
  from patient ${raw.raw(joins('patient'))}
  where patient.is_active and (patient.nhs_number = ${asked}
    or patient.id = any(array(select former.patient_id from former_number as former where former.nhs_number = ${asked})))
  order by patient.nhs_number is distinct from ${asked}, patient.id`.compile(build).sql

export const findByNhsNumber = async (
  { pool, sql }: Pick<Database, 'pool' | 'sql'>,
  nhsNumber: string,
  reader: Reader,
): Promise<Flagged<SearchedRow>[]> => {
  const { rows } = await pool.query<WithFacts & { isFormer: boolean }>({
    name: 'find patients by NHS number',
    text: withNhsNumber,
    values: [nhsNumber],
  })
  const former = await findFormerNames(
    sql,
    reader,
    rows.flatMap(({ patientId: id, isFormer, fact_isRestricted: isRestricted }) =>
      isFormer ? [{ id, nhsNumber, isRestricted: isRestricted === true }] : [],
    ),
  )
  const shown = rows.flatMap(({ isFormer, ...row }) => (isFormer && !former.has(row.patientId) ? [] : [row]))
  return withFormerNames(await withFlagsAsRead(sql, shown, reader), former)
}

/** Patients with the former family name who have another one now; a first name asked for is the present one. */
const hadBefore = prepare(
  'had a name before',
  formerNamesWho(raw`former.search_terms @@ ${unseen(1, 'text')}::tsquery
      and not ${nameBegins('listed', 'family_name', [2, 3, 4])}
      and ${nameBegins('listed', 'first_name', [5, 6, 7])}
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
  const isFirstPage = sort === undefined && after === undefined && !q
  const born = isFirstPage && search.dateOfBirth ? await findBornOn(sql, search, reader, limit) : null
  const former = born?.former ?? (await formerlyNamed(sql, search, reader))
  const page =
    born === null
      ? await readFound<WithFacts>(sql, key, foundBy(search, former, paging), paging)
      : { rows: born.rows, next: null, total: born.rows.length }
  return { ...page, rows: withFormerNames(await withFlagsAsRead(sql, page.rows, reader), former) }
}

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
