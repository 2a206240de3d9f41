import { instantOf } from '../../../contract/platform/words/format.ts'
import { notice } from '../settings/jobs.ts'
import { closeAllCodes } from '../passwords/resetCodes.ts'
import { removeWaysIn, type Kept } from '../passwords/waysIn.ts'
import { endSessions } from '../sessions/endSessions.ts'
import { unlockAccount } from '../throttle/throttle.ts'
import { queueJob } from '../../platform/db/jobs/jobs.ts'
import { lockRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'

/**
 * Sets a password chosen by an administrator, which the user must change. Ends all sessions, voids codes sent before,
 * and clears earlier wrong attempts (AU-9, AU-11).
 * @param keep what the user has told the administrator is theirs
 */
export const setPassword = async (
  writing: Writing,
  userId: number,
  passwordHash: string,
  { now, keep }: { now: number; keep: Kept },
): Promise<SavedRow> => {
  const before = await lockRow(writing, 'app_user', userId)
  const version = before.version + 1
  await writing.sql
    .updateTable('app_user')
    .set({
      password_hash: passwordHash,
      must_change_password: true,
      // An expiry belongs to a first password printed by a command. This one is valid until it is changed.
      password_expires_at: null,
      version,
      updated_by: writing.userId,
    })
    .where('id', '=', userId)
    .execute()
  await endSessions(writing.sql, now, userId, 'password set by an administrator')
  await closeAllCodes(writing.sql, now, userId)
  await unlockAccount(writing.sql, before.user_name_key)
  const { records, ...ways } = await removeWaysIn(writing.sql, userId, keep)
  await queueJob(writing.sql, notice, {
    userId,
    happening: 'password changed',
    at: instantOf(now),
    ways,
  })
  writing.trace({
    records: [
      { entity: 'user', id: userId, version, after: { password: 'set', must_change_password: true } },
      ...records,
    ],
  })
  return { id: userId, version }
}
