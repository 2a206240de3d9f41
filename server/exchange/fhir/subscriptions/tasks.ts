import type { TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { queueJob } from '../../../platform/db/jobs/jobs.ts'
import type { ExchangeService } from '../../settings/settings.ts'
import { sendNotices } from './register.ts'
import { sendDue } from './send.ts'

export const noticeTasks = (service: ExchangeService): TaskList => ({
  [sendNotices.name]: async () => {
    const { fhir, db } = service
    if (fhir !== null && (await sendDue({ ...service, fhir }))) await queueJob(db.sql, sendNotices, {})
  },
})

const keptForMs = 30 * 24 * 60 * 60_000

/**
 * Removes notices after 30 days. Those that were never sent, because a subscription is paused or stopped, leave a gap in
 * the numbers, by which the receiver knows that it has to read everything again.
 */
export const purgeNotices = async (pool: Pool, now: number): Promise<void> => {
  const before = instantOf(now - keptForMs)
  await pool.query('delete from fhir_notice where settled_at < $1', [before])
  await pool.query(
    `with gone as (delete from fhir_notice where state = 'waiting' and happened_at < $1 returning subscription_id, number)
     update fhir_subscription as subscription set events = events + lost.count
     from (select subscription_id, count(*) filter (where number is null) as count from gone group by subscription_id) as lost
     where subscription.id = lost.subscription_id`,
    [before],
  )
}
