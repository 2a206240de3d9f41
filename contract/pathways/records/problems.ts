import type { z } from 'zod'
import type { FieldErrors } from '../../platform/calls/problem.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'

export const isBefore = (later: string | null | undefined, earlier: string | null | undefined): boolean =>
  later != null && earlier != null && later < earlier

/** Reports the problems that a rule found, each on its field. */
const sayProblems = (problems: FieldErrors, context: z.RefinementCtx): void => {
  for (const [field, message] of Object.entries(problems))
    context.addIssue({ code: 'custom', path: [field], message })
}

/** A rule over several fields of a form, reported together with the other errors. */
export const problemsBeside = <Values extends object>(problemsIn: (values: Values) => FieldErrors) =>
  saidBeside<Values>((values, context) => sayProblems(problemsIn(values), context))

/**
 * The same for a call that creates a record. For a stored record only the server knows the fields that were not sent.
 */
export const problemsOfNew = <Values extends object>(problemsIn: (values: Values) => FieldErrors) =>
  saidBeside<Values & { id: number }>((values, context) => {
    if (values.id === 0) sayProblems(problemsIn(values), context)
  })
