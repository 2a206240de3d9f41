import { bmi } from '../../contract/records/bmi.ts'
import { equipmentAssessment } from '../../contract/records/equipmentAssessment.ts'
import { exercise } from '../../contract/records/exercise.ts'
import { exerciseAttendance } from '../../contract/records/exerciseAttendance.ts'
import { followup } from '../../contract/records/followup.ts'
import { frat } from '../../contract/records/frat.ts'
import { onwardReferral } from '../../contract/records/onwardReferral.ts'
import { treatmentPlan } from '../../contract/records/treatmentPlan.ts'
import { wellbeing } from '../../contract/records/wellbeing.ts'

/** The calls of every kind, for what is done with each of them alike. */
export const recordCallsOf = {
  frat,
  wellbeing,
  treatmentPlan,
  exercise,
  exerciseAttendance,
  followup,
  equipmentAssessment,
  onwardReferral,
  bmi,
}
