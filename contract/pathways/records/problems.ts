import type { z } from 'zod'
import type { FieldErrors } from '../../platform/calls/problem.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'

export const isBefore = (later: string | null | undefined, earlier: string | null | undefined): boolean =>
  later != null && earlier != null && later < earlier

/** Says on a form what a rule found, each at its field. */
const sayProblems = (problems: FieldErrors, context: z.RefinementCtx): void => {
  for (const [field, message] of Object.entries(problems))
    context.addIssue({ code: 'custom', path: [field], message })
}

/** A form's rule over several fields, said beside what is wrong elsewhere. */
export const problemsBeside = <Values extends object>(problemsIn: (values: Values) => FieldErrors) =>
  saidBeside<Values>((values, context) => sayProblems(problemsIn(values), context))

/** The same in a call, for a record that is new: of a stored one only the server knows what is not sent. */
export const problemsOfNew = <Values extends object>(problemsIn: (values: Values) => FieldErrors) =>
  saidBeside<Values & { id: number }>((values, context) => {
    if (values.id === 0) sayProblems(problemsIn(values), context)
  })
