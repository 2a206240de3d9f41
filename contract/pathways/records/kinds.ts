import type { z } from 'zod'
import { appointmentRecord } from './appointment.ts'
import { bmiRecord } from '../../patients/bmi.ts'
import { contactNoteRecord } from './contactNote.ts'
import { equipmentAssessmentRecord } from './equipmentAssessment.ts'
import { exerciseRecord } from './exercise.ts'
import { exerciseAttendanceRecord } from './exerciseAttendance.ts'
import { fallRecord } from './fall.ts'
import { fallsChecklistRecord } from './fallsChecklist.ts'
import { followupRecord } from './followup.ts'
import { fratRecord } from './frat.ts'
import { measureRecord } from './measure.ts'
import { medicinesReviewRecord } from './medicinesReview.ts'
import { noPlanDecisionRecord } from './noPlanDecision.ts'
import { onwardReferralRecord } from './onwardReferral.ts'
import { treatmentPlanRecord } from './treatmentPlan.ts'
import { wellbeingRecord } from './wellbeing.ts'

/** Makes the compiler check that each kind is registered under its own name. */
const registered = <const Kinds extends { [Kind in keyof Kinds]: { kind: Kind } }>(kinds: Kinds): Kinds =>
  kinds

/**
 * The kinds of record, by their name in the API (specification), in the order of the pathway page. The server
 * (server/pathways/records/kinds.ts) and the browser (web/pathways/records/screens.ts) do not compile without an entry
 * for each.
 */
export const recordKinds = registered({
  frat: fratRecord,
  wellbeing: wellbeingRecord,
  treatmentPlan: treatmentPlanRecord,
  noPlanDecision: noPlanDecisionRecord,
  exercise: exerciseRecord,
  exerciseAttendance: exerciseAttendanceRecord,
  followup: followupRecord,
  equipmentAssessment: equipmentAssessmentRecord,
  onwardReferral: onwardReferralRecord,
  bmi: bmiRecord,
  contactNote: contactNoteRecord,
  fall: fallRecord,
  measure: measureRecord,
  medicinesReview: medicinesReviewRecord,
  fallsChecklist: fallsChecklistRecord,
  appointment: appointmentRecord,
})
export type RecordKindName = keyof typeof recordKinds
export const recordKindNames = Object.keys(recordKinds) as RecordKindName[]

/** A record of each kind, as the API returns it. */
export type RecordsOf = { [Kind in RecordKindName]: z.output<(typeof recordKinds)[Kind]['reply']> }

/** Kinds with their own section on the pathway page. */
export type SectionKind = {
  [Kind in RecordKindName]: (typeof recordKinds)[Kind]['section'] extends null ? never : Kind
}[RecordKindName]

/** Kinds whose section is a plain table of the columns they declare. */
export type PlainKind = {
  [Kind in RecordKindName]: (typeof recordKinds)[Kind]['section'] extends { columns: object } ? Kind : never
}[RecordKindName]
