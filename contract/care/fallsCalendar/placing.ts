import { answersUntil } from './months.ts'
import type { Reading } from './reading.ts'
import type { CalendarDate } from '../../platform/dates/dates.ts'

/*
 * What happens to a reply, by what it says and by what was asked (decision 164). Nothing is guessed: whatever is not sure
 * is read by a person.
 */

export const replyOutcomes = {
  counted: 'Counted',
  repeated: 'The same number again',
  stopped: 'Stopped the calendar',
  notCounted: 'Not counted: nothing was asked',
  toRead: 'To be read',
  toSort: 'To be sorted: more than one person has this telephone',
  read: 'Read',
  notTheirs: 'Not from this person',
} as const
export type ReplyOutcome = keyof typeof replyOutcomes
export const replyOutcomeCodes = Object.keys(replyOutcomes) as [ReplyOutcome, ...ReplyOutcome[]]

/** Those that somebody has to look at. */
export const openOutcomes = ['toRead', 'toSort'] as const satisfies readonly ReplyOutcome[]
export const isOpenReply = (outcome: ReplyOutcome): boolean => openOutcomes.some((each) => each === outcome)

export interface Situation {
  /** The calendar goes on: the person agreed and lives, and the referral is open. */
  isRunning: boolean
  /** The latest question; null if there was none. */
  question: { askedDate: CalendarDate; falls: number | null } | null
  /** Other people with a calendar were asked at the same telephone. */
  isShared: boolean
}

/** What happens to it, and whether it belongs to the latest question. */
export const placeReply = (
  reading: Reading,
  { isRunning, question, isShared }: Situation,
  today: CalendarDate,
): { outcome: ReplyOutcome; isAnswer: boolean } => {
  const isAsked =
    isRunning && question !== null && today >= question.askedDate && today <= answersUntil(question.askedDate)
  // A stop word is obeyed for everybody whom this telephone may belong to; what stands beside it is read.
  if (reading.isStop) return { outcome: reading.isToRead ? 'toRead' : 'stopped', isAnswer: false }
  if (isShared && isRunning) return { outcome: 'toSort', isAnswer: isAsked }
  if (reading.falls === null) return { outcome: 'toRead', isAnswer: isAsked }
  if (!isAsked) return { outcome: 'notCounted', isAnswer: false }
  if (question.falls === null) return { outcome: 'counted', isAnswer: true }
  // A second number that differs may be a correction or another month: somebody asks.
  return { outcome: question.falls === reading.falls ? 'repeated' : 'toRead', isAnswer: true }
}
