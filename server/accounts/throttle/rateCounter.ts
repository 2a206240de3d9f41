import type { Pool } from 'pg'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'

export interface CallLimit {
  kind: string
  /** What is limited: an address or a user name. Stored as a hash. */
  key: string
  times: number
  withinMs: number
}

/** Whether the limit is reached. Counts nothing. */
export const isRateSpent = async (pool: Pool, now: number, limit: CallLimit): Promise<boolean> => {
  const { rowCount } = await pool.query({
    name: 'look at turns',
    text: `
      select from call_log
      where kind = $1 and key = $2 and (select count(*) from unnest(recent) at where at > $3::timestamptz) >= $4`,
    values: [limit.kind, sha256(limit.key), instantOf(now - limit.withinMs), limit.times],
  })
  return rowCount === 1
}

/**
 * Counts one more occurrence unless there were too many recently, shared by all processes (AU-13, DL-3). One statement
 * on one row, so that concurrent calls are counted one after the other.
 * @returns whether it may happen
 */
export const consumeRate = async (pool: Pool, now: number, limit: CallLimit): Promise<boolean> => {
  const { rowCount } = await pool.query({
    name: 'take a turn',
    text: `
      insert into call_log as log (kind, key, recent) values ($1, $2, array[$3::timestamptz])
      on conflict (kind, key) do update
        set recent = array(select at from unnest(log.recent) at where at > $4::timestamptz) || $3::timestamptz
        where (select count(*) from unnest(log.recent) at where at > $4::timestamptz) < $5`,
    values: [limit.kind, sha256(limit.key), instantOf(now), instantOf(now - limit.withinMs), limit.times],
  })
  return rowCount === 1
}
