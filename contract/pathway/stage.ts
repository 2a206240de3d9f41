import { addMonths, type CalendarDate } from '../dates.ts'
import { formatDate } from '../format.ts'

/*
 * Where a pathway stands: a pure function of its records, without a clock. An open pathway is in
 * exactly one of eight lists, a closed one in none, so the counters add up to the open pathways and nobody falls
 * between two lists. docs/stages.md is the same table for clinicians; a test keeps the two equal.
 */

export const stages = [
  'awaitingAssessment',
  'awaitingWellbeing',
  'awaitingTreatment',
  'inTreatment',
  'inExercise',
  'awaitingFollowup',
  'awaitingSecondFollowup',
  'awaitingDischarge',
] as const
export type Stage = (typeof stages)[number]

export const stageTitles: Record<Stage, string> = {
  awaitingAssessment: 'Awaiting assessment',
  awaitingWellbeing: 'Awaiting wellbeing',
  awaitingTreatment: 'Awaiting treatment',
  inTreatment: 'In treatment',
  inExercise: 'In exercise',
  awaitingFollowup: 'Awaiting follow-up',
  awaitingSecondFollowup: 'Awaiting second follow-up',
  awaitingDischarge: 'Awaiting discharge',
}

/** Addresses of the work lists (specification). */
export const stageRoutes = {
  awaitingAssessment: 'awaiting-assessment',
  awaitingWellbeing: 'awaiting-wellbeing',
  awaitingTreatment: 'awaiting-treatment',
  inTreatment: 'in-treatment',
  inExercise: 'in-exercise',
  awaitingFollowup: 'awaiting-followup',
  awaitingSecondFollowup: 'awaiting-second-followup',
  awaitingDischarge: 'awaiting-discharge',
} as const satisfies Record<Stage, string>

/** The seven counters of the admissions home; in treatment has its count in the work-list menu. */
export const counterStages: readonly Stage[] = stages.filter((stage) => stage !== 'inTreatment')

/** Months from the end of treatment to the first call, and from the first call to the second. */
export const followupIntervalMonths = 3

/** Only active records: a deleted one is as if it had never been. */
export interface PathwayFacts {
  isActive: boolean
  referralDate: CalendarDate | null
  cancelReferralDate: CalendarDate | null
  dischargeDate: CalendarDate | null
  patient: { isActive: boolean; deceasedDate: CalendarDate | null }
  frats: readonly { id: number; assessmentDate: CalendarDate; dischargedTo: number | null }[]
  wellbeings: readonly { id: number; assessmentDate: CalendarDate }[]
  treatmentPlans: readonly {
    id: number
    treatmentDate: CalendarDate
    goalsAchievedId: number | null
    goalsRecordedDate: CalendarDate | null
  }[]
  exercises: readonly { id: number; exercisePlanDate: CalendarDate; completedDate: CalendarDate | null }[]
  followups: readonly { id: number; callDate: CalendarDate }[]
}

export type Closed = 'removed' | 'discharged' | 'cancelled'

export interface OpenPlace {
  open: true
  stage: Stage
  /** The day from which the person waits, or has been in this stage. */
  since: CalendarDate | null
  /** The day by which the next step is due, where the stage has one. */
  due: CalendarDate | null
  /** Why, in a sentence for staff. */
  reason: string
  deceased: boolean
  /** Earlier steps that are missing. */
  warnings: string[]
}
export interface ClosedPlace {
  open: false
  closed: Closed
  reason: string
}
export type Place = OpenPlace | ClosedPlace

const latest = (days: readonly (CalendarDate | null)[]): CalendarDate | null =>
  days.reduce<CalendarDate | null>(
    (last, day) => (day !== null && (last === null || day > last) ? day : last),
    null,
  )

const earliest = (days: readonly CalendarDate[]): CalendarDate | null =>
  days.reduce<CalendarDate | null>((first, day) => (first === null || day < first ? day : first), null)

const openPlans = ({ treatmentPlans }: PathwayFacts) =>
  treatmentPlans.filter(({ goalsAchievedId }) => goalsAchievedId === null)

const openExercises = ({ exercises }: PathwayFacts) =>
  exercises.filter(({ completedDate }) => completedDate === null)

/** By date, then by id: of two on one day the one entered later. */
const latestFrat = ({ frats }: PathwayFacts) =>
  frats.reduce<PathwayFacts['frats'][number] | null>(
    (last, frat) =>
      last === null ||
      frat.assessmentDate > last.assessmentDate ||
      (frat.assessmentDate === last.assessmentDate && frat.id > last.id)
        ? frat
        : last,
    null,
  )

/** A call made before the last intervention is kept but does not count (CS-15). */
const anchorOf = ({ treatmentPlans, exercises }: PathwayFacts): CalendarDate | null =>
  latest([
    ...treatmentPlans.map(({ treatmentDate }) => treatmentDate),
    ...exercises.map(({ completedDate }) => completedDate),
  ])

const countedCalls = (facts: PathwayFacts): CalendarDate[] => {
  const anchor = anchorOf(facts)
  return facts.followups
    .map(({ callDate }) => callDate)
    .filter((callDate) => anchor === null || callDate >= anchor)
    .sort()
}

/** The day on which the last plan ended: goals recorded, or exercise completed. */
const endOfPlans = ({ treatmentPlans, exercises }: PathwayFacts): CalendarDate | null =>
  latest([
    ...treatmentPlans.map(({ goalsRecordedDate, treatmentDate }) => goalsRecordedDate ?? treatmentDate),
    ...exercises.map(({ completedDate }) => completedDate),
  ])

const latestWellbeing = ({ wellbeings }: PathwayFacts): CalendarDate | null =>
  latest(wellbeings.map(({ assessmentDate }) => assessmentDate))

const afterMonths = (day: CalendarDate | null): CalendarDate | null =>
  day === null ? null : addMonths(day, followupIntervalMonths)

const earlyCalls = (facts: PathwayFacts): string => {
  const early = facts.followups.length - countedCalls(facts).length
  if (early === 0) return ''
  return early === 1
    ? ' One call before the last intervention does not count.'
    : ` ${early} calls before the last intervention do not count.`
}

interface Standing {
  since: CalendarDate | null
  due?: CalendarDate | null
  reason: string
}

interface StageRule {
  /** The condition in plain words, as docs/stages.md has it. */
  condition: string
  result: Stage | Closed
  when: (facts: PathwayFacts) => boolean
  stand: (facts: PathwayFacts) => Standing
}

/** Tried from the top; the first that matches says where the pathway stands. */
export const stageRules: readonly StageRule[] = [
  {
    condition: 'The pathway or the patient was deleted',
    result: 'removed',
    when: ({ isActive, patient }) => !isActive || !patient.isActive,
    stand: () => ({ since: null, reason: 'The record was deleted.' }),
  },
  {
    condition: 'There is a discharge date',
    result: 'discharged',
    when: ({ dischargeDate }) => dischargeDate !== null,
    stand: ({ dischargeDate }) => ({
      since: dischargeDate,
      reason: `The referral was discharged on ${formatDate(dischargeDate)}.`,
    }),
  },
  {
    condition: 'There is a cancellation date',
    result: 'cancelled',
    when: ({ cancelReferralDate }) => cancelReferralDate !== null,
    stand: ({ cancelReferralDate }) => ({
      since: cancelReferralDate,
      reason: `The referral was cancelled on ${formatDate(cancelReferralDate)}.`,
    }),
  },
  {
    condition: 'The patient has died',
    result: 'awaitingDischarge',
    when: ({ patient }) => patient.deceasedDate !== null,
    stand: ({ patient }) => ({
      since: patient.deceasedDate,
      reason: `The patient died on ${formatDate(patient.deceasedDate)}. Do not call.`,
    }),
  },
  {
    condition: 'An exercise plan has no completion date',
    result: 'inExercise',
    when: (facts) => openExercises(facts).length > 0,
    stand: (facts) => {
      const since = earliest(openExercises(facts).map(({ exercisePlanDate }) => exercisePlanDate))
      return { since, reason: `The exercise plan of ${formatDate(since)} is not completed yet.` }
    },
  },
  {
    condition: 'A treatment plan has no goals outcome',
    result: 'inTreatment',
    when: (facts) => openPlans(facts).length > 0,
    stand: (facts) => {
      const since = earliest(openPlans(facts).map(({ treatmentDate }) => treatmentDate))
      return { since, reason: `The treatment plan of ${formatDate(since)} has no goals outcome yet.` }
    },
  },
  {
    condition: 'The latest FRAT says where the patient was discharged to',
    result: 'awaitingDischarge',
    when: (facts) => latestFrat(facts)?.dischargedTo != null,
    stand: (facts) => {
      const since = latestFrat(facts)?.assessmentDate ?? null
      return { since, reason: `The FRAT of ${formatDate(since)} says where the patient was discharged to.` }
    },
  },
  {
    condition: 'There is no FRAT',
    result: 'awaitingAssessment',
    when: ({ frats }) => frats.length === 0,
    stand: ({ referralDate }) => ({
      since: referralDate,
      reason:
        referralDate === null
          ? 'No FRAT yet, and the referral has no date.'
          : `Referred on ${formatDate(referralDate)}; no FRAT yet.`,
    }),
  },
  {
    condition: 'There is no wellbeing assessment',
    result: 'awaitingWellbeing',
    when: ({ wellbeings }) => wellbeings.length === 0,
    stand: (facts) => {
      const since = latestFrat(facts)?.assessmentDate ?? null
      return { since, reason: `FRAT on ${formatDate(since)}; no wellbeing assessment yet.` }
    },
  },
  {
    condition: 'There is no treatment plan and no exercise plan',
    result: 'awaitingTreatment',
    when: ({ treatmentPlans, exercises }) => treatmentPlans.length === 0 && exercises.length === 0,
    stand: (facts) => {
      const since = latestWellbeing(facts)
      return {
        since,
        reason: `Wellbeing assessment on ${formatDate(since)}; no treatment or exercise plan yet.`,
      }
    },
  },
  {
    condition: 'No follow-up call on or after the last intervention',
    result: 'awaitingFollowup',
    when: (facts) => countedCalls(facts).length === 0,
    stand: (facts) => {
      const since = endOfPlans(facts)
      return {
        since,
        due: afterMonths(since),
        reason: `The last plan ended on ${formatDate(since)}; no follow-up call since.${earlyCalls(facts)}`,
      }
    },
  },
  {
    condition: 'One follow-up call on or after the last intervention',
    result: 'awaitingSecondFollowup',
    when: (facts) => countedCalls(facts).length === 1,
    stand: (facts) => {
      const since = countedCalls(facts)[0] ?? null
      return {
        since,
        due: afterMonths(since),
        reason: `First follow-up call on ${formatDate(since)}; no second call yet.${earlyCalls(facts)}`,
      }
    },
  },
  {
    condition: 'Two or more follow-up calls on or after the last intervention',
    result: 'awaitingDischarge',
    when: () => true,
    stand: (facts) => {
      const since = countedCalls(facts)[1] ?? null
      return { since, reason: `Second follow-up call on ${formatDate(since)}; ready to discharge.` }
    },
  },
]

const isClosed = (result: Stage | Closed): result is Closed =>
  result === 'removed' || result === 'discharged' || result === 'cancelled'

/** Steps that should have come before the present one. */
const warningsFor = (stage: Stage, { frats, wellbeings }: PathwayFacts): string[] => {
  const under = stage === 'inTreatment' || stage === 'inExercise'
  if (!under) return []
  return [
    ...(frats.length === 0 ? ['No FRAT recorded.'] : []),
    ...(wellbeings.length === 0 ? ['No wellbeing assessment recorded.'] : []),
  ]
}

/** Where the pathway stands, since when and why. Total: some rule always matches. */
export const placeOf = (facts: PathwayFacts): Place => {
  const rule = stageRules.find(({ when }) => when(facts))
  if (rule === undefined) throw new Error('The last stage rule must match everything')
  const { since, due = null, reason } = rule.stand(facts)
  if (isClosed(rule.result)) return { open: false, closed: rule.result, reason }
  return {
    open: true,
    stage: rule.result,
    since,
    due,
    reason,
    deceased: facts.patient.deceasedDate !== null,
    warnings: warningsFor(rule.result, facts),
  }
}
