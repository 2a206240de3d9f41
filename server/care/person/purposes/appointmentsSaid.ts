import { sql as raw } from 'kysely'
import type { Said } from '../../../../contract/pathways/records/said.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { closeTellings } from '../../../pathways/tasks/closeTellings.ts'
import type { Writing } from '../../../platform/writes/write.ts'

/** Whether the person comes to an appointment as it is now, as they said last. */
export const isConfirmed = async (writing: Writing, appointmentId: number): Promise<boolean> => {
  const { rows } = await raw`select from confirmed_appointment where id = ${appointmentId}`.execute(
    writing.sql,
  )
  return rows.length > 0
}

/** Whether the same other time is asked for already, and nobody has seen to it yet. */
export const isWished = async (
  writing: Writing,
  appointmentId: number,
  { kind, ...told }: Extract<Said, { kind: 'anotherTime' }>,
): Promise<boolean> => {
  const { rows } = await raw`
    select from person_answer
    where appointment_id = ${appointmentId} and kind = ${kind} and told = ${JSON.stringify(told)}::jsonb
      and settled_at is null`.execute(writing.sql)
  return rows.length > 0
}

/**
 * Settles the wishes for another time that she no longer has, with their tasks: she cancelled the appointment, comes to it
 * after all, or asked for other days.
 */
export const settleWishes = async (
  writing: Writing,
  appointmentId: number,
  how: 'cancelled' | 'comes' | 'replaced',
  now: number,
): Promise<void> => {
  const { rows } = await raw<{ id: number; version: number }>`
    update person_answer set version = version + 1, settled_at = ${instantOf(now)}, settled_how = ${how}
    where appointment_id = ${appointmentId} and kind = 'anotherTime' and settled_at is null
    returning id, version`.execute(writing.sql)
  const [before, after] = [{ settledHow: null }, { settledHow: how }]
  writing.trace({ records: rows.map((row) => ({ entity: 'personAnswer', ...row, before, after })) })
  if (rows.length === 0) return
  await closeTellings(writing, raw`task.person_answer_id = any(${rows.map(({ id }) => id)}::bigint[])`)
}
