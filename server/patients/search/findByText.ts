import type { EncryptionKey } from '../../platform/crypto/encryption.ts'
import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { Paging } from '../../../contract/platform/calls/paging.ts'
import { mostNear, nearBelow, type FoundRow } from '../../../contract/patients/search/search.ts'
import { readSearchText, type SearchTerms } from '../../../contract/patients/search/searchText.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Reader } from '../flags/withheld.ts'
import { countFound, readPage } from '../../platform/http/lists/page.ts'
import { patientsWho, readFound, together, type FoundPage } from './find.ts'
import { patientsByIds, type WithFacts } from './shownRows.ts'
import {
  findFormerNames,
  formerNamesWho,
  formerNumbersWho,
  rangeOf,
  withFormerNames,
  type FormerNames,
} from './formerNames.ts'
import { findNearWords } from './nearWords.ts'
import { anyWordQuery, foldedRuns, patientQuery } from './termsQuery.ts'

const fits = (query: string): RawBuilder<unknown> => raw`listed.search_terms @@ ${query}::tsquery`

/** Details that distinguish people with similar names, after the columns of every grid. */
const asFound = (isNear: boolean): RawBuilder<unknown> =>
  raw`, concat_ws(', ', nullif(listed.address_line1, ''), nullif(listed.town, '')) as address,
    ${raw.lit(isNear)} as "isNear"`
const readExact = patientsByIds<FoundRow>('patients found by text', asFound(false))
const readNear = patientsByIds<FoundRow>('patients of near names', asFound(true))

/**
 * A page of the patients found by the text, which the contract has checked. If there are few, patients whose names only
 * nearly match what was typed follow after the last of them.
 */
export const findByText = async (
  sql: Kysely<DB>,
  key: EncryptionKey,
  text: string,
  paging: Paging,
  reader: Reader,
): Promise<FoundPage<WithFacts<FoundRow>>> => {
  const meant = readSearchText(text)
  if (meant === null) throw new Error('The contract let through what nobody can be found by')
  if (meant.ubrn !== null) {
    const rows = await findByUbrn(sql, meant.ubrn, meant)
    if (rows.length > 0 || meant.telephone === null) return { rows, next: null, total: rows.length }
  }
  const query = patientQuery(meant)
  const former = await formerlyNamed(sql, meant, query, reader)
  const found = {
    ...listOf({ query, holds: former.size === 0 ? fits(query) : raw`true`, isNear: false }, paging),
    ...(former.size > 0 && { ranges: [{ holds: fits(query) }, ...rangeOf(former)] }),
  }
  const { rows: exact, ...page } = await readFound<WithFacts<FoundRow>>(sql, key, found, paging)
  const shown = withFormerNames(exact, former)
  if (page.next !== null || paging.after !== undefined || meant.name === '') return { ...page, rows: shown }
  // If only the filter makes the list short, no near names were shown before it was filtered, so none are added.
  if (
    shown.length >= nearBelow ||
    (paging.q && (await countFound(sql, together(found), '', nearBelow)) >= nearBelow)
  )
    return { ...page, rows: shown }
  const near = await findNear(sql, key, meant, query, paging)
  const rows = [...shown, ...near.filter(({ patientId }) => !former.has(patientId))]
  return { rows, next: null, total: page.total === null ? null : page.total + rows.length - shown.length }
}

interface OfUbrn {
  patientId: number
  pathwayId: number
  referralDate: string | null
  referrer: string | null
}

/**
 * The patients of referrals with this UBRN, each with that referral, open ones first. What else was typed must match
 * too, except for a telephone number that the same digits may be.
 */
const findByUbrn = async (
  sql: Kysely<DB>,
  ubrn: string,
  meant: SearchTerms,
): Promise<WithFacts<FoundRow>[]> => {
  const rest = patientQuery({ ...meant, telephone: null })
  const { rows } = await raw<OfUbrn>`
    select distinct on (pathway.patient_id) pathway.patient_id as "patientId", pathway.id as "pathwayId",
      pathway.referral_date as "referralDate", referrer.name as referrer
    from pathway join patient as listed on listed.id = pathway.patient_id and listed.is_active
    left join referrer on referrer.id = pathway.referrer_id
    where pathway.ubrn = ${ubrn} and pathway.is_active and ${rest === '' ? raw`true` : fits(rest)}
    order by pathway.patient_id, (pathway.discharge_date is null and pathway.cancel_referral_date is null) desc, pathway.id desc`.execute(
    sql,
  )
  const found = new Map(rows.map((row) => [row.patientId, row]))
  const shown = await readExact(sql, [...found.keys()])
  return shown.map((row) => ({ ...row, ...found.get(row.patientId) }))
}

/** Patients who match if a former family name or NHS number is added to what the record says now. */
const formerlyNamed = async (
  sql: Kysely<DB>,
  meant: SearchTerms,
  query: string,
  reader: Reader,
): Promise<FormerNames> => {
  const words = anyWordQuery(meant)
  const { nhsNumber } = meant
  const named =
    words === null
      ? []
      : (
          await formerNamesWho(
            raw`former.search_terms @@ ${words}::tsquery and not ${fits(query)}
      and (listed.search_terms || former.search_terms) @@ ${query}::tsquery`,
          ).execute(sql)
        ).rows
  const numbered =
    nhsNumber === null
      ? []
      : (
          await formerNumbersWho(
            nhsNumber,
            raw`not ${fits(query)}
      and (listed.search_terms || array_to_tsvector(array['h:' || former.nhs_number])) @@ ${query}::tsquery`,
          ).execute(sql)
        ).rows
  return findFormerNames(sql, reader, [...named, ...numbered])
}

/** Reads patients as the search box shows them, in the order of the ids. */
export const readFoundRows = readExact

interface Condition {
  /** Distinguishes the cursors of one search from those of another. */
  query: string
  holds: RawBuilder<unknown>
  isNear: boolean
}
const listOf = ({ query, holds, isNear }: Condition, paging: Paging) =>
  patientsWho(
    {
      name: `text ${query}`,
      holds: raw`listed.is_active and ${holds}`,
      readRows: isNear ? readNear : readExact,
    },
    paging,
  )

/** Patients whose names differ by one letter; if there are none, those whose names differ by two. */
const findNear = async (
  sql: Kysely<DB>,
  key: EncryptionKey,
  meant: SearchTerms,
  exactly: string,
  { sort, q }: Paging,
): Promise<WithFacts<FoundRow>[]> => {
  for (const near of await findNearWords(sql, foldedRuns(meant))) {
    const query = patientQuery(meant, near)
    const holds = raw`${fits(query)} and not ${fits(exactly)}`
    const list = listOf({ query, holds, isNear: true }, { sort, q })
    const { rows } = await readPage<WithFacts<FoundRow>>(sql, key, list, { limit: mostNear, sort, q })
    if (rows.length > 0) return rows
  }
  return []
}
