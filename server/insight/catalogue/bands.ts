import type { Measure } from '../reports/definition.ts'
import { count, countAll, meaning, percent } from '../reports/definition.ts'
import { weeks18 } from './shared.ts'

/** The bands of the national community waiting list return, in days waited. Whole weeks belong to the lower band. */
const bands: [id: string, title: string, from: number, to: number | null][] = [
  ['weeks1', '0–1 weeks', 0, 7],
  ['weeks2', '1–2 weeks', 8, 14],
  ['weeks4', '2–4 weeks', 15, 28],
  ['weeks12', '4–12 weeks', 29, 84],
  ['weeks18', '12–18 weeks', 85, 126],
  ['weeks52', '18–52 weeks', 127, 364],
  ['longer', 'Over 52 weeks', 365, null],
]

export const bandWords =
  'Weeks waited are whole days from that day to Date To; exactly 1 week counts as 0–1 weeks, and so on for each band.'

export const bandIds = bands.map(([id]) => id)
/** The bands that end at or before this number of days. */
export const bandsUpTo = (days: number): string[] =>
  bands.filter(([, , , to]) => to !== null && to <= days).map(([id]) => id)

/** One column for each band of `days`. */
export const bandCounts: readonly Measure[] = bands.map(([id, name, from, to]) =>
  to === null
    ? meaning(`Those of ${from} days or more`, count(id, name, `days >= ${from}`))
    : meaning(`Those of ${from} to ${to} days`, count(id, name, `days between ${from} and ${to}`)),
)

export const withinWeeks = (weeks: 18 | 52, sumOf?: readonly string[]): Measure =>
  meaning(
    `Those of ${7 * weeks} days or fewer`,
    count(`within${weeks}`, `Within ${weeks} weeks`, `days <= ${7 * weeks}`, sumOf),
  )

export const undated = meaning(
  'Those without a known day to count from',
  count('unknown', 'No date', 'days is null'),
)

/** One column for each band of `days`, and the share that has waited 18 weeks or less. */
export const bandMeasures = (title: string): Measure[] => [
  countAll('waiting', title, [...bandIds, 'unknown']),
  ...bandCounts,
  undated,
  withinWeeks(18, bandsUpTo(weeks18)),
  percent('percent18', '% within 18 weeks', 'within18', 'waiting'),
]
