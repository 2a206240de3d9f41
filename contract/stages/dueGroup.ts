/* Separate from due.ts, so that the first page of the site loads none of its rules. */

/** The parts of a list: each row is in exactly one. */
export const dueGroups = ['late', 'thisWeek', 'later'] as const
export type DueGroup = (typeof dueGroups)[number]
export const dueGroupTitles: Record<DueGroup, string> = {
  late: 'Late',
  thisWeek: 'This week',
  later: 'Later',
}
export type DueCounts = Record<DueGroup, number>
