import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { RecordKindName, recordKinds, RecordsOf } from '../../../contract/pathways/records/kinds.ts'
import { appointmentKind } from './appointment.ts'
import { bmiKind } from './bmi.ts'
import { contactNoteKind } from './contactNote.ts'
import { equipmentAssessmentKind } from './equipmentAssessment.ts'
import { exerciseKind } from './exercise.ts'
import { exerciseAttendanceKind } from './exerciseAttendance.ts'
import { fallKind } from './fall.ts'
import { fallsChecklistKind } from './fallsChecklist.ts'
import { followupKind } from './followup.ts'
import { fratKind } from './frat.ts'
import type { RecordKind } from './kind.ts'
import { measureKind } from './measure.ts'
import { medicinesReviewKind } from './medicinesReview.ts'
import { noPlanDecisionKind } from './noPlanDecision.ts'
import { onwardReferralKind } from './onwardReferral.ts'
import { treatmentPlanKind } from './treatmentPlan.ts'
import { wellbeingKind } from './wellbeing.ts'

/** The checked input of each kind's save. */
export type SavesOf = {
  [Kind in RecordKindName]: CheckedInputOf<(typeof recordKinds)[Kind]['calls']['save']>
}
type KindsOnServer = {
  readonly [Kind in RecordKindName]: RecordKind<SavesOf[Kind], RecordsOf[Kind]> & { entity: Kind }
}

/** The server side of each kind. Its routes, its list on the pathway page, its days and its history follow from it. */
export const recordKindsOnServer: KindsOnServer = {
  frat: fratKind,
  wellbeing: wellbeingKind,
  treatmentPlan: treatmentPlanKind,
  noPlanDecision: noPlanDecisionKind,
  exercise: exerciseKind,
  exerciseAttendance: exerciseAttendanceKind,
  followup: followupKind,
  equipmentAssessment: equipmentAssessmentKind,
  onwardReferral: onwardReferralKind,
  bmi: bmiKind,
  contactNote: contactNoteKind,
  fall: fallKind,
  measure: measureKind,
  medicinesReview: medicinesReviewKind,
  fallsChecklist: fallsChecklistKind,
  appointment: appointmentKind,
}

type AnyKind = Pick<
  RecordKind<never>,
  'entity' | 'table' | 'parent' | 'columns' | 'days' | 'isListedAsRecorded' | 'select'
>

/** For code that treats all kinds alike. */
export const everyKindOnServer: readonly AnyKind[] = Object.values(recordKindsOnServer)
