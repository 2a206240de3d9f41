import type { CalendarDate } from '../dates.ts'
import { isReached, type CallOutcome } from '../records/callOutcome.ts'

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
  patient: {
    isActive: boolean
    deceasedDate: CalendarDate | null
    /** The days on which any closed referral of the patient ended, or any FRAT or call was made, that says the patient died. */
    saidDead: readonly CalendarDate[]
  }
  frats: readonly { id: number; assessmentDate: CalendarDate; dischargedTo: number | null }[]
  wellbeings: readonly { id: number; assessmentDate: CalendarDate }[]
  /** A plan has an ended date exactly when it has a goals outcome. */
  treatmentPlans: readonly { id: number; treatmentDate: CalendarDate; endedDate: CalendarDate | null }[]
  exercises: readonly { id: number; exercisePlanDate: CalendarDate; completedDate: CalendarDate | null }[]
  followups: readonly { id: number; callDate: CalendarDate; outcome: CallOutcome | null }[]
  noPlanDecisions: readonly { id: number; decisionDate: CalendarDate }[]
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

/** A plan of either kind, by its first and its last day. */
interface Plan {
  begins: CalendarDate
  ended: CalendarDate | null
}

const treatments = ({ treatmentPlans }: PathwayFacts): Plan[] =>
  treatmentPlans.map(({ treatmentDate, endedDate }) => ({ begins: treatmentDate, ended: endedDate }))
const exercises = (facts: PathwayFacts): Plan[] =>
  facts.exercises.map(({ exercisePlanDate, completedDate }) => ({
    begins: exercisePlanDate,
    ended: completedDate,
  }))
const plans = (facts: PathwayFacts): Plan[] => [...treatments(facts), ...exercises(facts)]

/** The first day of the oldest plan that has begun and not ended. */
const underWaySince = (facts: PathwayFacts, among: readonly Plan[]): CalendarDate | null =>
  earliest(
    among.filter(({ begins, ended }) => ended === null && begins <= facts.today).map(({ begins }) => begins),
  )
export const exercisingSince = (facts: PathwayFacts) => underWaySince(facts, exercises(facts))
export const treatedSince = (facts: PathwayFacts) => underWaySince(facts, treatments(facts))

/** The day of the next plan that lies ahead and has not been ended before it began. */
export const bookedFor = (facts: PathwayFacts): CalendarDate | null =>
  earliest(
    plans(facts)
      .filter(({ begins, ended }) => ended === null && begins > facts.today)
      .map(({ begins }) => begins),
  )

export const hasPlan = (facts: PathwayFacts): boolean => plans(facts).length > 0
export const isPlanNeedless = ({ noPlanDecisions }: PathwayFacts): boolean => noPlanDecisions.length > 0

export const lastPlanEnded = (facts: PathwayFacts): CalendarDate | null =>
  latest(plans(facts).flatMap(({ ended }) => ended ?? []))

const decidedOn = ({ noPlanDecisions }: PathwayFacts): CalendarDate | null =>
  latest(noPlanDecisions.map(({ decisionDate }) => decisionDate))

/** The day from which calls count: the last plan ended, or it was decided that none is needed; null before either. */
export const followedUpFrom = (facts: PathwayFacts): CalendarDate | null =>
  latest([lastPlanEnded(facts), decidedOn(facts)].filter((day) => day !== null))

/** The days of the calls that count (CS-15): the patient was reached, on or after the day from which calls count; earliest first. */
export const countedCalls = (facts: PathwayFacts): CalendarDate[] => {
  const from = followedUpFrom(facts)
  return facts.followups
    .filter(({ callDate, outcome }) => from !== null && callDate >= from && isReached(outcome))
    .map(({ callDate }) => callDate)
    .sort()
}

/** Something was done for the person: from then on a step that was left out is said and not waited for. */
export const isCareBegun = (facts: PathwayFacts): boolean =>
  isPlanNeedless(facts) || plans(facts).some(({ begins, ended }) => ended !== null || begins <= facts.today)
