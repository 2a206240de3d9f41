import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId, requiredText } from '../platform/fields/fields.ts'

/*
 * The fifth of deprivation of a postcode, from a file of postcodes with the decile or fifth of the Index of Multiple
 * Deprivation. A file is uploaded in parts, checked, and put to use; it then replaces the previous file (decision 113).
 */

/** In characters: well under the largest request, in any encoding. */
export const partLength = 250_000

export const deprivationFile = z.object({
  fileName: z.string(),
  postcodes: z.int(),
  /** Since when reports use this file. */
  usedFrom: z.string(),
})

export const getDeprivation = endpoint({
  method: 'GET',
  path: '/api/deprivation/get',
  summary: 'The file of postcodes that reports use for deprivation; null when none is in use',
  input: z.object({}),
  reply: z.object({ inUse: deprivationFile.nullable() }),
})
export type DeprivationFile = z.output<typeof deprivationFile>

export const startDeprivation = endpoint({
  method: 'POST',
  path: '/api/deprivation/start',
  summary: 'Start to upload a file of postcodes with their deprivation; an unfinished upload is discarded',
  input: z.object({ fileName: requiredText('File required') }),
  reply: z.object({ id: z.int() }),
})

const refusedRow = z.object({ row: z.int(), text: z.string() })
export const partTaken = z.object({
  /** Rows of this part, without the heading line. */
  rows: z.int(),
  /** Postcodes accepted. */
  taken: z.int(),
  /** Rows whose postcode already occurred in the file. The first one counts. */
  repeated: z.int(),
  refused: z.int(),
  /** The first rows that were refused, by their line in this part, with the reason. */
  examples: z.array(refusedRow),
})
export type PartTaken = z.output<typeof partTaken>
/** Maximum number of examples in a reply. */
export const mostExamples = 20

export const addDeprivationPart = endpoint({
  method: 'POST',
  path: '/api/deprivation/part',
  maximumBodyBytes: 1024 * 1024,
  summary: 'Upload whole lines of the file, after its line of headings, which is sent with each part',
  input: z.object({
    id: existingId(),
    text: z
      .string()
      .min(1)
      .max(partLength, { abort: true })
      .refine((text) => text.isWellFormed() && !text.includes('\u0000'), {
        error: 'This is not a text file',
      }),
  }),
  reply: partTaken,
})

export const adoptDeprivation = endpoint({
  method: 'POST',
  path: '/api/deprivation/use',
  summary: 'Put the uploaded file into use, in place of the previous one',
  input: z.object({ id: existingId() }),
  reply: z.object({ postcodes: z.int() }),
})

export const deprivationEndpoints = [
  getDeprivation,
  startDeprivation,
  addDeprivationPart,
  adoptDeprivation,
] as const
