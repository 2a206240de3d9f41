import { addDays, type CalendarDate } from '../../../contract/dates.ts'
import type { PathwayFacts } from '../../../contract/pathway/facts.ts'
import { placeOf, type Place } from '../../../contract/pathway/place.ts'
import type { InventedHistory } from './histories.ts'

/** What of a history is on record at the end of a day. */
export const factsOn = (
  history: InventedHistory,
  deceasedDate: CalendarDate | null,
  day: CalendarDate,
): PathwayFacts => {
  const by = (when: CalendarDate | null): boolean => when !== null && when <= day
  const { plan, exercise } = history
  return {
    today: day,
    isActive: true,
    referralDate: history.referralDate,
    receivedDate: null,
    cancelReferralDate: by(history.cancelDate) ? history.cancelDate : null,
    dischargeDate: by(history.dischargeDate) ? history.dischargeDate : null,
    patient: { isActive: true, deceasedDate: by(deceasedDate) ? deceasedDate : null, saidDead: [] },
    frats: history.frats
      .filter(({ assessmentDate }) => by(assessmentDate))
      .map(({ assessmentDate }, index) => ({ id: index + 1, assessmentDate, dischargedTo: null })),
    wellbeings: by(history.wellbeing) ? [{ id: 1, assessmentDate: history.wellbeing ?? '' }] : [],
    treatmentPlans:
      plan !== null && by(plan.treatmentDate)
        ? [
            {
              id: 1,
              treatmentDate: plan.treatmentDate,
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
              completedDate: by(exercise.completedDate) ? exercise.completedDate : null,
            },
          ]
        : [],
    followups: history.calls
      .filter(by)
      .map((callDate, index) => ({ id: index + 1, callDate, outcome: 'reached' as const })),
    noPlanDecisions: [],
  }
}

const standing = (place: Place): string => (place.open ? place.stage : place.closed)

/** The stages a history went through: each change with the day on which it came about. */
export const transitionsOf = (history: InventedHistory, deceasedDate: CalendarDate | null) => {
  const days = [
    history.referralDate,
    ...history.frats.map(({ assessmentDate }) => assessmentDate),
    history.wellbeing,
    history.plan?.treatmentDate ?? null,
    history.plan?.endedDate ?? null,
    history.exercise?.exercisePlanDate ?? null,
    history.exercise?.completedDate ?? null,
    ...history.calls,
    history.cancelDate,
    history.dischargeDate,
    deceasedDate,
  ]
  const changes: { day: CalendarDate; from: string | null; to: string }[] = []
  for (const day of [...new Set(days)].filter((each) => each !== null).sort()) {
    const to = standing(placeOf(factsOn(history, deceasedDate, day)))
    const from = changes.at(-1)?.to ?? null
    if (to !== from) changes.push({ day, from, to })
  }
  return changes
}

/** Long after everything: where the history ends. */
export const placeAtEnd = (history: InventedHistory, deceasedDate: CalendarDate | null): Place =>
  placeOf(factsOn(history, deceasedDate, addDays(history.referralDate, 36_500)))
