import { addDays, addMonths, type CalendarDate } from '../platform/dates/dates.ts'
import { isReached } from './callOutcome.ts'
import { latest, type PathwayFacts } from './facts.ts'
import { followedUpFrom } from './plans.ts'

/* The two follow-up calls: when each is due, which calls count, and when the wait for another plan begins. */

/** Months from the end of treatment to the first call, and from the first call to the second. */
export const followupIntervalMonths = 3

/** The day on which a call is due, given the day on which its wait began. */
export const callDueAfter = (since: CalendarDate | null): CalendarDate | null =>
  since === null ? null : addMonths(since, followupIntervalMonths)

/** The first day on which the next call counts without a question: the start of the window around its due day. */
const windowOpens = ({ callWindows }: PathwayFacts, since: CalendarDate, counted: number): CalendarDate =>
  addDays(addMonths(since, followupIntervalMonths), -(counted === 0 ? callWindows.first : callWindows.second))

/** By date, then by id: of two calls on one day, the one entered later comes last. */
const byDay = (
  one: { id: number; callDate: CalendarDate },
  other: { id: number; callDate: CalendarDate },
): number => (one.callDate === other.callDate ? one.id - other.id : one.callDate < other.callDate ? -1 : 1)

/**
 * The calls that count (CS-15), earliest first. The patient was reached after care ended, and not before the window of
 * the due call. An earlier call counts if the user said so, or if the sender was not asked.
 */
export const countedCalls = (facts: PathwayFacts): { id: number; callDate: CalendarDate }[] => {
  const from = followedUpFrom(facts)
  if (from === null) return []
  const counted: { id: number; callDate: CalendarDate }[] = []
  for (const { id, callDate, outcome, countsEarly } of facts.followups.toSorted(byDay)) {
    const since = counted.at(-1)?.callDate ?? from
    const isTooEarly = countsEarly === false && callDate < windowOpens(facts, since, counted.length)
    if (callDate >= from && isReached(outcome) && !isTooEarly) counted.push({ id, callDate })
  }
  return counted
}

/** The first day on which the awaited call counts without a question; null if no call is awaited. */
export const nextCallCountsFrom = (facts: PathwayFacts): CalendarDate | null => {
  const from = followedUpFrom(facts)
  const counted = countedCalls(facts)
  return from === null || counted.length > 1
    ? null
    : windowOpens(facts, counted.at(-1)?.callDate ?? from, counted.length)
}

/**
 * After care has ended, the wait for another plan begins at the latest of that end, the last call, and the day on which
 * the referral was resumed.
 */
export const waitsAgainSince = (facts: PathwayFacts): CalendarDate | null =>
  latest(
    [followedUpFrom(facts), countedCalls(facts).at(-1)?.callDate ?? null, facts.resumedDate].filter(
      (day) => day !== null,
    ),
  )
