import { controlOf } from './controlOf.ts'
import type { Problem } from './formProblems.ts'

const groupOf = (field: string): string | null =>
  controlOf(field)?.closest('[role="group"][aria-label]')?.getAttribute('aria-label') ?? null

/**
 * The messages for the summary of a form. If the same message occurs more than once, each is preceded by the group of
 * its field, such as the red flag it asks about; otherwise the lines would be identical. The fields are already on the
 * screen.
 */
export const inSummary = (problems: readonly Problem[]): Problem[] => {
  const messages = problems.map(({ message }) => message)
  return problems.map(({ field, message }) => {
    const isRepeated = messages.indexOf(message) !== messages.lastIndexOf(message)
    const group = isRepeated ? groupOf(field) : null
    return { field, message: group === null ? message : `${group}: ${message}` }
  })
}
