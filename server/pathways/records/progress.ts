import type { FieldErrors } from '../../../contract/platform/calls/problem.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import type { Columns } from '../../platform/writes/columns.ts'

/**
 * The values of these fields after a save that may leave some out. Null for a save that names none of them, such as the
 * specified one.
 */
export const afterSave = <
  const Map extends Columns,
  Save extends { readonly [Field in keyof Map]?: unknown },
>(
  columns: Map,
  save: Save,
  before: object | null,
): { [Field in keyof Map]: Exclude<Save[Field], undefined> } | null => {
  const entries = Object.entries(columns)
  if (entries.every(([field]) => save[field as keyof Save] === undefined)) return null
  const stored: Readonly<Record<string, unknown>> = { ...before }
  return Object.fromEntries(
    entries.map(([field, column]) => {
      const sent: unknown = save[field as keyof Save]
      return [field, sent === undefined ? (stored[column] ?? null) : sent]
    }),
  ) as { [Field in keyof Map]: Exclude<Save[Field], undefined> }
}

/** Throws if a rule found problems in a save. */
export const requireNone = (problems: FieldErrors): void => {
  if (Object.keys(problems).length > 0) throw new ValidationProblem(problems)
}
