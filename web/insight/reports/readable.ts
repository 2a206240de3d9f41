import { ApiError } from '../../platform/calls/api.ts'

/** A field failure of a report comes from an address that was typed by hand. */
export const readable = (error: Error): Error =>
  error instanceof ApiError && error.message === ''
    ? new ApiError(error.status, `${Object.values(error.fields).join('. ')}.`)
    : error
