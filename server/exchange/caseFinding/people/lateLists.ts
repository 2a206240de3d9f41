import { sql as raw, type Kysely } from 'kysely'
import { daysUntilLate, type lateLists } from '../../../../contract/exchange/caseFinding/listedPeople.ts'
import type { ReplyOf } from '../../../../contract/platform/calls/endpoint.ts'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import type { DB } from '../../../platform/db/types.ts'

/**
 * The kinds and senders whose last list is older than a month and a few days, the latest first. A sender who has sent
 * nothing for a year has stopped.
 */
export const readLateLists = async (
  sql: Kysely<DB>,
  today: CalendarDate,
): Promise<ReplyOf<typeof lateLists>> => {
  const { rows } = await raw<ReplyOf<typeof lateLists>[number]>`
    select kind, sender, max(list_date) as "lastDate", ${today}::date - max(list_date) - ${daysUntilLate}::integer as "daysLate"
    from case_finding_list
    group by kind, sender
    having max(list_date) < ${today}::date - ${daysUntilLate}::integer
      and max(list_date) > ${today}::date - 365
    order by max(list_date) desc, kind, sender`.execute(sql)
  return rows
}
