import type { FieldErrors, Problem, ProblemCode } from '../../contract/platform/calls/problem.ts'

/** Errors that the user can correct, field by field: 400 with a flat map and no `message` key (IO-2). */
export class ValidationProblem extends Error {
  readonly status = 400
  readonly fields: FieldErrors
  constructor(fields: FieldErrors) {
    super('Fields are not valid')
    this.fields = fields
  }
}

/** Further data in the reply, beside its message. */
type More = Pick<Problem, 'conflict' | 'duplicates' | 'mergedInto' | 'restricted'>

/** A reply other than success that the contract defines, with a plain sentence for the user. */
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
/** The record is restricted and the caller is not involved in the care (decision 81). */
export const reasonNeeded = (patientId: number) =>
  new HttpProblem(
    403,
    'reason-needed',
    'This record is restricted. Say why you need to see it, then you can go on.',
    { restricted: { patientId } },
  )
/** Also the reply for records that the user may not see, so that it does not reveal what exists. */
export const notFound = () => new HttpProblem(404, 'not-found', 'Not found.')
/** The URL path or its query cannot be decoded to text. */
export const unreadableAddress = () => new HttpProblem(400, 'bad-request', 'This address cannot be read.')
export const addressTooLong = () => new HttpProblem(414, 'too-large', 'This address is too long.')
/** @param cause what failed or was too busy; only for the log */
export const unavailable = (cause?: PartFailure | AuditFailure) =>
  causedBy(
    new HttpProblem(
      503,
      'unavailable',
      'The service is busy or being restored. Please try again in a moment.',
    ),
    cause,
  )

/** The same problem, with the cause for the log. */
export const causedBy = (problem: HttpProblem, cause: unknown): HttpProblem =>
  cause === undefined ? problem : Object.assign(problem, { cause })

/** A part that a reply depends on, as the log and the metrics name it. */
export type Part =
  | 'database'
  | 'replica'
  | 'documents'
  | 'scanner'
  | 'mail'
  | 'texts'
  | 'provider'
  | 'addresses'
  | 'pds'
  | 'audit note'
  | 'service'

/**
 * A part of the installation failed or was overloaded. The message is for the log: it names nobody and quotes nothing
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

/** An event could not be added to the audit trail, for whatever reason. Nothing may be shown or changed (DP-1). */
export class AuditFailure extends Error {
  constructor(cause: unknown) {
    super('The audit trail could not be written', { cause })
  }
}

/**
 * COMMIT was sent and no reply came, so the server does not know whether the data is stored. The caller must look
 * before trying again, or repeat the call under the same idempotency key (DU-4).
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The database did not confirm a commit', { cause })
  }
}

/**
 * A transaction that Surefoot opened for reading tried to write. This is a bug in Surefoot; the database still accepts
 * writes.
 */
export class WroteWhileReading extends Error {
  constructor(cause: unknown) {
    super('A transaction that only reads tried to write', { cause })
  }
}
/** The same error, or a `WroteWhileReading` in place of PostgreSQL's refusal to write. For read-only transactions. */
export const ofReading = (error: unknown): unknown =>
  takesNoWrites(error) ? new WroteWhileReading(error) : error

export const notConfirmed = () =>
  new HttpProblem(
    503,
    'outcome-unknown',
    'We could not confirm that this was saved: it may have been. Look before you try again.',
  )

/** The user must first choose a password of their own, or set up a second step (AU-11, AU-12). */
export const accountIncomplete = (pendingStep: 'password' | 'second-factor') =>
  new HttpProblem(
    403,
    'account-incomplete',
    pendingStep === 'password'
      ? 'Please choose a password of your own first.'
      : 'Please set up an authenticator app first.',
  )

/** @param waitMs after this long at the latest, the call may be tried again */
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

/**
 * Connection refused or lost, server starting or stopping, no longer the primary, too many clients, statement or pool
 * timed out.
 */
const awayCodes = /^(ECONN.*|EPIPE|ETIMEDOUT|08...|25006|57P0.|53...|57014|55P03)$/

/** PostgreSQL is a standby or refuses writes: another server has taken over. */
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

/** The statement took longer than it may. */
export const isTimedOut = (error: unknown): boolean => (error as DatabaseError).code === '57014'

/** Two transactions conflicted. A retry will succeed. */
export const isWorthRetrying = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as DatabaseError).code ?? '')
