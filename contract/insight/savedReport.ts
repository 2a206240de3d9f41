import { z } from 'zod'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import { existingId, optionalDate, recordId, requiredText, version } from '../platform/fields/fields.ts'
import { reportDays } from './report.ts'
import { movingPeriods, periodTitles } from './reportPeriod.ts'
import { saidBeside } from '../platform/words/saidBeside.ts'

/** Periods of a saved report: one that moves with the day, or the same two days each time. */
export const savedPeriods = [...movingPeriods, 'fixed'] as const
export const savedPeriodTitles = { ...periodTitles, fixed: 'Always the same days' }

const fields = z.object({
  name: requiredText('Name required', 100),
  reportName: requiredText('Report required', 60),
  period: z.enum(savedPeriods, { error: 'Period required' }),
  dateFrom: optionalDate(),
  dateTo: optionalDate(),
  suppress: z.boolean({ error: 'Choose yes or no' }).optional(),
  isMonthly: z.boolean({ error: 'Choose yes or no' }).optional(),
})

/**
 * Fixed days must be valid for a report. They cannot run monthly, because the result would be the same each month.
 */
const requirePeriod = (
  { period, dateFrom, dateTo, isMonthly }: Partial<z.output<typeof fields>>,
  context: z.RefinementCtx,
): void => {
  if (period !== 'fixed') return
  const checked = reportDays.safeParse({ dateFrom, dateTo })
  for (const { path, message } of checked.error?.issues ?? [])
    context.addIssue({ code: 'custom', path, message })
  if (isMonthly)
    context.addIssue({
      code: 'custom',
      path: ['isMonthly'],
      message: 'The same days give the same report each month: choose another period, such as last month',
    })
}

/** The form on the saved report screen. */
export const savedReportForm = fields.superRefine(...saidBeside(requirePeriod))

export const savedReport = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  reportName: z.string(),
  title: z.string(),
  /** Whether the caller currently has the rights to run it. */
  mayRun: z.boolean(),
  period: z.enum(savedPeriods),
  dateFrom: z.string().nullable(),
  dateTo: z.string().nullable(),
  suppress: z.boolean(),
  isMonthly: z.boolean(),
  /** The first of the month on which it next runs. */
  nextOn: z.string().nullable(),
  /** When its monthly runs stopped because its owner could no longer run it. */
  stoppedAt: z.string().nullable(),
})
export type SavedReport = z.output<typeof savedReport>

export const listSavedReports = endpoint({
  method: 'GET',
  path: '/api/savedReport/all',
  summary: 'Your own saved reports, by name',
  input: z.object({}),
  reply: z.array(savedReport),
})

export const saveSavedReport = saveCall({
  path: '/api/savedReport/save',
  summary: 'Save a report with its parameters for yourself, to run again or each month',
  input: fields.extend({ id: recordId(), version: version() }).superRefine(...saidBeside(requirePeriod)),
})

export const deleteSavedReport = saveCall({
  path: '/api/savedReport/delete',
  summary: 'Delete one of your own saved reports; its monthly runs end',
  input: z.object({ id: existingId() }),
})

export const savedReportEndpoints = [listSavedReports, saveSavedReport, deleteSavedReport] as const
