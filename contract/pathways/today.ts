import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { yesNo } from '../platform/fields/fields.ts'
import { flagChip } from '../patients/flags/chips.ts'
import { withheldField } from '../platform/calls/withheld.ts'

/* What a person has to do now (docs/owners.md). */

/** For how many days visits are shown. “This week” is until Sunday, as on the lists (contract/stages/due.ts). */
export const visitsAhead = 7
/** A line that is this late is shown to Team Leads, whoever owns it. */
export const lateForTeamLead = 7
/** A line that is this late is counted in the weekly mail to Team Leads. */
export const lateForMail = 14
/** Most lines that one part of the page shows; its total says how many there are. */
export const mostLines = 100
/** How far the lines of all colleagues are counted. */
export const mostCounted = 500

const nullableText = z.string().nullable()

export const todayLine = z.object({
  /** A task, the next step of a referral, a visit, a call, or a red flag for which no task stands. */
  what: z.enum(['task', 'step', 'visit', 'call', 'flag']),
  /** Of a task: to close it from here. */
  taskId: z.int().nullable(),
  version: z.int().nullable(),
  /** It opened by itself, so closing it asks why. */
  isAutomatic: z.boolean(),
  text: z.string(),
  due: z.string(),
  /** From the day after, the line is late: a call has days around its own. */
  inTimeUntil: z.string(),
  /** Of a red flag, the last referral; null where there was none. */
  pathwayId: z.int().nullable(),
  patientId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  deceased: z.boolean(),
  flags: z.array(flagChip),
  /** The number to call first: mobile, else home, else work. */
  telephone: nullableText,
  /** The patient has died, or refused what stops calls: the number is left out. */
  doNotCall: z.boolean(),
  ...withheldField,
  owner: nullableText,
})
export type TodayLine = z.output<typeof todayLine>

const part = z.object({
  total: z.int(),
  /** There are more than the total says: it was counted no further. */
  hasMore: z.boolean(),
  lines: z.array(todayLine),
})
export type TodayPart = z.output<typeof part>

export const todayReply = z.object({
  day: z.string(),
  /** Who the person is among the clinicians; null where the sign-in is tied to none. */
  clinician: nullableText,
  late: part,
  today: part,
  week: part,
  calls: part,
  visits: part,
  /** Onward referrals and equipment that are due and not there (contract/pathways/outstanding.ts), the person's own and all. */
  outstanding: z.object({ mine: z.int(), all: z.int() }),
  /** For Team Leads, else null: what is due and nobody owns, and how many referrals stand in Unowned. */
  unowned: part.extend({ referrals: z.int() }).nullable(),
  /** For Team Leads, else null: what is seven days late or more, of anybody. */
  longLate: part.nullable(),
  /** For Team Leads, else null: whether they get the weekly mail. */
  lateMail: z.boolean().nullable(),
})
export type Today = z.output<typeof todayReply>

export const getToday = endpoint({
  method: 'GET',
  path: '/api/today/get',
  summary: 'What the person who asks has to do: late, today, this week, calls and visits',
  input: z.object({}),
  reply: todayReply,
})

export const saveLateMail = endpoint({
  method: 'POST',
  path: '/api/today/mail',
  summary: 'Whether the Team Lead who asks gets the weekly mail about what is long late',
  input: z.object({ lateMail: yesNo() }),
  reply: z.object({ lateMail: z.boolean() }),
})

export const todayEndpoints = [getToday, saveLateMail] as const
