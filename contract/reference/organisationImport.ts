import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId, requiredText, wholeNumber } from '../platform/fields/fields.ts'
import { organisationTypes } from './organisation.ts'

/** In characters: well under the largest request, in any encoding. */
export const partLength = 250_000
/** The largest national file is about 15 million characters. */
const mostParts = 400

export const startImport = endpoint({
  method: 'POST',
  path: '/api/organisation/importStart',
  summary: 'Start to upload a national file of organisations',
  input: z.object({ fileName: requiredText('File required') }),
  reply: z.object({ id: z.int() }),
})

export const addImportPart = endpoint({
  method: 'POST',
  path: '/api/organisation/importPart',
  maximumBodyBytes: 1024 * 1024,
  summary: 'The next part of the file’s text',
  input: z.object({
    id: existingId(),
    part: wholeNumber('Not a valid part', { from: 1, to: mostParts }),
    // Not trimmed: a part may begin with the space at which the file was cut.
    text: z
      .string()
      .min(1)
      .max(partLength, { abort: true })
      .refine((text) => text.isWellFormed() && !text.includes('\u0000'), {
        error: 'This is not a text file',
      }),
  }),
  reply: z.object({ id: z.int() }),
})

const importRow = z.object({ row: z.int(), code: z.string(), text: z.string() })

/** What a file does to the organisations, or would do. */
export const importReport = z.object({
  /** null for a file of memberships, which contains no organisations. */
  type: z.enum(organisationTypes).nullable(),
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  closed: z.int(),
  reopened: z.int(),
  unchanged: z.int(),
  /** Rows that do not belong in this list, such as prescribing places that are not a practice, and past memberships. */
  skipped: z.int(),
  rejected: z.int(),
  /** Rows accepted, but without some of their data. */
  doubtful: z.int(),
  /** The first rows of each kind, with what is done or wrong. */
  examples: z.object({
    added: z.array(importRow),
    changed: z.array(importRow),
    closed: z.array(importRow),
    reopened: z.array(importRow),
    rejected: z.array(importRow),
    doubtful: z.array(importRow),
  }),
})
export type ImportReport = z.output<typeof importReport>
export type ImportRow = z.output<typeof importRow>
/** Maximum number of examples of each kind in a reply. */
export const mostExamples = 200

export const checkImport = endpoint({
  method: 'POST',
  path: '/api/organisation/importCheck',
  summary: 'A trial run: what the uploaded file would do, and which rows are refused',
  input: z.object({
    id: existingId(),
    /** Derived from the file name if it is a usual one. */
    type: z.enum(organisationTypes, { error: 'Type required' }).optional(),
  }),
  reply: importReport,
})

export const applyImport = endpoint({
  method: 'POST',
  path: '/api/organisation/importApply',
  summary: 'Import the checked file in one transaction; nothing is ever deleted',
  input: z.object({
    id: existingId(),
    type: z.enum(organisationTypes, { error: 'Type required' }).optional(),
  }),
  reply: importReport,
})
