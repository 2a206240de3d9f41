import { z } from 'zod'
import type { CalendarDate } from '../../platform/dates/dates.ts'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { flagChip } from '../../patients/flags/chips.ts'
import { withheldField } from '../../platform/calls/withheld.ts'
import { dueInWords, endOfWeek } from '../../stages/due.ts'
import { outcomeCodes } from '../../stages/callOutcome.ts'
import { saidOnPage } from '../records/said.ts'
import { timeCodes } from '../records/timeOfDay.ts'

/** The most rows in a reply. The user works from the top, and the list is read again after each call. */
export const mostCalls = 100

const nullableText = z.string().nullable()

/** A patient whose call, or whose next try, is due. */
export const callListRow = z.object({
  patientId: z.int(),
  pathwayId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  /** The number to call first: mobile, otherwise home, otherwise work. */
  telephone: nullableText,
  stage: z.enum(['awaitingFollowup', 'awaitingSecondFollowup']),
  /** The day of the next try, otherwise the day on which the call is due. */
  due: z.string(),
  /** The last day on which the call is in time. */
  inTimeUntil: z.string(),
  /** The first day on which the call counts without a question. */
  countsFrom: z.string(),
  nextTryTime: z.enum(timeCodes).nullable(),
  /** The number of tries since the patient was last reached, and the outcome of the latest. */
  tries: z.int(),
  lastTryDate: nullableText,
  lastOutcome: z.enum(outcomeCodes).nullable(),
  /** The latest thing said on their own page that somebody has to see to; null without one. */
  saidOnPage: saidOnPage.nullable().optional(),
  /** Whether they still want to come, as they last said on their own page; null if they did not say, or long ago. */
  saidOfWait: saidOnPage.nullable().optional(),
  flags: z.array(flagChip),
  ...withheldField,
})
export type CallListRow = z.output<typeof callListRow>

/** Somebody to ask for a month of their falls calendar (an addition to the specification). */
export const calendarCall = z.object({
  patientId: z.int(),
  pathwayId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  telephone: nullableText,
  questionId: z.int(),
  periodFrom: z.string(),
  periodTo: z.string(),
  due: z.string(),
  flags: z.array(flagChip),
  ...withheldField,
})
export type CalendarCall = z.output<typeof calendarCall>

export const callList = z.object({
  /**
   * First the rows whose day has come, the longest overdue first; then those whose window is open but whose day is
   * ahead. At most a hundred.
   */
  rows: z.array(callListRow),
  total: z.int(),
  /** The part of the total whose day or next try has come (an addition to the specification). */
  toRingNow: z.int(),
  /**
   * The part of the total whose window is open but whose day is ahead, by at most `days` days (an addition to the
   * specification).
   */
  dueSoon: z.object({ total: z.int(), days: z.int() }),
  /** Also due, but not to be rung; they stay on their work lists. */
  leftOut: z.object({ consentRefused: z.int(), declined: z.int() }),
  /**
   * People who did not answer a month of their falls calendar, or are asked by telephone, longest due first; at most a
   * hundred (an addition to the specification).
   */
  calendar: z.array(calendarCall),
})
export type CallList = z.output<typeof callList>

export const getCallList = endpoint({
  method: 'GET',
  path: '/api/list/calls',
  summary:
    'People to ring today: follow-up calls and repeat attempts that are due, late ones first, then those due soon',
  input: z.object({}),
  reply: callList,
})

/** Whether only the window is open: the person may already be rung, but the day is still ahead. */
export const isDueSoon = ({ due }: CallListRow, today: CalendarDate): boolean => due > today

export const isLateCall = ({ inTimeUntil }: CallListRow, today: CalendarDate): boolean => inTimeUntil < today

/** The wording of the work lists: 12 days late, due now, due today, due in 5 days. */
export const callDueInWords = (row: CallListRow, today: CalendarDate): string => {
  const group = isLateCall(row, today) ? 'late' : row.due <= endOfWeek(today) ? 'thisWeek' : 'later'
  return dueInWords(row.due, group, today)
}
