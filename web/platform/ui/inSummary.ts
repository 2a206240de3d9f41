import { controlOf } from './controlOf.ts'
import type { Problem } from './formProblems.ts'

const groupOf = (field: string): string | null =>
  controlOf(field)?.closest('[role="group"][aria-label]')?.getAttribute('aria-label') ?? null

/**
 * What the summary of a form says of each field. Where a message stands more than once, the group of its field comes before it, such
 * as the red flag that it asks about: the lines would be the same otherwise. The fields are on the screen already.
 */
export const inSummary = (problems: readonly Problem[]): Problem[] => {
  const messages = problems.map(({ message }) => message)
  return problems.map(({ field, message }) => {
    const isRepeated = messages.indexOf(message) !== messages.lastIndexOf(message)
    const group = isRepeated ? groupOf(field) : null
    return { field, message: group === null ? message : `${group}: ${message}` }
  })
}
