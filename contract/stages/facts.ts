import type { CalendarDate } from '../platform/dates/dates.ts'
import type { CallOutcome } from './callOutcome.ts'
import type { NoPlanReason } from './noPlanReasons.ts'

/** What is known of a pathway and decides where it stands: only active records, a deleted one is as if it had never been. */
export interface PathwayFacts {
  /** The day it is in London: a fact like any other, so that the rule needs no clock. */
  today: CalendarDate
  isActive: boolean
  referralDate: CalendarDate | null
  /** The day on which the service received the referral, where that is recorded. */
  receivedDate: CalendarDate | null
  cancelReferralDate: CalendarDate | null
  dischargeDate: CalendarDate | null
  /** The last day on which it was reopened or reinstated. */
  resumedDate: CalendarDate | null
  /** How many days before its day a call counts already: the targets of the two call lists. */
  callWindows: { first: number; second: number }
  patient: {
    isActive: boolean
    deceasedDate: CalendarDate | null
    /** The days on which any closed referral of the patient ended, or any FRAT or call was made, that says the patient died. */
    saidDead: readonly CalendarDate[]
  }
  frats: readonly { id: number; assessmentDate: CalendarDate; dischargedTo: number | null }[]
  wellbeings: readonly { id: number; assessmentDate: CalendarDate }[]
  /** A plan has an ended date exactly when it has a goals outcome. */
  treatmentPlans: readonly (FirstSeen & {
    id: number
    treatmentDate: CalendarDate
    endedDate: CalendarDate | null
  })[]
  exercises: readonly (FirstSeen & {
    id: number
    exercisePlanDate: CalendarDate
    completedDate: CalendarDate | null
    /** The last session of the class in which the person still has a place by this plan; null where there is none. */
    classUntil: CalendarDate | null
  })[]
  /** `countsEarly` is what was answered to the question whether an early call counts; null is a sender that was not asked. */
  followups: readonly {
    id: number
    callDate: CalendarDate
    outcome: CallOutcome | null
    countsEarly: boolean | null
  }[]
  noPlanDecisions: readonly { id: number; decisionDate: CalendarDate; reason: NoPlanReason }[]
}

/** A plan by the day on which somebody was seen, where its first day was kept or missed. */
export interface FirstSeen {
  /**
   * The plan's own day; where appointments were booked for it and none was kept, the first day since of which anything of the plan
   * is recorded, and null while nothing is.
   */
  begunOn: CalendarDate | null
}

export const latest = (days: readonly CalendarDate[]): CalendarDate | null => days.toSorted().at(-1) ?? null
export const earliest = (days: readonly CalendarDate[]): CalendarDate | null => days.toSorted()[0] ?? null

/** The day from which a referral waits: when it was received, else when it was made. */
export const waitsFrom = ({
  receivedDate,
  referralDate,
}: Pick<PathwayFacts, 'receivedDate' | 'referralDate'>): CalendarDate | null => receivedDate ?? referralDate

/** The day of death: as recorded, else the first on which something says so. */
export const diedOn = ({ patient }: PathwayFacts): CalendarDate | null =>
  patient.deceasedDate ?? earliest(patient.saidDead)

export const hasDied = (facts: PathwayFacts): boolean => diedOn(facts) !== null

/** By date, then by id: of two on one day the one entered later. */
export const latestFrat = ({ frats }: PathwayFacts) =>
  frats
    .toSorted((a, b) =>
      a.assessmentDate === b.assessmentDate ? a.id - b.id : a.assessmentDate < b.assessmentDate ? -1 : 1,
    )
    .at(-1) ?? null

export const firstFrat = ({ frats }: PathwayFacts): CalendarDate | null =>
  earliest(frats.map(({ assessmentDate }) => assessmentDate))

/** The wait after both assessments counts from the later of the two first ones: a repeat does not begin it again. */
export const assessedOn = (facts: PathwayFacts): CalendarDate | null => {
  const wellbeing = earliest(facts.wellbeings.map(({ assessmentDate }) => assessmentDate))
  const frat = firstFrat(facts)
  return frat === null || wellbeing === null ? null : latest([frat, wellbeing])
}
