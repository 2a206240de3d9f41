import type { z } from 'zod'
import type { FieldErrors } from './problem.ts'

/**
 * The first message of each field, keyed by dotted path. The form in the browser and the server's reply both use it.
 */
export const fieldMessages = (error: z.ZodError): FieldErrors => {
  const fields: FieldErrors = {}
  for (const { path, message } of error.issues) fields[path.join('.') || 'form'] ??= message
  return fields
}
