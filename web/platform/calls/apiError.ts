import {
  fieldErrors,
  problem,
  type FieldErrors,
  type Problem,
} from '../../../contract/platform/calls/problem.ts'

/**
 * A failed call. `message` is a sentence to show; `fields` are the messages of form fields. Status 0 means no usable
 * answer.
 */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem | null
  readonly fields: FieldErrors
  constructor(status: number, message: string, more: { problem?: Problem; fields?: FieldErrors } = {}) {
    super(message)
    this.status = status
    this.problem = more.problem ?? null
    this.fields = more.fields ?? {}
  }
}

/** The service did not answer. `status` is 0, or what an intermediary answered. */
export class NoAnswer extends ApiError {}

/** The request was sent, at least in part, and no answer came. It may or may not have been carried out. */
export class ReplyLost extends NoAnswer {}

/** The session ended before the call was answered. */
export class SessionEnded extends ApiError {
  constructor() {
    super(401, 'Your session has ended. Please sign in again.')
  }
}

export const noSense = 'The service sent a reply that this page does not understand. Please try again.'

/** Uses error_description, then message, then the field map (specification). An intermediary's page is never shown. */
export const errorOf = (status: number, body: unknown): ApiError => {
  const described = body as { error_description?: unknown; message?: unknown } | null
  if (typeof described?.error_description === 'string')
    return new ApiError(status, described.error_description)
  if (typeof described?.message === 'string') {
    const known = problem.safeParse(body)
    return new ApiError(status, described.message, known.success ? { problem: known.data } : {})
  }
  const fields = fieldErrors.safeParse(body)
  if (status === 400 && fields.success) return new ApiError(status, '', { fields: fields.data })
  return new ApiError(
    status,
    status >= 500 ? 'The service is not available at the moment. Please try again.' : noSense,
  )
}
