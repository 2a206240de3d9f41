import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { onWeekday, type Aim, type Care, type Goals, type Outline } from './histories.ts'
import type { Random } from './random.ts'

/*
 * How many pathways have come how far. Shares that a clinician would check (care, completion, goals, long waits) are
 * fixed counts and not random, so that they hold on every day.
 */

const careOf: readonly Care[] = ['both', 'treatment', 'class', 'none']
const goalsOf: readonly Goals[] = ['yes', 'partially', 'yes', 'no', 'yes', 'partially', 'yes', 'partially']

const many = <T>(count: number, make: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => make(place))

/** Usually a short wait; every seventh is long. */
const mostly =
  (short: readonly [number, number], long: readonly [number, number]) =>
  (random: Random, place: number): number =>
    random.between(...(place % 7 === 6 ? long : short))

const waits = {
  awaitingWellbeing: mostly([1, 24], [30, 75]),
  awaitingTreatment: mostly([1, 26], [35, 140]),
  inTreatment: mostly([3, 75], [85, 140]),
  inExercise: mostly([5, 160], [165, 200]),
  awaitingFollowup: mostly([3, 88], [93, 125]),
  awaitingSecondFollowup: mostly([3, 88], [93, 120]),
  awaitingDischarge: mostly([1, 12], [15, 40]),
} satisfies Partial<Record<Aim, (random: Random, place: number) => number>>

/** Of 44: most have waited up to four weeks, three more than 18 weeks and one more than a year. */
const untilNow = (random: Random, place: number): number =>
  place < 30
    ? random.between(1, 28)
    : place < 37
      ? random.between(29, 84)
      : place < 40
        ? random.between(85, 120)
        : place < 43
          ? random.between(130, 200)
          : 370

export const inventOutlines = (random: Random, today: CalendarDate): Outline[] => [
  ...many(44, (place) => ({
    aim: 'awaitingAssessment' as const,
    care: 'both' as const,
    waited: untilNow(random, place),
  })),
  ...many(20, (place) => ({
    aim: 'awaitingWellbeing' as const,
    care: 'both' as const,
    waited: waits.awaitingWellbeing(random, place),
  })),
  ...many(20, (place) => ({
    aim: 'awaitingTreatment' as const,
    care: 'both' as const,
    waited: waits.awaitingTreatment(random, place),
    ...(place % 5 === 0 ? { bookedIn: random.between(2, 14) } : {}),
  })),
  ...many(46, (place) => ({
    aim: 'inTreatment' as const,
    care: place % 2 === 0 ? ('treatment' as const) : ('both' as const),
    waited: waits.inTreatment(random, place),
  })),
  ...many(58, (place) => ({
    aim: 'inExercise' as const,
    care: place % 3 === 0 ? ('class' as const) : ('both' as const),
    waited: place < 3 ? random.between(40, 100) : waits.inExercise(random, place),
    // A few died while their referral was open.
    ...(place < 3 ? { deceasedDate: addDays(today, -random.between(4, 25)) } : {}),
    goals: goalsOf[place % 8] ?? 'yes',
  })),
  ...(['awaitingFollowup', 'awaitingSecondFollowup', 'awaitingDischarge'] as const).flatMap((aim, turn) =>
    many([24, 16, 12][turn] ?? 0, (place) => ({
      aim,
      care: careOf[place % 4] ?? 'both',
      waited: waits[aim](random, place),
      goals: goalsOf[place % 8] ?? 'yes',
    })),
  ),
  ...many(128, (place) => closed(random, today, place)),
  ...many(39, () => ({ aim: 'cancelled' as const, care: 'none' as const, waited: random.between(3, 500) })),
]

/** How many discharges belong to people who were referred again. `closed` dates these long enough ago. */
export const comesAgain = 21

/** Of 128 discharged: 60 stopped coming, 4 died, 24 completed a class, and the others had treatment only or advice. */
const closed = (random: Random, today: CalendarDate, place: number): Outline => {
  const of = { aim: 'discharged' as const, goals: goalsOf[place % 8] ?? 'yes' }
  const waited = place < comesAgain ? random.between(420, 700) : random.between(4, 420)
  const both = place % 3 === 0 ? ('class' as const) : ('both' as const)
  if (place < 60) return { ...of, care: both, stopped: true, waited }
  if (place < 64)
    return { ...of, care: both, stopped: true, waited, deceasedDate: onWeekday(addDays(today, -waited - 6)) }
  if (place < 88) return { ...of, care: both, waited }
  return { ...of, care: place < 114 ? 'treatment' : 'none', waited }
}
