import type { TodayLine } from '../../../contract/pathways/today.ts'

/** All lines of one part about one referral, or about a patient who has none; the line that is due first stands first. */
export type PersonToday = readonly [TodayLine, ...TodayLine[]]

/** Whoever stands in a part for several reasons stands there once, in the place of the first of them. */
export const byPerson = (lines: readonly TodayLine[]): PersonToday[] => {
  const people = new Map<string, [TodayLine, ...TodayLine[]]>()
  for (const line of lines) {
    const key = `${line.patientId} ${line.pathwayId ?? ''}`
    const known = people.get(key)
    if (known === undefined) people.set(key, [line])
    else known.push(line)
  }
  return [...people.values()]
}
