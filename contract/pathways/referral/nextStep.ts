import type { CalendarDate } from '../../platform/dates/dates.ts'
import type { RecordKindName } from '../records/kinds.ts'
import type { PathwayView } from './pathway.ts'
import type { Stage } from '../../stages/stage.ts'

/** What usually follows on each list (docs/stages.md): offered after a save, never asked for. */
export const usualNextSteps = {
  awaitingAssessment: 'frat',
  awaitingWellbeing: 'wellbeing',
  awaitingTreatment: 'treatmentPlan',
  inTreatment: 'exercise',
  inExercise: 'exerciseAttendance',
  awaitingFollowup: 'followup',
  awaitingSecondFollowup: 'followup',
  awaitingDischarge: 'discharge',
} as const satisfies Record<Stage, RecordKindName | 'discharge'>

/** What may be done next: another record, or the discharge. */
export type NextStep = (typeof usualNextSteps)[Stage]

/**
 * The step to offer on a day; null where the pathway is closed, or waits for a day that lies ahead: that of a call, or of a
 * plan that is booked, or whose first appointment was missed and which gets a new day.
 */
export const nextStepOf = (
  { stage: place, treatmentPlan, exercise }: Pick<PathwayView, 'stage' | 'treatmentPlan' | 'exercise'>,
  today: CalendarDate,
): NextStep | null => {
  if (!place.open) return null
  const isBooked =
    place.firstMissedOn !== null ||
    treatmentPlan.some(({ treatmentDate }) => treatmentDate > today) ||
    exercise.some(({ exercisePlanDate }) => exercisePlanDate > today)
  const step = usualNextSteps[place.stage]
  if (step === 'followup' && place.due !== null && place.due > today) return null
  return isBooked && (step === 'treatmentPlan' || step === 'exercise') ? null : step
}
