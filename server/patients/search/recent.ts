import { sql as raw, type Kysely } from 'kysely'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { mostRecent } from '../../../contract/patients/search/search.ts'
import type { DB } from '../../platform/db/types.ts'

/** A patient opened longer ago than this must be searched for again. */
const recentDays = 14

/** The patients whom the user opened last, the latest first, according to the audit trail. */
export const recentlyOpened = async (sql: Kysely<DB>, userId: number, now: number): Promise<number[]> => {
  const since = instantOf(now - recentDays * 86_400_000)
  const { rows } = await raw<{ id: number }>`
    /* prepared: recently opened patients */
    select id from recently_opened(${userId}, ${since}, ${mostRecent}) as id`.execute(sql)
  return rows.map(({ id }) => id)
}
