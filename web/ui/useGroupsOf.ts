import { useLayoutEffect, useState } from 'react'
import { controlOf } from './controlOf.ts'
import type { Problem } from './formProblems.ts'

const groupOf = (field: string): string | null =>
  controlOf(field)?.closest('[role="group"][aria-label]')?.getAttribute('aria-label') ?? null

/**
 * Where a message stands more than once, the group of each of its fields, such as the red flag that it asks about: the lines of the
 * summary would be the same otherwise. By field; read from what is on the screen.
 */
export const useGroupsOf = (problems: readonly Problem[]): Readonly<Record<string, string>> => {
  const [groups, setGroups] = useState<Readonly<Record<string, string>>>({})
  const messages = problems.map(({ message }) => message)
  const repeated = problems.filter(
    ({ message }) => messages.indexOf(message) !== messages.lastIndexOf(message),
  )
  const fields = repeated.map(({ field }) => field).join(' ')
  useLayoutEffect(() => {
    const found = fields.split(' ').flatMap((field) => {
      const group = groupOf(field)
      return group === null ? [] : [[field, group] as const]
    })
    setGroups(Object.fromEntries(found))
  }, [fields])
  return groups
}
