import type { z } from 'zod'

type Rule<Values> = (values: Values, context: z.RefinementCtx) => void

/**
 * A rule over several fields, said together with what is wrong elsewhere: `.superRefine(...saidBeside(rule))`. zod looks at no such
 * rule while a field is missing or of a wrong kind, so a person would be refused a second time.
 *
 * @param rule is given the fields that are right, so it must do with none of them; of a wrong one its own message says enough
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
