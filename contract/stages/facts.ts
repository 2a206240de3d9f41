import type { CalendarDate } from '../platform/dates/dates.ts'
import type { CallOutcome } from './callOutcome.ts'
import type { NoPlanReason } from './noPlanReasons.ts'

/**
 * What is known about a pathway and decides its place. Only active records: a deleted one counts as if it had never
 * existed.
 */
export interface PathwayFacts {
  /** Today in London. It is a fact like any other, so that the rule needs no clock. */
  today: CalendarDate
  isActive: boolean
  referralDate: CalendarDate | null
  /** The day on which the service received the referral, if recorded. */
  receivedDate: CalendarDate | null
  cancelReferralDate: CalendarDate | null
  dischargeDate: CalendarDate | null
  /** The last day on which the referral was reopened or reinstated. */
  resumedDate: CalendarDate | null
  /** How many days before its due day a call already counts: the targets of the two call lists. */
  callWindows: { first: number; second: number }
  patient: {
    isActive: boolean
    deceasedDate: CalendarDate | null
    /** The end of any closed referral, and the day of any FRAT or call, that says that the patient died. */
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
    /**
     * The last session of the class in which the patient still has a place through this plan; null if there is none.
     */
    classUntil: CalendarDate | null
  })[]
  /** `countsEarly` is the answer to the question whether an early call counts; null if the sender was not asked. */
  followups: readonly {
    id: number
    callDate: CalendarDate
    outcome: CallOutcome | null
    countsEarly: boolean | null
  }[]
  noPlanDecisions: readonly { id: number; decisionDate: CalendarDate; reason: NoPlanReason }[]
}

/** The day on which the patient was first seen under a plan, whether its first appointment was kept or missed. */
export interface FirstSeen {
  /**
   * The plan's own day. If appointments were booked for it and none was kept, the first day since on which anything was
   * recorded for the plan; null while nothing is.
   */
  begunOn: CalendarDate | null
}

export const latest = (days: readonly CalendarDate[]): CalendarDate | null => days.toSorted().at(-1) ?? null
export const earliest = (days: readonly CalendarDate[]): CalendarDate | null => days.toSorted()[0] ?? null

/** The day from which a referral waits: when it was received, otherwise when it was made. */
export const waitsFrom = ({
  receivedDate,
  referralDate,
}: Pick<PathwayFacts, 'receivedDate' | 'referralDate'>): CalendarDate | null => receivedDate ?? referralDate

/** The day of death: as recorded, otherwise the first day on which another record says so. */
export const diedOn = ({ patient }: PathwayFacts): CalendarDate | null =>
  patient.deceasedDate ?? earliest(patient.saidDead)

export const hasDied = (facts: PathwayFacts): boolean => diedOn(facts) !== null

/** By date, then by id: of two on one day, the one entered later. */
export const latestFrat = ({ frats }: PathwayFacts) =>
  frats
    .toSorted((a, b) =>
      a.assessmentDate === b.assessmentDate ? a.id - b.id : a.assessmentDate < b.assessmentDate ? -1 : 1,
    )
    .at(-1) ?? null

export const firstFrat = ({ frats }: PathwayFacts): CalendarDate | null =>
  earliest(frats.map(({ assessmentDate }) => assessmentDate))

/** The wait after both assessments counts from the later of the two first ones. A repeat does not restart it. */
export const assessedOn = (facts: PathwayFacts): CalendarDate | null => {
  const wellbeing = earliest(facts.wellbeings.map(({ assessmentDate }) => assessmentDate))
  const frat = firstFrat(facts)
  return frat === null || wellbeing === null ? null : latest([frat, wellbeing])
}
