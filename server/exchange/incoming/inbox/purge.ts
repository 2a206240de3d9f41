import type { Pool } from 'pg'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { daysKept } from './read.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Removes what was said of people whom the service did not accept, 90 days after the decision (decision 151). Source,
 * days and reason stay for reports.
 */
export const purgeIncoming = async (pool: Pool, now: number): Promise<void> => {
  await pool.query(
    `with gone as (
       update incoming_referral
       set told = null, asked_what = null, answer = null, declined_note = null, notice = null, version = version + 1, updated_at = clock_timestamp()
       where state in ('declined', 'withdrawn') and told is not null and decided_at < $1
       returning id)
     update incoming_letter
     set frame = null, body = null, title = 'Letter', is_active = false, version = version + 1, updated_at = clock_timestamp()
     where incoming_referral_id in (select id from gone)`,
    [instantOf(now - daysKept * dayMs)],
  )
}
