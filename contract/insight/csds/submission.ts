import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { existingId, requiredText } from '../../platform/fields/fields.ts'
import { fileReply, zipType } from '../../platform/calls/file.ts'
import { addMonths, today, type CalendarDate } from '../../platform/dates/dates.ts'
import { runStates } from '../reportRun.ts'

/*
 * The monthly return of community services (CSDS). A check counts what would be refused. A primary submission and, some
 * weeks later, a refresh of the same month are kept as they were made.
 */

export const submissionKinds = ['check', 'primary', 'refresh'] as const
export type SubmissionKind = (typeof submissionKinds)[number]
export const kindTitles: Readonly<Record<SubmissionKind, string>> = {
  check: 'Check',
  primary: 'Primary',
  refresh: 'Refresh',
}

/** How long what was made can be seen. */
export const checkKeptDays = 7
export const submissionKeptMonths = 12

export interface TableCount {
  name: string
  rows: number
  refused: number
  /** Rows in which the field has a value. */
  filled: Record<string, number>
  /** Rows in which it is expected. */
  of: Record<string, number>
}

export interface Finding {
  rule: string
  count: number
  /** The first of them. */
  records: { patientId: number; pathwayId: number | null }[]
}

const counts = z.record(z.string(), z.int())
const tableCount = z.object({ name: z.string(), rows: z.int(), refused: z.int(), filled: counts, of: counts })

const comparison = z.object({
  what: z.string(),
  /** Counted in the rows of the return. */
  here: z.int(),
  /** Counted again by other means. */
  again: z.int(),
  by: z.string(),
  isEqual: z.boolean(),
})
export type Comparison = z.output<typeof comparison>

export const changes = ['added', 'changed', 'gone'] as const
const difference = z.object({
  change: z.enum(changes),
  key: z.string(),
  /** The fields that differ in a row that changed. */
  fields: z.array(z.string()),
  pathwayId: z.int().nullable(),
})
const tableDifferences = z.object({
  table: z.string(),
  added: z.int(),
  changed: z.int(),
  gone: z.int(),
  /** The first of them. */
  rows: z.array(difference),
})
export type TableDifferences = z.output<typeof tableDifferences>
export const mostDifferences = 100

const submission = z.object({
  id: z.int(),
  /** yyyy-MM */
  month: z.string(),
  kind: z.enum(submissionKinds),
  state: z.enum(runStates),
  /** Why it failed, as a sentence. */
  failure: z.string().nullable(),
  askedAt: z.string(),
  askedBy: z.string(),
  endedAt: z.string().nullable(),
  /** When it is deleted. */
  expiresAt: z.string(),
  rows: z.int().nullable(),
  refused: z.int().nullable(),
})
export type Submission = z.output<typeof submission>

const detail = submission.extend({
  sha256: z.string().nullable(),
  tables: z.array(tableCount),
  findings: z.array(z.object({ rule: z.string(), count: z.int() })),
  comparisons: z.array(comparison),
  /** Null for what is compared with no primary. */
  differences: z.array(tableDifferences).nullable(),
})
export type SubmissionDetail = z.output<typeof detail>

export const listSubmissions = endpoint({
  method: 'GET',
  path: '/api/csds/all',
  summary: 'What was checked and made for the national return of community services (CSDS), latest first',
  input: z.object({}),
  reply: z.object({
    /** Null until the return is set up. */
    settings: z
      .object({
        provider: z.string(),
        submitter: z.string(),
        commissioner: z.string().nullable(),
        teamType: z.string().nullable(),
      })
      .nullable(),
    submissions: z.array(submission),
  }),
})

/** 'yyyy-MM'. There is no year 0000. */
const month = requiredText('Choose a month').refine(
  (text) => /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/.test(text),
  { error: 'Choose a month' },
)

/** The last month that is over, and how many before it can be chosen. */
const monthsOffered = 13
export const monthsToReturn = (day: CalendarDate = today()): string[] =>
  Array.from({ length: monthsOffered }, (_, ago) => addMonths(`${day.slice(0, 7)}-01`, -1 - ago).slice(0, 7))

export const startSubmission = endpoint({
  method: 'POST',
  path: '/api/csds/start',
  summary: 'Check a month of the national return (CSDS), or make its primary submission or its refresh',
  input: z.object({ month, kind: z.enum(submissionKinds, { error: 'Choose from the list' }) }),
  reply: z.object({ id: z.int() }),
})

export const getSubmission = endpoint({
  method: 'GET',
  path: '/api/csds/get',
  summary:
    'What would be refused of a month of the national return (CSDS), field by field, and what differs from the primary',
  input: z.object({ id: existingId() }),
  reply: detail,
})

const found = z.object({
  patientId: z.int(),
  pathwayId: z.int().nullable(),
  familyName: z.string(),
  firstName: z.string().nullable(),
  nhsNumber: z.string().nullable(),
  referralDate: z.string().nullable(),
})
export type FoundRecord = z.output<typeof found>

export const listFindings = endpoint({
  method: 'GET',
  path: '/api/csds/findings',
  summary: 'The records to which a rule of the national return (CSDS) applies, as far as they are kept',
  input: z.object({ id: existingId(), rule: requiredText('Choose a rule') }),
  reply: z.array(found),
  leavesOut: true,
})

export const downloadSubmission = endpoint({
  method: 'GET',
  path: '/api/csds/download',
  summary:
    'A primary submission or refresh of the national return (CSDS): an archive with a CSV file of each table',
  input: z.object({ id: existingId() }),
  reply: fileReply,
  files: [zipType],
})

export const csdsEndpoints = [
  listSubmissions,
  startSubmission,
  getSubmission,
  listFindings,
  downloadSubmission,
] as const
