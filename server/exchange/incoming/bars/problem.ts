import { randomUUID } from 'node:crypto'
import type { OperationOutcome } from 'fhir/r4.js'
import { ukCore } from '../../fhir/mapping/source.ts'

/* The errors that the Booking and Referral Standard names for a receiver ('REC'), each with its HTTP status. */

export const barsErrors = {
  REC_BAD_REQUEST: 400,
  REC_UNAUTHORIZED: 401,
  REC_FORBIDDEN: 403,
  REC_NOT_FOUND: 404,
  REC_NOT_ACCEPTABLE: 406,
  REC_CONFLICT: 409,
  REC_UNPROCESSABLE_ENTITY: 422,
  REC_TOO_MANY_REQUESTS: 429,
  REC_SERVER_ERROR: 500,
  REC_NOT_IMPLEMENTED: 501,
  REC_SERVICE_UNAVAILABLE: 503,
} as const
export type BarsError = keyof typeof barsErrors
type IssueCode = OperationOutcome['issue'][number]['code']

/** A message that is refused. `message` says why in words without anything of a patient. */
export class BarsProblem extends Error {
  readonly error: BarsError
  readonly code: IssueCode
  constructor(error: BarsError, code: IssueCode, words: string) {
    super(words)
    this.error = error
    this.code = code
  }
  get status(): number {
    return barsErrors[this.error]
  }
}

/** Something that the standard or this service requires is not there. @param at the header or element */
export const missing = (at: string): BarsProblem =>
  new BarsProblem('REC_BAD_REQUEST', 'required', `${at} is missing.`)

export const invalid = (words: string): BarsProblem => new BarsProblem('REC_BAD_REQUEST', 'invalid', words)

export const barsOutcome = ({ error, code, message }: BarsProblem): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  id: randomUUID(),
  meta: { profile: [ukCore('OperationOutcome')] },
  issue: [
    {
      severity: 'error',
      code,
      details: { coding: [{ system: 'https://fhir.nhs.uk/Codesystem/http-error-codes', code: error }] },
      diagnostics: message,
    },
  ],
})
