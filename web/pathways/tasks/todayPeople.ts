import type { TodayLine } from '../../../contract/pathways/today.ts'

/** All lines of one part about one referral, or about a patient without one; the earliest due is first. */
export type PersonToday = readonly [TodayLine, ...TodayLine[]]

/**
 * Groups the lines by patient and referral: a person with several reasons appears once, in the place of the first line.
 */
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
