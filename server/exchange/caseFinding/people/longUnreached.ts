import { sql as raw, type Kysely } from 'kysely'
import { daysToReach, type longUnreached } from '../../../../contract/exchange/caseFinding/listedPeople.ts'
import type { ReplyOf } from '../../../../contract/platform/calls/endpoint.ts'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { standingsOf } from '../../../insight/reports/listedPeople.ts'
import type { DB } from '../../../platform/db/types.ts'

/** The people whom NG249 names and whom nobody reached for so long, each once, however many lists name them. */
export const countLongUnreached = async (
  sql: Kysely<DB>,
  today: CalendarDate,
): Promise<ReplyOf<typeof longUnreached>> => {
  const stands = standingsOf({
    which: raw`listed.eligibility = 'comprehensive' and listed.told is not null
      and list.list_date < ${today}::date - ${daysToReach}::integer`,
    asOf: raw`${today}::date`,
  })
  const { rows } = await raw<{ people: number; listId: number | null }>`
    with unreached as materialized (select * from (${stands}) as stands where standing = 'neverReached')
    select (select count(distinct person) from unreached) as people,
      (select list_id from unreached group by list_id order by count(*) desc, list_id limit 1) as "listId"`.execute(
    sql,
  )
  return rows[0] ?? { people: 0, listId: null }
}
