import { z } from 'zod'
import { fallsCalendarConsentReply } from '../../patients/flags/fallsCalendarConsent.ts'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import { existingId, optionalText, version, wholeNumber } from '../../platform/fields/fields.ts'
import { replyOutcomeCodes } from './placing.ts'

/* The falls calendar of a referral: what was asked, what was answered, and what came of it (decision 164). */

export const calendarWays = { text: 'Text', page: 'Own page', mail: 'E-mail', call: 'Telephone' } as const
export type CalendarWay = keyof typeof calendarWays
const wayCodes = Object.keys(calendarWays) as [CalendarWay, ...CalendarWay[]]
const triedWays = ['text', 'mail', 'call'] as const

const nullableText = z.string().nullable()

export const calendarReply = z.object({
  id: z.int(),
  version: z.int(),
  channel: z.enum(wayCodes),
  words: z.string(),
  receivedAt: z.string(),
  /** The number that it says or, of one to be read, may say. */
  falls: z.int().nullable(),
  isUrgent: z.boolean(),
  outcome: z.enum(replyOutcomeCodes),
  settledBy: nullableText,
})
export type CalendarReply = z.output<typeof calendarReply>

export const calendarQuestion = z.object({
  id: z.int(),
  version: z.int(),
  monthNumber: z.int(),
  periodFrom: z.string(),
  periodTo: z.string(),
  askedDate: z.string(),
  tries: z.array(
    z.object({
      channel: z.enum(triedWays),
      state: z.enum(['waiting', 'sent', 'dropped']),
      askedDate: z.string(),
    }),
  ),
  falls: z.int().nullable(),
  countedFrom: z.enum(wayCodes).nullable(),
  countedDate: nullableText,
  /** Who entered or corrected the number; null where the reply was sure and nobody had to read it. */
  acceptedBy: nullableText,
  correctionReason: nullableText,
  replies: z.array(calendarReply),
})
export type CalendarQuestion = z.output<typeof calendarQuestion>

const rate = z.object({ falls: z.int(), days: z.int() })
export type FallRate = z.output<typeof rate>

export const calendarStates = [
  'notAsked',
  'stopped',
  'off',
  'beforeCare',
  'inCare',
  'running',
  'over',
  'closed',
] as const

export const fallsCalendar = z.object({
  state: z.enum(calendarStates),
  /** The latest answer; null if the patient was not asked yet. */
  consent: fallsCalendarConsentReply.nullable(),
  /** The last day that the calendar asks about; null while no plan has ended, or one is open. */
  lastDay: nullableText,
  /** Latest first. */
  questions: z.array(calendarQuestion),
  /** Replies to no question, such as after a stop; latest first. */
  otherReplies: z.array(calendarReply),
  /** Of this referral; null where nothing is known. Days are those at risk. */
  rates: z.object({ before: rate.nullable(), during: rate.nullable(), after: rate.nullable() }),
})
export type FallsCalendar = z.output<typeof fallsCalendar>

export const getFallsCalendar = endpoint({
  method: 'GET',
  path: '/api/fallsCalendar/get',
  summary:
    'The falls calendar of a referral: months, replies, and falls per person-year before, during and after care',
  input: z.object({ pathwayId: existingId() }),
  reply: fallsCalendar,
})

const mostFalls = 99
const countFields = {
  falls: wholeNumber(`Enter a whole number from 0 to ${mostFalls}`, { from: 0, to: mostFalls }),
  reason: optionalText(500),
}
export const calendarCountForm = z.object(countFields)
export const reasonForCorrection = 'Say why the number changes'

export const countFallsOfMonth = saveCall({
  path: '/api/fallsCalendar/count',
  summary: 'Enter how often somebody fell in a month of their falls calendar, or correct it with a reason',
  input: z.object({ id: existingId(), version: version(), ...countFields }),
})

export const settleCalendarReply = saveCall({
  path: '/api/fallsCalendar/reply',
  summary:
    'Say what became of a reply that somebody had to read: its number counts, it was read, or it is not theirs',
  input: z.object({ id: existingId(), version: version(), as: z.enum(['counted', 'read', 'notTheirs']) }),
})

export const fallsCalendarEndpoints = [getFallsCalendar, countFallsOfMonth, settleCalendarReply] as const

export const yearDays = 365.25
/** Falls per person-year, as reports count them; null without days. */
export const fallsPerYear = ({ falls, days }: FallRate): number | null =>
  days === 0 ? null : Math.round((falls / days) * yearDays * 100) / 100
