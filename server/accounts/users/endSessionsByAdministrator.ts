import { instantOf } from '../../../contract/platform/words/format.ts'
import { notFound } from '../../platform/errors.ts'
import { lockRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'

/** Ends one session of the user, or all. Returns how many were open. */
export const endSessionsByAdministrator = async (
  writing: Writing,
  userId: number,
  sessionId: number | undefined,
  now: number,
): Promise<{ ended: number }> => {
  await lockRow(writing, 'app_user', userId)
  let open = writing.sql
    .updateTable('user_session')
    .set({ ended_at: instantOf(now), end_reason: 'ended by an administrator' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (sessionId !== undefined) open = open.where('id', '=', sessionId)
  const ended = await open.returning('id').execute()
  if (sessionId !== undefined && ended.length === 0) throw notFound()
  writing.trace({ records: ended.map(({ id }) => ({ entity: 'session', id, after: { ended: true } })) })
  return { ended: ended.length }
}
