import { sql as raw } from 'kysely'
import {
  reasonForCorrection,
  type countFallsOfMonth,
  type settleCalendarReply,
} from '../../../contract/care/fallsCalendar/calendar.ts'
import { isOpenReply, type ReplyOutcome } from '../../../contract/care/fallsCalendar/placing.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { settleTasksOf } from '../../pathways/tasks/settle.ts'
import { HttpProblem, notFound, ValidationProblem } from '../../platform/errors.ts'
import { changeRow, lockRow, type SavedRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { lockPathway, type LockedPathway } from '../../stages/lock.ts'
import { questionTable, replyTable } from './columns.ts'

/* What staff do in a falls calendar: enter or correct the number of a month, and say what became of a reply. */

/** Locks the referral before what hangs on it, as every save does. */
const lockPathwayOf = async (
  writing: Writing,
  table: 'falls_calendar_question' | 'falls_calendar_reply',
  id: number,
): Promise<LockedPathway> => {
  const row = await writing.sql.selectFrom(table).select('pathway_id').where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  const pathway = await lockPathway(writing, row.pathway_id)
  if (!pathway.is_active) throw notFound()
  writing.trace({ patientIds: [pathway.patient_id], pathwayIds: [pathway.id] })
  return pathway
}

const settleTasks = async (writing: Writing, pathwayId: number): Promise<void> => {
  writing.trace(await settleTasksOf(writing.sql, [pathwayId], writing.userId))
}

const setCount = (
  writing: Writing,
  { patient_id: patientId }: LockedPathway,
  question: StoredRow<'falls_calendar_question'>,
  { falls, reason, version }: { falls: number; reason: string | null; version: number | undefined },
  countedFrom: string,
): Promise<SavedRow> =>
  changeRow(writing, {
    ...questionTable,
    ...{ id: question.id, version, locked: question, patientId },
    values: {
      falls,
      counted_from: countedFrom,
      counted_date: question.counted_date ?? today(),
      accepted_by: writing.userId,
      ...(reason !== null && { correction_reason: reason }),
    },
  })

/** Enters what somebody was told by telephone, or corrects it. Replies that waited to be read are read with it. */
export const countMonth = async (
  writing: Writing,
  { id, version, falls, reason = null }: CheckedInputOf<typeof countFallsOfMonth>,
): Promise<SavedRow> => {
  const pathway = await lockPathwayOf(writing, 'falls_calendar_question', id)
  const question = await lockRow(writing, 'falls_calendar_question', id)
  if (question.falls !== null && question.falls !== falls && reason === null)
    throw new ValidationProblem({ reason: reasonForCorrection })
  const { rows: waiting } = await raw<{ id: number; channel: string }>`
    select id, channel from falls_calendar_reply
    where question_id = ${id} and outcome in ('toRead', 'toSort') order by id desc`.execute(writing.sql)
  const from = waiting[0]?.channel ?? question.counted_from ?? 'call'
  const saved = await setCount(writing, pathway, question, { falls, reason, version }, from)
  for (const reply of waiting) await settleReplyRow(writing, pathway, reply.id, undefined, 'read')
  await settleTasks(writing, pathway.id)
  return saved
}

const settleReplyRow = async (
  writing: Writing,
  { patient_id: patientId }: LockedPathway,
  id: number,
  version: number | undefined,
  outcome: ReplyOutcome,
): Promise<SavedRow> => {
  const locked = await lockRow(writing, 'falls_calendar_reply', id)
  return changeRow(writing, {
    ...replyTable,
    ...{ id, locked, patientId, version: version ?? locked.version },
    // The words of somebody else are none of this record.
    values: {
      outcome,
      settled_by: writing.userId,
      settled_date: today(),
      ...(outcome === 'notTheirs' && { words: '' }),
    },
    withoutWords: ['words'],
  })
}

const settledAlready = 'Somebody has already said what became of this reply.'

/** Says what became of a reply that waited to be read. */
export const settleReply = async (
  writing: Writing,
  { id, version, as }: CheckedInputOf<typeof settleCalendarReply>,
): Promise<SavedRow> => {
  const pathway = await lockPathwayOf(writing, 'falls_calendar_reply', id)
  const reply = await lockRow(writing, 'falls_calendar_reply', id)
  const outcome = reply.outcome as ReplyOutcome
  if (outcome === as) return { id, version: reply.version }
  if (!isOpenReply(outcome)) throw new HttpProblem(409, 'conflict', settledAlready)
  if (as === 'counted') {
    if (reply.falls === null || reply.question_id === null)
      throw new HttpProblem(
        409,
        'conflict',
        'This reply says no number for a month: enter the number yourself.',
      )
    const question = await lockRow(writing, 'falls_calendar_question', reply.question_id)
    if (question.falls !== null && question.falls !== reply.falls)
      throw new HttpProblem(409, 'conflict', 'This month has another number: correct it, with the reason.')
    await setCount(
      writing,
      pathway,
      question,
      { falls: reply.falls, reason: null, version: question.version },
      reply.channel,
    )
  }
  const saved = await settleReplyRow(writing, pathway, id, version, as)
  await settleTasks(writing, pathway.id)
  return saved
}
