import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId } from '../platform/fields/fields.ts'
import { fileReply, mediaTypes } from '../platform/calls/file.ts'
import { reportForm, reportTypes } from './report.ts'

/*
 * A report that is counted in the background. Only the user who asked can see it. The user can leave the screen and
 * come back; the result is kept for a while.
 */

export const runStates = ['waiting', 'running', 'ready', 'failed'] as const

export const reportRun = z.object({
  id: z.int(),
  reportName: z.string(),
  title: z.string(),
  /** Name of the saved report that it was started from. */
  savedAs: z.string().nullable(),
  dateFrom: z.string(),
  dateTo: z.string(),
  suppress: z.boolean(),
  state: z.enum(runStates),
  /** Progress as text; for a failed run, the reason. */
  progress: z.string(),
  askedAt: z.string(),
  /** When the run and its result are deleted. */
  expiresAt: z.string(),
})
export type ReportRun = z.output<typeof reportRun>

export const isUnderWay = ({ state }: Pick<ReportRun, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

export const listReportRuns = endpoint({
  method: 'GET',
  path: '/api/reportRun/all',
  summary: 'Your own background reports, latest first',
  input: z.object({}),
  reply: z.array(reportRun),
})

export const startReportRun = endpoint({
  method: 'POST',
  path: '/api/reportRun/start',
  summary: 'Run a report in the background',
  input: reportForm,
  reply: z.object({ id: z.int() }),
})

export const openReportRun = endpoint({
  method: 'POST',
  path: '/api/reportRun/open',
  takesNoKey: true,
  summary: 'The result of one of your own background reports, to be shown (html) or saved (pdf, csv, xlsx)',
  input: z.object({
    id: existingId(),
    type: z.enum(reportTypes, { error: `Choose ${reportTypes.join(', ')}` }),
  }),
  reply: fileReply,
  files: Object.values(mediaTypes),
})

export const removeReportRun = endpoint({
  method: 'POST',
  path: '/api/reportRun/remove',
  summary: 'Cancel one of your own background reports, or delete its result',
  input: z.object({ id: existingId() }),
  reply: z.object({ success: z.literal(true) }),
})

export const reportRunEndpoints = [listReportRuns, startReportRun, openReportRun, removeReportRun] as const
