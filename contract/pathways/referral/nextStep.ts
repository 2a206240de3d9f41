import type { CalendarDate } from '../../platform/dates/dates.ts'
import type { RecordKindName } from '../records/kinds.ts'
import type { PathwayView } from './pathway.ts'
import type { Stage } from '../../stages/stage.ts'

/** The usual next step on each list (docs/reference/pathways.md). It is offered after a save and never required. */
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
 * The step to offer on a day. Null if the pathway is closed or waits for a future day: the day of a call, the day of a
 * booked plan, or a new day for a plan whose first appointment was missed.
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
