import { addDays, type CalendarDate } from '../platform/dates/dates.ts'
import { earliest, latest, type FirstSeen, type PathwayFacts } from './facts.ts'

/* What was planned for a patient, what took place, and the day on which care ended. */

/** A plan of either kind, with its first and last day. */
interface Plan extends FirstSeen {
  begins: CalendarDate
  ended: CalendarDate | null
}

/** A plan that ended on or before its first day never took place. No rule counts it as a plan. */
export const tookPlace = (begins: CalendarDate, ended: CalendarDate | null): boolean =>
  ended === null || ended > begins
const mayTakePlace = ({ begins, ended }: Plan): boolean => tookPlace(begins, ended)

const treatments = ({ treatmentPlans }: PathwayFacts): Plan[] =>
  treatmentPlans
    .map(({ treatmentDate, endedDate, begunOn }) => ({ begunOn, begins: treatmentDate, ended: endedDate }))
    .filter(mayTakePlace)
const exercises = (facts: PathwayFacts): Plan[] =>
  facts.exercises
    .map(({ exercisePlanDate, completedDate, begunOn }) => ({
      begunOn,
      begins: exercisePlanDate,
      ended: completedDate,
    }))
    .filter(mayTakePlace)
const plans = (facts: PathwayFacts): Plan[] => [...treatments(facts), ...exercises(facts)]

/**
 * The plan's day has come, and the patient was not seen on it or since. It is still booked, but its new day is not
 * known.
 */
const isMissed = ({ today }: PathwayFacts, { begins, begunOn }: Plan): boolean =>
  begins <= today && (begunOn === null || begunOn > today)

const hasBegun = (facts: PathwayFacts, plan: Plan): boolean =>
  plan.begins <= facts.today && !isMissed(facts, plan)

/** The first day of the oldest plan that has begun and not ended. */
const underWaySince = (facts: PathwayFacts, among: readonly Plan[]): CalendarDate | null =>
  earliest(among.filter((plan) => plan.ended === null && hasBegun(facts, plan)).map(({ begins }) => begins))
export const exercisingSince = (facts: PathwayFacts) => underWaySince(facts, exercises(facts))
/** The last days of the classes in which the patient still has a place, for plans that have not ended. */
const classesUntil = (facts: PathwayFacts): CalendarDate[] =>
  facts.exercises.flatMap(({ completedDate, classUntil }) =>
    completedDate === null ? (classUntil ?? []) : [],
  )
/** The last session of the earliest class that is over while the patient still has a place in it. */
export const classOverSince = (facts: PathwayFacts): CalendarDate | null =>
  earliest(classesUntil(facts).filter((day) => day < facts.today))
/** The day after the last session of the next class to end. */
export const classOverOn = (facts: PathwayFacts): CalendarDate | null => {
  const last = earliest(classesUntil(facts).filter((day) => day >= facts.today))
  return last === null ? null : addDays(last, 1)
}

export const treatedSince = (facts: PathwayFacts) => underWaySince(facts, treatments(facts))

/** The day of the next future plan that has not been ended before it began. */
export const bookedFor = (facts: PathwayFacts): CalendarDate | null =>
  earliest(
    plans(facts)
      .filter(({ begins, ended }) => ended === null && begins > facts.today)
      .map(({ begins }) => begins),
  )

/** The latest missed first appointment of a plan that waits for a new day. */
export const firstMissedOn = (facts: PathwayFacts): CalendarDate | null =>
  latest(
    plans(facts)
      .filter((plan) => plan.ended === null && isMissed(facts, plan))
      .map(({ begins }) => begins),
  )

export const isBooked = (facts: PathwayFacts): boolean =>
  bookedFor(facts) !== null || firstMissedOn(facts) !== null

export const hasPlan = (facts: PathwayFacts): boolean => plans(facts).length > 0
export const isPlanNeedless = ({ noPlanDecisions }: PathwayFacts): boolean => noPlanDecisions.length > 0

export const lastPlanEnded = (facts: PathwayFacts): CalendarDate | null =>
  latest(plans(facts).flatMap(({ ended }) => ended ?? []))

/** A plan declined after another had ended was never begun, so that decision changes nothing. */
const decidedOn = (facts: PathwayFacts): CalendarDate | null =>
  latest(
    facts.noPlanDecisions
      .filter(({ reason }) => reason !== 'planDeclined' || lastPlanEnded(facts) === null)
      .map(({ decisionDate }) => decisionDate),
  )

/** The day on which care ended: the last plan ended, or it was decided that none is needed. Null before either. */
export const followedUpFrom = (facts: PathwayFacts): CalendarDate | null =>
  latest([lastPlanEnded(facts), decidedOn(facts)].filter((day) => day !== null))

/** Whether care has begun. From then on a step that was left out is shown as a warning instead of waited for. */
export const isCareBegun = (facts: PathwayFacts): boolean =>
  isPlanNeedless(facts) || plans(facts).some((plan) => plan.ended !== null || hasBegun(facts, plan))
