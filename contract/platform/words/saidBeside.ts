import type { z } from 'zod'

type Rule<Values> = (values: Values, context: z.RefinementCtx) => void

/**
 * A rule over several fields, reported together with the faults of other fields: `.superRefine(...saidBeside(rule))`.
 * Normally zod does not run such a rule while a field is missing or of a wrong type, so a person would be refused a
 * second time.
 * @param rule receives only the valid fields, so it must work with none of them. An invalid field already has its own
 * message
 */
export const saidBeside = <Values extends object>(
  rule: Rule<Values>,
): [Rule<Values>, z.core.$ZodSuperRefineParams] => [
  (values, context) => {
    const wrong = new Set(context.issues.map(({ path }) => path?.[0]))
    const right = Object.entries(values).filter(([field]) => !wrong.has(field))
    rule(Object.fromEntries(right) as Values, context)
  },
  { when: ({ value }) => typeof value === 'object' && value !== null },
]
