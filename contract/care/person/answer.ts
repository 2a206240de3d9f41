import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import { existingId, version } from '../../platform/fields/fields.ts'

/* What was said on the own page, as staff see and settle it (decision 167). */

const nullableText = z.string().nullable()

export const personAnswer = z.object({
  id: z.int(),
  version: z.int(),
  kind: z.string(),
  words: z.string(),
  saidAt: z.string(),
  /** Who said it for the person; null if the person did. */
  saidBy: nullableText,
  /** The appointment that it is about. */
  appointmentId: z.int().nullable(),
  /** Null while somebody of the service has to see to it. */
  settledAt: nullableText,
  /** Null if nothing was left to do. */
  settledBy: nullableText,
})
export type PersonAnswer = z.output<typeof personAnswer>

/** The most answers that are shown. */
export const mostAnswers = 100

export const personAnswers = endpoint({
  method: 'GET',
  path: '/api/personAnswer/all',
  summary: 'What was said on the patient’s own page, first what is to be seen to',
  input: z.object({ pathwayId: existingId() }),
  reply: z.array(personAnswer),
})

export const settlePersonAnswer = saveCall({
  path: '/api/personAnswer/settle',
  summary: 'Note that it was seen to, and close its task',
  input: z.object({ id: existingId(), version: version() }),
})

export const personAnswerEndpoints = [personAnswers, settlePersonAnswer] as const
