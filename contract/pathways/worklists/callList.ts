import { z } from 'zod'
import type { CalendarDate } from '../../platform/dates/dates.ts'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { flagChip } from '../../patients/flags/chips.ts'
import { withheldField } from '../../platform/calls/withheld.ts'
import { dueInWords, endOfWeek } from '../../stages/due.ts'
import { outcomeCodes } from '../../stages/callOutcome.ts'
import { timeCodes } from '../records/timeOfDay.ts'

/** Rows of one reply; the list is worked from its top and read again after each call. */
export const mostCalls = 100

const nullableText = z.string().nullable()

/** Somebody whose call, or whose next try of it, is due. */
export const callListRow = z.object({
  patientId: z.int(),
  pathwayId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  /** The number to call first: mobile, else home, else work. */
  telephone: nullableText,
  stage: z.enum(['awaitingFollowup', 'awaitingSecondFollowup']),
  /** The day of the next try, else the day on which the call is due. */
  due: z.string(),
  /** The last day on which it is in time. */
  inTimeUntil: z.string(),
  /** The first day on which the call counts without a question. */
  countsFrom: z.string(),
  nextTryTime: z.enum(timeCodes).nullable(),
  /** Tries since the patient was last reached, and how the last of them ended. */
  tries: z.int(),
  lastTryDate: nullableText,
  lastOutcome: z.enum(outcomeCodes).nullable(),
  flags: z.array(flagChip),
  ...withheldField,
})
export type CallListRow = z.output<typeof callListRow>

export const callList = z.object({
  /** Whose day has come, late first, then whose window alone is open; at most a hundred. */
  rows: z.array(callListRow),
  total: z.int(),
  /** Of the total, whose day or next try has come (an addition). */
  toRingNow: z.int(),
  /** Of the total, whose window is open and whose day is ahead, at most so many days (an addition). */
  dueSoon: z.object({ total: z.int(), days: z.int() }),
  /** Due as well, but not to be rung; they stay on their work lists. */
  leftOut: z.object({ consentRefused: z.int(), declined: z.int() }),
})
export type CallList = z.output<typeof callList>

export const getCallList = endpoint({
  method: 'GET',
  path: '/api/list/calls',
  summary:
    'Whom to ring today: follow-up calls and next tries that are due, late ones first, then those due soon',
  input: z.object({}),
  reply: callList,
})

/** Whether the window alone is open: the person may be rung already, and the day is ahead. */
export const isDueSoon = ({ due }: CallListRow, today: CalendarDate): boolean => due > today

export const isLateCall = ({ inTimeUntil }: CallListRow, today: CalendarDate): boolean => inTimeUntil < today

/** In the words of the work lists: 12 days late, due now, due today, due in 5 days. */
export const callDueInWords = (row: CallListRow, today: CalendarDate): string => {
  const group = isLateCall(row, today) ? 'late' : row.due <= endOfWeek(today) ? 'thisWeek' : 'later'
  return dueInWords(row.due, group, today)
}
