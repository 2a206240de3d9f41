import { sql as raw, type Kysely } from 'kysely'
import type { CaseFindingRow, CaseFindingView } from '../../../contract/exchange/caseFinding/caseFinding.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { countReasons } from './notSent.ts'
import { isNamed, readUnsent } from './sendRound.ts'

type Stored = CaseFindingRow & { legalBasis: string }

const select = (id: number | null) => raw<Stored>`
  select list.id, list.version, list.kind, list.sender, list.list_date as "listDate", list.legal_basis as "legalBasis",
    people.people, people.sent, list.created_at as "loadedAt", loader.display_name as "loadedBy", list.removed_at as "removedAt"
  from case_finding_list as list
  left join app_user as loader on loader.id = list.created_by
  cross join lateral (
    select count(*) as people, count(incoming_referral_id) as sent from listed_person where list_id = list.id) as people
  where ${id === null ? raw`true` : raw`list.id = ${id}`}
  order by list.list_date desc, list.id desc`

/** The lists, the latest first. */
export const readLists = async (sql: Kysely<DB>): Promise<CaseFindingRow[]> =>
  (await select(null).execute(sql)).rows

/** One list. @param now milliseconds since the epoch */
export const readListView = async (sql: Kysely<DB>, id: number, now: number): Promise<CaseFindingView> => {
  const [list] = (await select(id).execute(sql)).rows
  if (list === undefined) throw notFound()
  const unsent = await readUnsent(sql, id, now)
  const toSend = unsent.filter(({ reason }) => reason === null)
  return {
    ...list,
    notSent: countReasons(unsent.map(({ reason }) => reason)),
    toSend: toSend.length,
    toSendNamed: toSend.filter(isNamed).length,
  }
}
