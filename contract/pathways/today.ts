import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { yesNo } from '../platform/fields/fields.ts'
import { flagChip } from '../patients/flags/chips.ts'
import { withheldField } from '../platform/calls/withheld.ts'

/* What a person has to do now (docs/reference/pathways.md). */

/**
 * The number of days for which visits are shown. “This week” lasts until Sunday, as on the lists
 * (contract/stages/due.ts).
 */
export const visitsAhead = 7
/** Lines at least this many days late are shown to Team Leads, regardless of the owner. */
export const lateForTeamLead = 7
/** Lines at least this many days late are counted in the weekly mail to Team Leads. */
export const lateForMail = 14
/** The most lines that one part of the page shows; its total says how many there are. */
export const mostLines = 100
/** The limit up to which a total is counted. */
export const mostCounted = 500

const nullableText = z.string().nullable()

export const todayLine = z.object({
  /** A task, the next step of a referral, a visit, a call, or a red flag without a task. */
  what: z.enum(['task', 'step', 'visit', 'call', 'flag']),
  /** Set for a task, so that it can be closed from this page. */
  taskId: z.int().nullable(),
  version: z.int().nullable(),
  /** The task opened automatically, so closing it requires a note. */
  isAutomatic: z.boolean(),
  text: z.string(),
  due: z.string(),
  /** The last day on which the line is in time. For a call, this is the end of its window. */
  inTimeUntil: z.string(),
  /** For a red flag, the last referral; null if there was none. */
  pathwayId: z.int().nullable(),
  patientId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  deceased: z.boolean(),
  flags: z.array(flagChip),
  /** The number to call first: mobile, otherwise home, otherwise work. */
  telephone: nullableText,
  /** The patient has died, or has refused something that rules out calls; the number is omitted. */
  doNotCall: z.boolean(),
  ...withheldField,
  owner: nullableText,
})
export type TodayLine = z.output<typeof todayLine>

const part = z.object({
  total: z.int(),
  /** Counting stopped at the limit: there are more than the total. */
  hasMore: z.boolean(),
  lines: z.array(todayLine),
})
export type TodayPart = z.output<typeof part>

export const todayReply = z.object({
  day: z.string(),
  /** The clinician linked to the user's account; null if there is none. */
  clinician: nullableText,
  late: part,
  today: part,
  week: part,
  calls: part,
  visits: part,
  /** The number of due items on the outstanding list (contract/pathways/outstanding.ts): the user's own, and all. */
  outstanding: z.object({ mine: z.int(), all: z.int() }),
  /**
   * Forms handed in from visits without a signal that wait for somebody, and visits of which nothing was handed in: the user's
   * own, for Team Leads all.
   */
  visitForms: z.object({ waiting: z.int(), missing: z.int() }).optional(),
  /** For Team Leads: texts of the last seven days from telephones that the falls calendar does not know. */
  unknownTexts: z.object({ count: z.int(), lastAt: z.string().nullable() }).optional(),
  /** For Team Leads, otherwise null: due items without an owner, and the number of referrals in Unowned. */
  unowned: part.extend({ referrals: z.int() }).nullable(),
  /** For Team Leads, otherwise null: everybody's items that are at least seven days late. */
  longLate: part.nullable(),
  /** For Team Leads, otherwise null: whether they receive the weekly mail. */
  lateMail: z.boolean().nullable(),
})
export type Today = z.output<typeof todayReply>

export const getToday = endpoint({
  method: 'GET',
  path: '/api/today/get',
  summary: 'What the caller has to do: late, today, this week, calls and visits',
  input: z.object({}),
  reply: todayReply,
})

export const saveLateMail = endpoint({
  method: 'POST',
  path: '/api/today/mail',
  summary: 'Whether the calling Team Lead gets the weekly mail about what has been late for long',
  input: z.object({ lateMail: yesNo() }),
  reply: z.object({ lateMail: z.boolean() }),
})

export const todayEndpoints = [getToday, saveLateMail] as const
