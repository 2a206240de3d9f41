import { sql as raw, type Kysely } from 'kysely'
import {
  peopleOnPage,
  type ListedPeople,
  type ListedPerson,
  type SenderRow,
  type shownPeopleCodes,
} from '../../../../contract/exchange/caseFinding/listedPeople.ts'
import { standingCodes, type Standing } from '../../../../contract/exchange/caseFinding/listKind.ts'
import { storedTold } from '../../../../contract/exchange/incoming/told.ts'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { standingsOf } from '../../../insight/reports/listedPeople.ts'
import { withheldAmong, type Reader } from '../../../patients/flags/withheld.ts'
import type { DB } from '../../../platform/db/types.ts'
import { notFound } from '../../../platform/errors.ts'
import { countMatches } from '../../incoming/inbox/matches.ts'

type Shown = (typeof shownPeopleCodes)[number]

interface Asked {
  listId: number
  shown: Shown | null
  page: number
  reader: Reader
  today: CalendarDate
}

const inList = (listId: number, today: CalendarDate) =>
  standingsOf({ which: raw`listed.list_id = ${listId}`, asOf: raw`${today}::date` })

/** One page of the people of a list, in the order of the list, with the counts of the whole list. */
export const readPeople = async (
  sql: Kysely<DB>,
  { listId, shown, page, reader, today }: Asked,
): Promise<ListedPeople> => {
  const list = await sql
    .selectFrom('case_finding_list')
    .select(['id', 'kind', 'sender', 'list_date as listDate', 'removed_at as removedAt'])
    .where('id', '=', listId)
    .executeTakeFirst()
  if (list === undefined) throw notFound()
  const alike = await findAlike(sql, listId)
  const { counts, ids } = await readCounts(sql, listId, today, shown, alike, page)
  const found = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const all = shown === null ? found : shown === 'mayBeRegistered' ? alike.size : counts[shown]
  return {
    list: list as ListedPeople['list'],
    counts,
    people: found,
    mayBeRegistered: alike.size,
    rows: await readRows(sql, { ids, alike, reader, today, listId }),
    page,
    pages: Math.max(1, Math.ceil(all / peopleOnPage)),
  }
}

/** The counts by standing, and the ids of the page. */
const readCounts = async (
  sql: Kysely<DB>,
  listId: number,
  today: CalendarDate,
  shown: Shown | null,
  alike: ReadonlySet<number>,
  page: number,
): Promise<{
  counts: Record<Standing, number>
  ids: { id: number; standing: Standing; patientId: number | null }[]
}> => {
  const which =
    shown === null
      ? raw`true`
      : shown === 'mayBeRegistered'
        ? raw`id = any(${[...alike]}::bigint[])`
        : raw`standing = ${shown}`
  const { rows } = await raw<{
    counts: Partial<Record<Standing, number>> | null
    ids: { id: number; standing: Standing; patientId: number | null }[]
  }>`
    with stands as materialized (${inList(listId, today)})
    select (
      select jsonb_object_agg(standing, people) from (
        select standing, count(*) as people from stands group by standing) as each) as counts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'standing', standing, 'patientId', patient_id) order by row_number), '[]')
      from (
        select * from stands where ${which} order by row_number
        limit ${peopleOnPage} offset ${(page - 1) * peopleOnPage}) as shown) as ids`.execute(sql)
  return {
    counts: Object.fromEntries(standingCodes.map((code) => [code, rows[0]?.counts?.[code] ?? 0])) as Record<
      Standing,
      number
    >,
    ids: rows[0]?.ids ?? [],
  }
}

interface Page {
  ids: readonly { id: number; standing: Standing; patientId: number | null }[]
  alike: ReadonlySet<number>
  reader: Reader
  today: CalendarDate
  listId: number
}

const readRows = async (sql: Kysely<DB>, { ids, alike, reader }: Page): Promise<ListedPerson[]> => {
  if (ids.length === 0) return []
  const { rows } = await raw<
    Pick<ListedPerson, 'id' | 'rowNumber' | 'eligibility' | 'isOptedOut' | 'invitedDate' | 'answerBy'> & {
      told: unknown
      incoming: ListedPerson['incoming']
    }
  >`
    select listed.id, listed.row_number as "rowNumber", listed.told, listed.eligibility, listed.is_opted_out as "isOptedOut",
      incoming.asked_date as "invitedDate", incoming.chase_date as "answerBy",
      case when incoming.id is not null
        then jsonb_build_object('id', incoming.id, 'reference', incoming.reference, 'state', incoming.state) end as incoming
    from listed_person as listed
    left join incoming_referral as incoming on incoming.id = listed.incoming_referral_id
    where listed.id = any(${ids.map(({ id }) => id)}::bigint[])`.execute(sql)
  const withheld = await withheldAmong(
    sql,
    ids.flatMap(({ patientId }) => patientId ?? []),
    reader,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap(({ id, standing, patientId }) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const { told, incoming, ...rest } = row
    const isWithheld = patientId !== null && withheld.has(patientId)
    return [
      {
        ...rest,
        ...personOf(told),
        standing,
        isWithheld,
        patientId: isWithheld ? null : patientId,
        // An accepted referral is part of the record.
        incoming: isWithheld ? null : incoming,
        mayBeRegistered: alike.has(id),
      },
    ]
  })
}

/** Null once it was removed. */
const personOf = (
  told: unknown,
): Pick<ListedPerson, 'familyName' | 'firstName' | 'dateOfBirth' | 'nhsNumber'> => {
  const person = told === null ? null : storedTold.parse(told).person
  return {
    familyName: person?.familyName ?? null,
    firstName: person?.firstName ?? null,
    dateOfBirth: person?.dateOfBirth ?? null,
    nhsNumber: person?.nhsNumber ?? null,
  }
}

/** People compared with the register at once: one statement grows with each of them. */
const mostCompared = 100

/** The rows without NHS number of whom a registered patient may be, by the rules that registering asks (decision 73). */
const findAlike = async (sql: Kysely<DB>, listId: number): Promise<ReadonlySet<number>> => {
  const { rows } = await raw<{ id: number; told: unknown }>`
    select listed.id, listed.told
    from listed_person as listed
    left join incoming_referral as incoming on incoming.id = listed.incoming_referral_id
    where listed.list_id = ${listId} and listed.nhs_number is null and listed.told is not null and incoming.pathway_id is null
    order by listed.id`.execute(sql)
  const alike = new Set<number>()
  for (let from = 0; from < rows.length; from += mostCompared) {
    const some = rows.slice(from, from + mostCompared)
    const counts = await countMatches(
      sql,
      some.map(({ told }) => storedTold.parse(told).person),
    )
    for (const [place, { id }] of some.entries()) if ((counts[place] ?? 0) > 0) alike.add(id)
  }
  return alike
}

/**
 * The list for its sender. The standing is left out for people with a restricted record, however it is read, and for people
 * of whom it is not certain who they are, so that nothing follows from its absence.
 */
export const readForSender = async (
  sql: Kysely<DB>,
  listId: number,
  today: CalendarDate,
): Promise<{ title: string; rows: (SenderRow & { id: number; patientId: number | null })[] }> => {
  const list = await sql
    .selectFrom('case_finding_list')
    .select(['sender', 'list_date'])
    .where('id', '=', listId)
    .executeTakeFirst()
  if (list === undefined) throw notFound()
  const alike = await findAlike(sql, listId)
  const { rows } = await raw<{
    id: number
    rowNumber: number
    told: unknown
    standing: Standing
    patientId: number | null
    isRestricted: boolean
  }>`
    select stands.id, stands.row_number as "rowNumber", listed.told, stands.standing, stands.patient_id as "patientId",
      exists (select from patient_restriction where patient_id = stands.patient_id and ended_at is null) as "isRestricted"
    from (${inList(listId, today)}) as stands
    join listed_person as listed on listed.id = stands.id
    order by stands.row_number`.execute(sql)
  return {
    title: `${list.sender} ${list.list_date}`,
    rows: rows.map(({ id, rowNumber, told, standing, patientId, isRestricted }) => ({
      id,
      patientId,
      rowNumber,
      ...personOf(told),
      standing: isRestricted || alike.has(id) ? null : standing,
    })),
  }
}
