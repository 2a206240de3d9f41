import type { z } from 'zod'
import type { FieldErrors } from './problem.ts'

/** The first message of each field, by its dotted path; the same for the form in the browser and the reply of the server. */
export const fieldMessages = (error: z.ZodError): FieldErrors => {
  const fields: FieldErrors = {}
  for (const { path, message } of error.issues) fields[path.join('.') || 'form'] ??= message
  return fields
}
