import type { z } from 'zod'
import type { FieldErrors } from '../problem.ts'

/** Says on a form what a rule found, each at its field. */
export const sayProblems = (problems: FieldErrors, context: z.RefinementCtx): void => {
  for (const [field, message] of Object.entries(problems))
    context.addIssue({ code: 'custom', path: [field], message })
}
