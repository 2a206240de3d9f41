import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { inTransaction } from '../../platform/db/connection/inTransaction.ts'
import type { DB } from '../../platform/db/types.ts'
import { PartFailure, unavailable } from '../../platform/errors.ts'
import { mayTry, opensAt, type AttemptRule } from './attempts.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'

/** Where attempts are counted: for an account from one place, or for an address. */
export interface Bucket {
  /** What is counted, such as an account and a device. Stored as a hash. */
  name: string
  /** The account that it belongs to, so that an administrator can unlock it. */
  account: string
  rule: AttemptRule
  /**
   * The refusal says so, and when the bucket opens. Never set for an account, or the reply would reveal that it exists
   * (AU-2).
   */
  isTold?: true
}

/** An attempt that was allowed. The caller must report its outcome. */
export interface Attempt {
  settle: (outcome: 'failed' | 'succeeded' | 'uncounted') => Promise<void>
}

/** How long to wait for attempts of other processes. */
const timeoutMs = 10_000
const pauseMs = 200

/**
 * Allows an attempt at a password, or returns null. It is counted in the database before the password is checked, so
 * that the limit applies to parallel guesses and across processes (AU-10). The first bucket belongs to the account; a
 * success clears it.
 */
export const claimAttempt = async (
  pool: Pool,
  clock: () => number,
  buckets: readonly [Bucket, ...Bucket[]],
): Promise<Attempt | null> => {
  const leave = await enter(buckets[0].name)
  try {
    const settleIt = await claimInTurn(pool, clock, buckets)
    if (settleIt === null) {
      leave()
      return null
    }
    return { settle: (outcome) => settleIt(outcome).finally(leave) }
  } catch (error) {
    leave()
    throw error
  }
}

const claimInTurn = async (
  pool: Pool,
  clock: () => number,
  buckets: readonly [Bucket, ...Bucket[]],
): Promise<Attempt['settle'] | null> => {
  // An address that is locked creates no rows for the names that it makes up.
  if ((await closedBuckets(pool, clock(), buckets.slice(1))).length > 0) return null
  const deadline = performance.now() + timeoutMs
  for (;;) {
    // Random microseconds distinguish attempts within one millisecond.
    const at = instantOf(clock()).replace('Z', `${String(randomInt(1000)).padStart(3, '0')}Z`)
    const answer = await inTransaction(pool, (client) => claim(client, buckets, at))
    if (answer === 'no') return null
    if (answer === 'yes') return (outcome) => settle(pool, buckets, at, outcome)
    if (performance.now() > deadline)
      throw unavailable(new PartFailure('service', 'other attempts at the account took too long'))
    await sleep(pauseMs)
  }
}

/** Attempts at one account under way in this process, and those that wait for them. */
const underWay = new Map<string, { entered: number; queue: (() => void)[] }>()
const atOnce = 4
const waitingLimit = 300
let waiting = 0

/**
 * Waits for a place among the attempts at this account and returns a function that leaves it. Throws if too many wait
 * (DL-2).
 */
const enter = async (name: string): Promise<() => void> => {
  const place = underWay.get(name) ?? { entered: 0, queue: [] }
  underWay.set(name, place)
  if (place.entered < atOnce) place.entered += 1
  else {
    if (waiting >= waitingLimit)
      throw unavailable(new PartFailure('service', 'too many attempts at accounts are waiting'))
    waiting += 1
    // The attempt that leaves hands its place to the next, so `entered` does not change.
    await new Promise<void>((resolve) => place.queue.push(resolve))
    waiting -= 1
  }
  return () => {
    const next = place.queue.shift()
    if (next !== undefined) return next()
    place.entered -= 1
    if (place.entered === 0) underWay.delete(name)
  }
}

const instantsOf = (dates: readonly Date[] = []): number[] => dates.map((date) => new Date(date).getTime())

interface BucketRow {
  key: Buffer
  failed: Date[]
  pending: Date[]
}

const claim = async (
  client: PoolClient,
  buckets: readonly Bucket[],
  at: string,
): Promise<'yes' | 'no' | 'wait'> => {
  // A crash may lose the latest counts. That is acceptable: no reply depends on them.
  await client.query('set local synchronous_commit = off')
  const now = Date.parse(at)
  const answers: ('yes' | 'no' | 'wait')[] = []
  for (const { name, account, rule } of buckets) {
    const values = [sha256(name), sha256(account), at]
    await client.query(
      `insert into sign_in_bucket (key, account_key, changed_at) values ($1, $2, $3) on conflict (key) do nothing`,
      values,
    )
    // An attempt without an outcome after a minute counts as failed: its process has ended.
    const { rows } = await client.query<BucketRow>(
      `update sign_in_bucket
       set changed_at = $2,
         failed = array(
           select at from unnest(failed) at where at > $2::timestamptz - $3 * interval '2 ms'
           union all
           select at from unnest(pending) at where at <= $2::timestamptz - interval '1 minute'
           order by at),
         pending = array(select at from unnest(pending) at where at > $2::timestamptz - interval '1 minute')
       where key = $1
       returning key, failed, pending`,
      [values[0], at, rule.windowMs],
    )
    const [row] = rows
    answers.push(mayTry({ failed: instantsOf(row?.failed), pending: instantsOf(row?.pending) }, rule, now))
  }
  if (answers.includes('no')) return 'no'
  if (answers.includes('wait')) return 'wait'
  await client.query('update sign_in_bucket set pending = pending || $2::timestamptz where key = any($1)', [
    buckets.map(({ name }) => sha256(name)),
    at,
  ])
  return 'yes'
}

const settle = async (
  pool: Pool,
  buckets: readonly [Bucket, ...Bucket[]],
  at: string,
  outcome: 'failed' | 'succeeded' | 'uncounted',
): Promise<void> => {
  // One row at a time, so that two outcomes never wait for each other.
  for (const [index, { name }] of buckets.entries())
    await pool.query(
      `update sign_in_bucket
       set pending = array_remove(pending, $2::timestamptz),
         failed = case
           when $3 = 'failed' then failed || $2::timestamptz
           when $3 = 'succeeded' and $4 then '{}'
           else failed end
       where key = $1`,
      [sha256(name), at, outcome, index === 0],
    )
}

export interface ClosedBucket {
  isTold: boolean
  opensInMs: number
}

/** The buckets that would refuse an attempt now. Counts nothing, so a flood is refused without a place in a queue. */
export const closedBuckets = async (
  pool: Pool,
  now: number,
  buckets: readonly Bucket[],
): Promise<ClosedBucket[]> => {
  const { rows } = await pool.query<{ key: Buffer; failed: Date[] }>({
    name: 'look at sign-in buckets',
    text: 'select key, failed from sign_in_bucket where key = any($1)',
    values: [buckets.map(({ name }) => sha256(name))],
  })
  return buckets.flatMap(({ name, rule, isTold = false }) => {
    const key = sha256(name)
    const failed = instantsOf(rows.find((row) => row.key.equals(key))?.failed)
    if (mayTry({ failed, pending: [] }, rule, now) !== 'no') return []
    return [{ isTold, opensInMs: opensAt(failed, rule) - now }]
  })
}

/** Lets an account try again at once, from everywhere. Used by administrators and after a reset. */
export const unlockAccount = async (sql: Kysely<DB>, userNameKey: string): Promise<void> => {
  await sql.deleteFrom('sign_in_bucket').where('account_key', '=', sha256(userNameKey)).execute()
}
