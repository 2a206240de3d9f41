import type { RecordKindName } from '../../contract/records/record.ts'

/** Addresses of the record screens under /falls/pathway (specification): 0 in place of an id adds one. */
const screens: Record<Exclude<RecordKindName, 'exerciseAttendance'>, string> = {
  frat: 'frat',
  wellbeing: 'wellbeing',
  treatmentPlan: 'treatmentPlan',
  exercise: 'exercise',
  followup: 'followup',
  equipmentAssessment: 'equipmentAssessment',
  onwardReferral: 'onwardReferral',
  bmi: 'bmi',
}

export const recordPath = (kind: keyof typeof screens, id: number): string =>
  `/falls/pathway/${screens[kind]}/${id}`

export const attendancePath = (exerciseId: number, id: number): string =>
  `/falls/pathway/attendance/${exerciseId}/${id}`
