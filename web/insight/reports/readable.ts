import { ApiError } from '../../platform/calls/api.ts'

/** A field error of a report can only come from an address typed by hand. */
export const readable = (error: Error): Error =>
  error instanceof ApiError && error.message === ''
    ? new ApiError(error.status, `${Object.values(error.fields).join('. ')}.`)
    : error
