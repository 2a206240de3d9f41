import { addDays, type CalendarDate } from '../../platform/dates/dates.ts'
import { addWorkingDays } from '../../platform/dates/workingDays.ts'
import { isReached, isTriedAgain, type CallOutcome } from '../../stages/callOutcome.ts'
import type { TimeOfDay } from './timeOfDay.ts'

/*
 * What follows from calls that did not reach the patient: when to try again, and what is offered after three tries. The
 * user decides; nothing is done automatically (docs/reference/care.md).
 */

interface Call {
  id: number
  callDate: CalendarDate
  outcome: CallOutcome | null
  letterSentDate?: CalendarDate | null
}

/** After tries on this many different days, the letter is offered. */
export const triesBeforeLetter = 3
/** Days to wait for a reply to the letter before discharge is offered. */
export const daysAfterLetter = 14

/** By day, then by id: of two calls on one day, the one entered later is last. */
const inOrder = <Each extends Call>(calls: readonly Each[]): Each[] =>
  calls.toSorted((a, b) => (a.callDate === b.callDate ? a.id - b.id : a.callDate < b.callDate ? -1 : 1))

/**
 * The calls since the patient was last reached, earliest first: attempts, which do not count as follow-ups.
 * @param from calls count from this day on; null while none counts, as during treatment
 */
export const triesSince = <Each extends Call>(calls: readonly Each[], from: CalendarDate | null): Each[] => {
  if (from === null) return []
  const since = inOrder(calls).filter(({ callDate }) => callDate >= from)
  return since.slice(since.findLastIndex(({ outcome }) => isReached(outcome)) + 1)
}

/**
 * The next working day after the first try; three working days later after any further try. @param earlier tries before
 * this one
 */
export const nextTryAfter = (day: CalendarDate, earlier: number): CalendarDate =>
  addWorkingDays(day, earlier === 0 ? 1 : 3)

/** No suggestion after the first try. From the second try on, another time of day than now. @param hour in London */
export const nextTimeAfter = (hour: number, earlier: number): TimeOfDay | null =>
  earlier === 0 ? null : hour < 12 ? 'afternoon' : 'morning'

export type CallOffer<Each extends Call> =
  | { what: 'letter'; days: number; last: Each }
  | { what: 'wait'; sent: CalendarDate; until: CalendarDate }
  | { what: 'discharge'; sent: CalendarDate }
  | { what: 'declined'; day: CalendarDate }

/** What the pathway page offers while a call is awaited; null if nothing. */
export const callOffer = <Each extends Call>(
  calls: readonly Each[],
  from: CalendarDate | null,
  today: CalendarDate,
): CallOffer<Each> | null => {
  const tries = triesSince(calls, from)
  const last = tries.at(-1)
  if (last === undefined) return null
  if (last.outcome === 'declined') return { what: 'declined', day: last.callDate }
  const sent = tries
    .flatMap(({ letterSentDate }) => letterSentDate ?? [])
    .sort()
    .at(-1)
  if (sent !== undefined) {
    const until = addDays(sent, daysAfterLetter)
    return until > today ? { what: 'wait', sent, until } : { what: 'discharge', sent }
  }
  const days = new Set(tries.filter(({ outcome }) => isTriedAgain(outcome)).map(({ callDate }) => callDate))
    .size
  return days >= triesBeforeLetter ? { what: 'letter', days, last } : null
}
