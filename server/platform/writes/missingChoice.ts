import { ValidationProblem } from '../errors.ts'
import { fieldOf, type Columns } from './columns.ts'

/**
 * Converts a foreign key violation into an error of the field that it came from: a choice that names no row is the
 * sender's mistake. Returns null for any other error.
 */
export const missingChoice = (error: unknown, columns: Columns): ValidationProblem | null => {
  const { code, detail } = error as { code?: string; detail?: string }
  if (code !== '23503') return null
  const column = /^Key \(([a-z0-9_]+)\)=/.exec(detail ?? '')?.[1] ?? 'id'
  return new ValidationProblem({ [fieldOf(columns, column) ?? 'form']: 'Choose from the list' })
}
