import { sql as raw, type Transaction } from 'kysely'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { mayTry, type AttemptRule } from '../../accounts/throttle/attempts.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem } from '../../platform/errors.ts'
import { queueJob } from '../../platform/db/jobs/jobs.ts'
import { searchClosed as searchClosedJob } from './jobs.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** This many searches that find nobody pause the next ones (AZ-6). */
const pauseRule: AttemptRule = { limit: 10, windowMs: 15 * minute, slowFrom: 0 }
/** This many within a day close the search until an administrator opens it. */
const missesInADay = 30

/**
 * Refuses a search while too many have found nobody. The budget is locked until the transaction ends, so that
 * concurrent searches are counted one after the other in every process.
 * @returns when the user's earlier searches found nobody, in milliseconds, oldest first
 */
export const requireOpenSearch = async (
  sql: Transaction<DB>,
  userId: number,
  now: number,
): Promise<readonly number[]> => {
  const { rows } = await raw<{ missed: number[]; isClosed: boolean }>`
    insert into external_search as budget (user_id) values (${userId})
    on conflict (user_id) do update set user_id = excluded.user_id
    returning budget.closed_at is not null as "isClosed",
      to_jsonb(array(select round(extract(epoch from at) * 1000) from unnest(budget.missed) as at)) as missed`.execute(
    sql,
  )
  const { missed = [], isClosed = false } = rows[0] ?? {}
  if (isClosed) throw searchClosed()
  if (mayTry({ failed: missed, pending: [] }, pauseRule, now) === 'yes') return missed
  throw searchPaused(Math.max(1, (missed.at(-1) ?? now) + pauseRule.windowMs - now))
}

/**
 * Counts a search that found nobody. The one that reaches the limit closes the search and notifies the administrators.
 */
export const countMiss = async (
  sql: Transaction<DB>,
  userId: number,
  { earlier, now }: { earlier: readonly number[]; now: number },
): Promise<void> => {
  const missed = [...earlier.filter((at) => at > now - day), now]
  const closes = missed.length >= missesInADay
  const at = instantOf(now)
  await sql
    .updateTable('external_search')
    .set({ missed: missed.map(instantOf), ...(closes ? { closed_at: at } : {}) })
    .where('user_id', '=', userId)
    .execute()
  if (closes) await tellAdministrators(sql, userId, at)
}

/** Opens a user's search again on behalf of an administrator. Earlier misses no longer count. */
export const openSearch = async (sql: Transaction<DB>, userId: number): Promise<void> => {
  await sql.deleteFrom('external_search').where('user_id', '=', userId).execute()
}

const tellAdministrators = async (sql: Transaction<DB>, aboutUserId: number, at: string): Promise<void> => {
  const administrators = await sql
    .selectFrom('app_user')
    .select('app_user.id')
    .distinct()
    .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .where('role.profile', '=', 'System Administrator')
    .where('role.is_active', '=', true)
    .where('app_user.is_active', '=', true)
    .execute()
  // One job for each administrator, so that a retry sends nothing twice.
  for (const { id } of administrators) await queueJob(sql, searchClosedJob, { userId: id, aboutUserId, at })
}

const searchPaused = (waitMs: number): HttpProblem => {
  const minutes = Math.ceil(waitMs / minute)
  return new HttpProblem(
    429,
    'too-often',
    `Too many searches found nobody, so searching is paused. You can search again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    {},
    waitMs,
  )
}

const searchClosed = (): HttpProblem =>
  new HttpProblem(
    403,
    'forbidden',
    'Your search was switched off, because too many searches in a day found nobody. Please ask the service to switch it on again.',
  )
