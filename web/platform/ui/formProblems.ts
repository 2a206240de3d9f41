import { set, type FieldErrors, type FieldValues, type ResolverResult } from 'react-hook-form'
import type { z } from 'zod'
import { fieldMessages } from '../../../contract/platform/calls/fieldMessages.ts'

/** A message about a field of a form. */
export interface Problem {
  field: string
  message: string
}

/** Checks typed values by the contract's own schema, with the messages that the server would give. */
export const resolveTyped = <In extends FieldValues, Out extends FieldValues>(
  schema: z.ZodType<Out, In>,
  typed: In,
): ResolverResult<In, Out> => {
  const checked = schema.safeParse(typed)
  if (checked.success) return { values: checked.data, errors: {} }
  const errors: FieldErrors<In> = {}
  for (const [name, message] of Object.entries(fieldMessages(checked.error)))
    set(errors, name, { type: 'contract', message })
  return { values: {}, errors }
}

/** The same messages as a list, for the summary above the form. */
export const problemsOf = (errors: FieldErrors, path = ''): Problem[] =>
  Object.entries(errors).flatMap(([name, error]) => {
    const field = path === '' ? name : `${path}.${name}`
    if (typeof error?.message === 'string' && error.message !== '') return [{ field, message: error.message }]
    return typeof error === 'object' && error !== null && !('type' in error && typeof error.type === 'string')
      ? problemsOf(error as FieldErrors, field)
      : []
  })
