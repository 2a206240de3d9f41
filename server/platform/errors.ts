import type { FieldErrors, Problem, ProblemCode } from '../../contract/platform/calls/problem.ts'

/** The user can put it right, field by field: 400 with a flat map and no `message` key (IO-2). */
export class ValidationProblem extends Error {
  readonly status = 400
  readonly fields: FieldErrors
  constructor(fields: FieldErrors) {
    super('Fields are not valid')
    this.fields = fields
  }
}

/** What a problem says beside its sentence. */
type More = Pick<Problem, 'conflict' | 'duplicates' | 'mergedInto' | 'restricted'>

/** An answer other than success that the contract knows, with a plain sentence for the person. */
export class HttpProblem extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly more: More
  readonly retryAfterMs: number | undefined
  constructor(status: number, code: ProblemCode, message: string, more: More = {}, retryAfterMs?: number) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
    this.retryAfterMs = retryAfterMs
  }
}

export const unauthenticated = () => new HttpProblem(401, 'unauthenticated', 'Please sign in.')
export const forbidden = () => new HttpProblem(403, 'forbidden', 'Your role does not allow this.')
/** The record is restricted and the caller has no part in the care (decision 81). */
export const reasonNeeded = (patientId: number) =>
  new HttpProblem(
    403,
    'reason-needed',
    'This record is restricted. Say why you need to see it, then you can go on.',
    { restricted: { patientId } },
  )
/** Also the answer for what is outside a person's reach, so that it does not tell what exists. */
export const notFound = () => new HttpProblem(404, 'not-found', 'Not found.')
/** An address, or the query in it, that is no text. */
export const unreadableAddress = () => new HttpProblem(400, 'bad-request', 'This address cannot be read.')
export const addressTooLong = () => new HttpProblem(414, 'too-large', 'This address is too long.')
/** @param cause what failed or was too busy, for the log alone */
export const unavailable = (cause?: PartFailure | AuditFailure) =>
  causedBy(
    new HttpProblem(
      503,
      'unavailable',
      'The service is busy or being restored. Please try again in a moment.',
    ),
    cause,
  )

/** The same answer, whose cause the log names. */
export const causedBy = (problem: HttpProblem, cause: unknown): HttpProblem =>
  cause === undefined ? problem : Object.assign(problem, { cause })

/** What an answer needs, as the log and the metrics name it. */
export type Part =
  | 'database'
  | 'replica'
  | 'documents'
  | 'scanner'
  | 'mail'
  | 'texts'
  | 'provider'
  | 'addresses'
  | 'audit note'
  | 'service'

/**
 * A part of the installation failed, or could take no more. The message is for the log: it names no person and quotes nothing
 * that was sent. The code is that of the cause.
 */
export class PartFailure extends Error {
  readonly part: Part
  readonly code: string | undefined
  constructor(part: Part, message: string, cause?: unknown) {
    super(message, { cause })
    this.part = part
    const { code } = (cause ?? {}) as { code?: unknown }
    this.code = typeof code === 'string' ? code : undefined
  }
}

/** An event could not be added to the audit trail, whatever the reason: nothing may be shown or changed (DP-1). */
export class AuditFailure extends Error {
  constructor(cause: unknown) {
    super('The audit trail could not be written', { cause })
  }
}

/**
 * COMMIT was sent and no answer came, so that nobody here knows whether it stands. Whoever asked has to be told to look
 * before trying again, or to repeat under the same idempotency key (DU-4).
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The database did not confirm a commit', { cause })
  }
}

/** A transaction that we opened to read tried to write: a mistake of ours, and not a database that takes no writes. */
export class WroteWhileReading extends Error {
  constructor(cause: unknown) {
    super('A transaction that only reads tried to write', { cause })
  }
}
/** The same error, or what it is within a transaction that only reads. */
export const ofReading = (error: unknown): unknown =>
  takesNoWrites(error) ? new WroteWhileReading(error) : error

export const notConfirmed = () =>
  new HttpProblem(
    503,
    'outcome-unknown',
    'We could not confirm that this was saved: it may have been. Look before you try again.',
  )

/** Before anything else is open: a password of one's own, or a second step (AU-11, AU-12). */
export const accountIncomplete = (pendingStep: 'password' | 'second-factor') =>
  new HttpProblem(
    403,
    'account-incomplete',
    pendingStep === 'password'
      ? 'Please choose a password of your own first.'
      : 'Please set up an authenticator app first.',
  )

/** @param waitMs until it may be tried again at the latest */
export const tooOften = (waitMs: number) =>
  new HttpProblem(
    429,
    'too-often',
    'There have been too many attempts. Please wait a while, then try again.',
    {},
    waitMs,
  )

interface DatabaseError {
  code?: string
  constraint?: string
  detail?: string
}

/** Connection refused or lost, server starting or stopping, no longer the primary, too many clients, statement or pool timed out. */
const awayCodes = /^(ECONN.*|EPIPE|ETIMEDOUT|08...|25006|57P0.|53...|57014|55P03)$/

/** PostgreSQL is a standby, or may not be written to: another has its work now. */
export const takesNoWrites = (error: unknown): boolean => (error as DatabaseError).code === '25006'

export const isDatabaseAway = (error: unknown): boolean => {
  if (error instanceof OutcomeUnknown) return true
  const { code } = error as DatabaseError
  if (typeof code === 'string') return awayCodes.test(code)
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(error.message)
  )
}

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  (error as DatabaseError).code === '23505' && (error as DatabaseError).constraint === constraint

/** Two transactions met; doing it again will succeed. */
export const isWorthRetrying = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as DatabaseError).code ?? '')
