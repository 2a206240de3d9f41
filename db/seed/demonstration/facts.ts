import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { PathwayFacts } from '../../../contract/stages/facts.ts'
import { usualTargets } from '../../../contract/stages/due.ts'
import { placeOf, type Place } from '../../../contract/stages/place.ts'
import type { InventedHistory } from './histories.ts'

/**
 * The facts of a history that are on record at the end of a day. A plan that is still booked today counts as booked
 * from the start.
 */
const factsOn = (
  history: InventedHistory,
  deceasedDate: CalendarDate | null,
  day: CalendarDate,
  today: CalendarDate,
): PathwayFacts => {
  const by = (when: CalendarDate | null): boolean => when !== null && when <= day
  const { plan, exercise, discharge, noPlan } = history
  return {
    today: day,
    isActive: true,
    referralDate: history.referralDate,
    receivedDate: history.receivedDate,
    cancelReferralDate: by(history.cancelDate) ? history.cancelDate : null,
    dischargeDate: discharge !== null && by(discharge.day) ? discharge.day : null,
    resumedDate: null,
    callWindows: { first: usualTargets.awaitingFollowup, second: usualTargets.awaitingSecondFollowup },
    patient: { isActive: true, deceasedDate: by(deceasedDate) ? deceasedDate : null, saidDead: [] },
    frats: history.frats
      .filter(({ assessmentDate }) => by(assessmentDate))
      .map(({ assessmentDate }, index) => ({ id: index + 1, assessmentDate, dischargedTo: null })),
    wellbeings: by(history.wellbeing) ? [{ id: 1, assessmentDate: history.wellbeing ?? '' }] : [],
    treatmentPlans:
      plan !== null && (by(plan.treatmentDate) || plan.treatmentDate > today)
        ? [
            {
              id: 1,
              treatmentDate: plan.treatmentDate,
              begunOn: plan.treatmentDate,
              endedDate: by(plan.endedDate) ? plan.endedDate : null,
            },
          ]
        : [],
    exercises:
      exercise !== null && by(exercise.exercisePlanDate)
        ? [
            {
              id: 1,
              exercisePlanDate: exercise.exercisePlanDate,
              begunOn: exercise.exercisePlanDate,
              classUntil: null,
              completedDate: by(exercise.completedDate) ? exercise.completedDate : null,
            },
          ]
        : [],
    followups: history.calls
      .filter(({ day: called }) => by(called))
      .map(({ day: callDate, outcome }, index) => ({ id: index + 1, callDate, outcome, countsEarly: null })),
    noPlanDecisions:
      noPlan !== null && by(noPlan.day) ? [{ id: 1, decisionDate: noPlan.day, reason: noPlan.reason }] : [],
  }
}

const standing = (place: Place): string => (place.open ? place.stage : place.closed)

/** The stage changes of a history, each with its day. */
export const transitionsOf = (
  history: InventedHistory,
  deceasedDate: CalendarDate | null,
  today: CalendarDate,
) => {
  const days = [
    history.referralDate,
    ...history.frats.map(({ assessmentDate }) => assessmentDate),
    history.wellbeing,
    history.plan?.treatmentDate ?? null,
    history.plan?.endedDate ?? null,
    history.exercise?.exercisePlanDate ?? null,
    history.exercise?.completedDate ?? null,
    ...history.calls.map(({ day }) => day),
    history.noPlan?.day ?? null,
    history.cancelDate,
    history.discharge?.day ?? null,
    deceasedDate,
  ]
  const changes: { day: CalendarDate; from: string | null; to: string }[] = []
  for (const day of [...new Set(days)]
    .filter((each): each is CalendarDate => each !== null && each <= today)
    .sort()) {
    const to = standing(placeOf(factsOn(history, deceasedDate, day, today)))
    const from = changes.at(-1)?.to ?? null
    if (to !== from) changes.push({ day, from, to })
  }
  return changes
}

export const placeAtEnd = (
  history: InventedHistory,
  deceasedDate: CalendarDate | null,
  today: CalendarDate,
): Place => placeOf(factsOn(history, deceasedDate, today, today))
