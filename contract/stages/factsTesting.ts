import type { CalendarDate } from '../platform/dates/dates.ts'
import type { CallOutcome } from './callOutcome.ts'
import type { NoPlanReason } from './noPlanReasons.ts'
import type { PathwayFacts } from './facts.ts'

/** A referral in which nothing is recorded yet, seen much later. */
export const referred: PathwayFacts = {
  today: '2026-12-31',
  isActive: true,
  referralDate: '2026-01-05',
  receivedDate: null,
  cancelReferralDate: null,
  dischargeDate: null,
  resumedDate: null,
  callWindows: { first: 14, second: 14 },
  patient: { isActive: true, deceasedDate: null, saidDead: [] },
  frats: [],
  wellbeings: [],
  treatmentPlans: [],
  exercises: [],
  followups: [],
  noPlanDecisions: [],
}

export const frat = (assessmentDate: CalendarDate, dischargedTo: number | null = null, id = 1) => ({
  id,
  assessmentDate,
  dischargedTo,
})
export const wellbeing = (assessmentDate: CalendarDate, id = 1) => ({ id, assessmentDate })
export const plan = (treatmentDate: CalendarDate, endedDate: CalendarDate | null = null, id = 1) => ({
  id,
  treatmentDate,
  endedDate,
  begunOn: treatmentDate,
})
/**
 * A plan on whose first day the patient was not seen.
 * @param begunOn when they were first seen since
 */
export const missed = (treatmentDate: CalendarDate, begunOn: CalendarDate | null = null) => ({
  ...plan(treatmentDate),
  begunOn,
})
export const exercise = (
  exercisePlanDate: CalendarDate,
  completedDate: CalendarDate | null = null,
  id = 1,
) => ({
  id,
  exercisePlanDate,
  completedDate,
  begunOn: exercisePlanDate,
  classUntil: null,
})
export const call = (
  callDate: CalendarDate,
  id = 1,
  outcome: CallOutcome | null = null,
  countsEarly: boolean | null = null,
) => ({ id, callDate, outcome, countsEarly })
/** A call from a screen that asks whether it counts. */
export const asked = (callDate: CalendarDate, id: number, countsEarly = false) =>
  call(callDate, id, 'reached', countsEarly)
export const decision = (decisionDate: CalendarDate, reason: NoPlanReason = 'equipmentOnly') => ({
  id: 1,
  decisionDate,
  reason,
})
