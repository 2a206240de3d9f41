import { bmiKind } from './bmi.ts'
import { equipmentAssessmentKind } from './equipmentAssessment.ts'
import { exerciseKind } from './exercise.ts'
import { exerciseAttendanceKind } from './exerciseAttendance.ts'
import { followupKind } from './followup.ts'
import { fratKind } from './frat.ts'
import type { RecordKind } from './kind.ts'
import { onwardReferralKind } from './onwardReferral.ts'
import { treatmentPlanKind } from './treatmentPlan.ts'
import { wellbeingKind } from './wellbeing.ts'

type AnyKind = Pick<RecordKind<never>, 'entity' | 'table' | 'parent' | 'columns' | 'days' | 'select'>

/** All nine kinds, for what is done with each of them alike. */
export const recordKindsOnServer: readonly AnyKind[] = [
  fratKind,
  wellbeingKind,
  treatmentPlanKind,
  exerciseKind,
  exerciseAttendanceKind,
  followupKind,
  equipmentAssessmentKind,
  onwardReferralKind,
  bmiKind,
]
