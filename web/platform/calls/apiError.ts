import {
  fieldErrors,
  problem,
  type FieldErrors,
  type Problem,
} from '../../../contract/platform/calls/problem.ts'

/** An answer other than success. `message` is a sentence to show; `fields` belong to the form. Status 0: no usable answer. */
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

/** No answer came; `status` is 0, or what something in between said. */
export class NoAnswer extends ApiError {}

/** The request went out, or part of it, and no answer came: nobody knows whether it was carried out. */
export class ReplyLost extends NoAnswer {}

/** The session was over when this was sent. */
export class SessionEnded extends ApiError {
  constructor() {
    super(401, 'Your session has ended. Please sign in again.')
  }
}

export const noSense = 'The service sent a reply that this page does not understand. Please try again.'

/** error_description, then message, else the field map (specification). A page of something in between is never shown. */
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
