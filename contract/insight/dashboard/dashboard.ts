import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { fileReply, mediaTypes } from '../../platform/calls/file.ts'
import { stages } from '../../stages/stage.ts'
import { reportDays } from '../report.ts'
import { patientRow } from '../../patients/search/search.ts'

/* The service at a glance. Each number comes from a report, which also holds its definition (decision 67). */

const day = z.string()
const days = z.object({ dateFrom: day, dateTo: day })
export type Days = z.output<typeof days>

export const figureUnits = ['count', 'percent', 'days', 'rate'] as const
export type FigureUnit = (typeof figureUnits)[number]

const figure = z.object({
  id: z.string(),
  title: z.string(),
  /** Heading above the figure. */
  part: z.string(),
  unit: z.enum(figureUnits),
  /** Null if there was nothing to calculate it from. */
  value: z.number().nullable(),
  /** The same figure in the previous period. */
  before: z.number().nullable(),
  /** Text that must be read with the figure, such as how many referrals are still undecided. */
  beside: z.string().optional(),
  /** The target maximum; null if the service has set no target. */
  atMost: z.number().nullable(),
  /** Which direction is an improvement; null if neither is. */
  better: z.enum(['lower', 'higher']).nullable(),
  /** What is counted, and by which date. */
  definition: z.array(z.string()),
  /** The report and the cell that the figure comes from, as `reportPeople` expects them. */
  reportName: z.string(),
  reportTitle: z.string(),
  section: z.int(),
  row: z.array(z.string()).nullable(),
  column: z.string(),
  /** Whether the patients behind the number can be listed. */
  hasPeople: z.boolean(),
})
export type Figure = z.output<typeof figure>

const trend = z.object({
  /** Id of the figure. */
  id: z.string(),
  title: z.string(),
  unit: z.enum(figureUnits),
  atMost: z.number().nullable(),
  /** Oldest first. A month is yyyy-MM; the last may be incomplete. */
  months: z.array(z.object({ month: z.string(), value: z.number().nullable() })),
})
export type Trend = z.output<typeof trend>

const longestWait = patientRow.extend({
  /** From the referral to the last day of the period. */
  days: z.int(),
  /** The referral's current list; null if it has been closed since. */
  stage: z.enum(stages).nullable(),
})
export type LongestWait = z.output<typeof longestWait>

const funnelStep = z.object({
  id: z.string(),
  title: z.string(),
  /** Of the referrals received this month, and in the whole period. */
  thisMonth: z.int(),
  period: z.int(),
})

export const dashboardReply = z.object({
  period: days,
  /** The period it is compared with. */
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
