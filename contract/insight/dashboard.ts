import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { fileReply, mediaTypes } from '../platform/calls/file.ts'
import { stages } from '../stages/stage.ts'
import { reportDays } from './report.ts'
import { patientRow } from '../patients/search/search.ts'

/* The service at a glance: each number is one of a report, where its definition stands (decision 67). */

const day = z.string()
const days = z.object({ dateFrom: day, dateTo: day })
export type Days = z.output<typeof days>

export const figureUnits = ['count', 'percent', 'days'] as const
export type FigureUnit = (typeof figureUnits)[number]

const figure = z.object({
  id: z.string(),
  title: z.string(),
  /** Heading under which the figure stands. */
  part: z.string(),
  unit: z.enum(figureUnits),
  /** null: there was nothing to count it from. */
  value: z.number().nullable(),
  /** The same in the period before. */
  before: z.number().nullable(),
  /** What has to be read with it, in words, such as how many are not decided yet. */
  beside: z.string().optional(),
  /** The most that is aimed for; null where the service has set no target. */
  atMost: z.number().nullable(),
  /** Which way is good; null where neither is. */
  better: z.enum(['lower', 'higher']).nullable(),
  /** In words: what is counted, by which date. */
  definition: z.array(z.string()),
  /** The number of which report it is: its name, and the place of the number as `reportPeople` takes it. */
  reportName: z.string(),
  reportTitle: z.string(),
  section: z.int(),
  row: z.array(z.string()).nullable(),
  column: z.string(),
  /** The patients behind the number can be opened. */
  hasPeople: z.boolean(),
})
export type Figure = z.output<typeof figure>

const trend = z.object({
  /** Of which figure it is. */
  id: z.string(),
  title: z.string(),
  unit: z.enum(figureUnits),
  atMost: z.number().nullable(),
  /** Oldest first; a month is named yyyy-MM, and the last may not be over. */
  months: z.array(z.object({ month: z.string(), value: z.number().nullable() })),
})
export type Trend = z.output<typeof trend>

const longestWait = patientRow.extend({
  /** From the referral to the last day of the period. */
  days: z.int(),
  /** On which list the referral stands now; null when it has been closed since. */
  stage: z.enum(stages).nullable(),
})
export type LongestWait = z.output<typeof longestWait>

const funnelStep = z.object({
  id: z.string(),
  title: z.string(),
  /** Of the referrals of this month, and of the period. */
  thisMonth: z.int(),
  period: z.int(),
})

export const dashboardReply = z.object({
  period: days,
  /** What the period is compared with. */
  before: days,
  countedAt: z.string(),
  figures: z.array(figure),
  trends: z.array(trend),
  waiting: z.object({ total: z.int(), definition: z.array(z.string()), longest: z.array(longestWait) }),
  funnel: z.object({ thisMonth: days, definition: z.array(z.string()), steps: z.array(funnelStep) }),
})
export type Dashboard = z.output<typeof dashboardReply>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard/get',
  summary: 'The service at a glance: figures with targets, months, the longest waits and the funnel',
  input: reportDays,
  reply: dashboardReply,
})

export const printDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard/print',
  summary: 'The dashboard on one A4 page, without names',
  input: reportDays,
  reply: fileReply,
  files: [mediaTypes.pdf],
})

export const dashboardEndpoints = [getDashboard, printDashboard] as const
