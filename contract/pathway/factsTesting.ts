import type { PathwayFacts } from './facts.ts'

/** A referral in which nothing is recorded yet, looked at much later. */
export const referred: PathwayFacts = {
  today: '2026-12-31',
  isActive: true,
  referralDate: '2026-01-05',
  receivedDate: null,
  cancelReferralDate: null,
  dischargeDate: null,
  patient: { isActive: true, deceasedDate: null, saidDead: [] },
  frats: [],
  wellbeings: [],
  treatmentPlans: [],
  exercises: [],
  followups: [],
  noPlanDecisions: [],
}
