import type { Transaction } from 'kysely'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { DB } from '../../platform/db/types.ts'

/**
 * Ends all open sessions of a user, so that their tokens are invalid from the next call (AU-9).
 * @param except the session that stays open
 */
export const endSessions = async (
  sql: Transaction<DB>,
  now: number,
  userId: number,
  reason: string,
  except?: number,
): Promise<void> => {
  await sql
    .updateTable('user_session')
    .set({ ended_at: instantOf(now), end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? 0))
    .execute()
}

/**
 * Ends all sessions that began with a passkey, when one passkey is removed: a session does not record which passkey it
 * used.
 * @param except the session that removes it
 */
export const endPasskeySessions = async (
  sql: Transaction<DB>,
  now: number,
  userId: number,
  except: number,
): Promise<void> => {
  await sql
    .updateTable('user_session')
    .set({ ended_at: instantOf(now), end_reason: 'passkey removed' })
    .where('user_id', '=', userId)
    .where('by_passkey', '=', true)
    .where('ended_at', 'is', null)
    .where('id', '<>', except)
    .execute()
}
