import { sql as raw, type Kysely } from 'kysely'
import type { ReplyOf } from '../../../../contract/platform/calls/endpoint.ts'
import type { getServiceStatus } from '../../../../contract/app/serviceStatus.ts'
import type { DB } from '../../../platform/db/types.ts'

type Status = NonNullable<ReplyOf<typeof getServiceStatus>['notify']>

/** How GOV.UK Notify is doing, for the status of the service; null if nothing was sent through it yet. */
export const readNotifyStatus = async (sql: Kysely<DB>): Promise<Status | null> => {
  const { rows } = await raw<Status & { isUsed: boolean }>`
    select exists (select from sent_message where notify_id is not null or uncertain_since is not null)
        or exists (select from letter_dispatch where way = 'post') as "isUsed",
      (select max(at) from (
        select max(sent_at) as at from sent_message where notify_id is not null union all
        select max(accepted_at) from letter_dispatch where way = 'post') as accepted) as "lastAcceptedAt",
      (select count(*) from sent_message where next_at is not null)::integer as "messagesWaiting",
      (select count(*) from letter_dispatch where way = 'post' and state in ('queued', 'accepted'))::integer as "lettersWaiting",
      (select jsonb_build_object('at', settled_at, 'words', why) from sent_message
        where state = 'failed' order by settled_at desc, id desc limit 1) as "lastProblem"`.execute(sql)
  const [found] = rows
  if (found === undefined || !found.isUsed) return null
  const { isUsed: _, ...status } = found
  return status
}
