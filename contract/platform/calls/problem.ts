import { z } from 'zod'
import { likelyDuplicate } from './likelyDuplicate.ts'

/**
 * The body of every error except two. Field failures are a flat `{ field: message }` with neither `message` nor
 * `error_description`, because a client shows those first and would never merge the fields (IO-2). The token call
 * answers in the shapes of RFC 6749.
 */
export const problem = z.object({
  code: z.enum([
    'bad-request',
    'unauthenticated',
    'forbidden',
    'not-found',
    'conflict',
    'closed-pathway',
    // The referral is of a patient who has died. The user is asked to confirm it.
    'patient-died',
    'likely-duplicate',
    'key-reused',
    'too-large',
    'too-many',
    'quarantined',
    'too-often',
    'account-incomplete',
    // The record is restricted and the caller has no part in the patient's care. It opens once a reason is given.
    'reason-needed',
    'unavailable',
    // The database did not confirm the save, so it may or may not have been saved (DU-4).
    'outcome-unknown',
    'failed',
  ]),
  message: z.string(),
  requestId: z.string(),
  /** With 'conflict': the changes made to the record since the caller read it. */
  conflict: z
    .object({
      version: z.int(),
      changes: z.array(z.object({ by: z.string(), at: z.string(), fields: z.array(z.string()) })),
    })
    .optional(),
  /** With 'likely-duplicate': the existing records that may be the same person. */
  duplicates: z.array(likelyDuplicate).optional(),
  /** With 'not-found', for staff only: the id of the record into which the requested record was merged. */
  mergedInto: z.int().optional(),
  /** With 'reason-needed': the patient whose record is restricted. */
  restricted: z.object({ patientId: z.int() }).optional(),
})
export type Problem = z.output<typeof problem>
export type ProblemCode = Problem['code']

export const fieldErrors = z.record(z.string(), z.string())
export type FieldErrors = z.output<typeof fieldErrors>
