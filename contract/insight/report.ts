import { z } from 'zod'
import { addMonths } from '../platform/dates/dates.ts'
import { endpoint } from '../platform/calls/endpoint.ts'
import { requiredDate, requiredText, storedText } from '../platform/fields/fields.ts'
import { fileReply, mediaTypes } from '../platform/calls/file.ts'
import { patientRow } from '../patients/search/search.ts'

/** html is shown on screen and pdf is downloaded (specification); csv and xlsx are additions. */
export const reportTypes = ['html', 'pdf', 'csv', 'xlsx'] as const
export type ReportType = (typeof reportTypes)[number]

/** The longest period of a report, in years (IO-6). */
const longestYears = 5

/** London days, both inclusive (CS-12). */
const days = z.object({
  dateFrom: requiredDate('Date From required'),
  dateTo: requiredDate('Date To required'),
})

/** Parameters of every report. */
const parameters = z.object({
  reportName: requiredText('Report required', 60),
  ...days.shape,
  /** Hides numbers that could identify a person, for figures that leave the service. */
  suppress: z.boolean({ error: 'Choose yes or no' }).optional(),
})
interface Days {
  dateFrom: string
  dateTo: string
}
const inOrder = ({ dateFrom, dateTo }: Days): boolean => dateFrom <= dateTo
const orderMessage = { error: 'Date To must be on or after Date From', path: ['dateTo'] }
const notTooLong = ({ dateFrom, dateTo }: Days): boolean => dateTo <= addMonths(dateFrom, 12 * longestYears)
const lengthMessage = { error: `A report covers at most ${longestYears} years`, path: ['dateTo'] }

/** Valid days for a report. */
export const reportDays = days.refine(inOrder, orderMessage).refine(notTooLong, lengthMessage)

/** The form on the reports screen, which is also the part of a request that says what to count. */
export const reportForm = parameters.refine(inOrder, orderMessage).refine(notTooLong, lengthMessage)

export const runReport = endpoint({
  method: 'POST',
  path: '/api/report/{reportName}',
  takesNoKey: true,
  summary: 'Run a report, to be shown (html) or saved (pdf, csv, xlsx)',
  input: parameters
    .extend({ type: z.enum(reportTypes, { error: `Choose ${reportTypes.join(', ')}` }) })
    .refine(inOrder, orderMessage)
    .refine(notTooLong, lengthMessage),
  reply: fileReply,
  files: Object.values(mediaTypes),
})

export const reportOffer = z.object({
  name: z.string(),
  title: z.string(),
  /** Heading for the report in the list. */
  group: z.string(),
  /** The question that the report answers. */
  answers: z.string(),
  /** What is counted, and by which date. */
  definition: z.array(z.string()),
})
export type ReportOffer = z.output<typeof reportOffer>

export const listReports = endpoint({
  method: 'GET',
  path: '/api/report/all',
  summary: 'The reports that the caller may run',
  input: z.object({}),
  reply: z.array(reportOffer),
})

/** One number of a report: its section, the labels of its row (null for the total row) and its column. */
export const drillDownInput = parameters
  .extend({
    section: z.int().min(0).max(50),
    row: z.array(storedText().nullable()).max(4).nullable(),
    column: z.string().min(1).max(60),
  })
  .refine(inOrder, orderMessage)
  .refine(notTooLong, lengthMessage)

/** How many of the people counted are not named, because their records are withheld from the user. */
export const withheldHeader = 'x-withheld-count'

export const reportPeople = endpoint({
  method: 'POST',
  path: '/api/report/{reportName}/people',
  takesNoKey: true,
  isCounted: true,
  leavesOut: true,
  summary:
    'The patients behind one number of a report, without those whose restricted records are not open to the caller',
  input: drillDownInput,
  reply: z.array(patientRow),
})
