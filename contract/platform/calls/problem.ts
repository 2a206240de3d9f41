import { z } from 'zod'
import { likelyDuplicate } from './likelyDuplicate.ts'

/**
 * Body of every error but two: field failures are a flat `{ field: message }` with neither `message` nor
 * `error_description`, because a client shows those first and would never merge the fields (IO-2),
 * and the token call answers in the shapes of RFC 6749.
 */
export const problem = z.object({
  code: z.enum([
    'bad-request',
    'unauthenticated',
    'forbidden',
    'not-found',
    'conflict',
    'closed-pathway',
    // A referral of somebody who has died: it is asked whether it is meant.
    'patient-died',
    'likely-duplicate',
    'key-reused',
    'too-large',
    'too-many',
    'quarantined',
    'too-often',
    'account-incomplete',
    // A restricted record of somebody in whose care the caller has no part: it opens once a reason is given.
    'reason-needed',
    'unavailable',
    // A save that the database did not confirm: it may have been saved (DU-4).
    'outcome-unknown',
    'failed',
  ]),
  message: z.string(),
  requestId: z.string(),
  /** With 'conflict': what happened to the record since it was read. */
  conflict: z
    .object({
      version: z.int(),
      changes: z.array(z.object({ by: z.string(), at: z.string(), fields: z.array(z.string()) })),
    })
    .optional(),
  /** With 'likely-duplicate': who it may be. */
  duplicates: z.array(likelyDuplicate).optional(),
  /** With 'not-found', for staff: the record of which the one that was asked for is part now. */
  mergedInto: z.int().optional(),
  /** With 'reason-needed': whose record it is. */
  restricted: z.object({ patientId: z.int() }).optional(),
})
export type Problem = z.output<typeof problem>
export type ProblemCode = Problem['code']

export const fieldErrors = z.record(z.string(), z.string())
export type FieldErrors = z.output<typeof fieldErrors>
