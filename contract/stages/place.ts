import type { CalendarDate } from '../platform/dates/dates.ts'
import { formatDate } from '../platform/words/format.ts'
import { isReached } from './callOutcome.ts'
import { callDueAfter, countedCalls, nextCallCountsFrom, waitsAgainSince } from './calls.ts'
import {
  assessedOn,
  diedOn,
  earliest,
  firstFrat,
  hasDied,
  latestFrat,
  waitsFrom,
  type PathwayFacts,
} from './facts.ts'
import {
  bookedFor,
  classOverOn,
  classOverSince,
  exercisingSince,
  firstMissedOn,
  followedUpFrom,
  hasPlan,
  isBooked,
  isCareBegun,
  isPlanNeedless,
  lastPlanEnded,
  treatedSince,
} from './plans.ts'
import type { Stage } from './stage.ts'

/*
 * The place of a pathway: a pure function of its records and of today, without a clock. An open pathway is in exactly
 * one of eight lists and a closed one in none. So the counters add up to the open pathways, and nobody falls between
 * two lists. docs/reference/pathways.md is the same table for clinicians; a test keeps the two equal.
 */

/** Increase this when the rule changes: the next start then recalculates every stored place. */
export const placeRule = 6

export type Closed = 'removed' | 'discharged' | 'cancelled'

export interface OpenPlace {
  open: true
  stage: Stage
  /** The day from which the patient has waited, or has been in this stage. */
  since: CalendarDate | null
  /** The day on which a call is due. Due days of other lists follow from their targets (due.ts). */
  due: CalendarDate | null
  /** Why, as a sentence for staff. */
  reason: string
  deceased: boolean
  /** Earlier steps that are missing. */
  warnings: string[]
  /** The next day on which the place may change without a save: a booked plan begins, or a class is over. */
  movesOn: CalendarDate | null
  /** The day on which care ended, from which call attempts count; null before that. */
  callsCountFrom: CalendarDate | null
  /** Ids of the calls that count as follow-ups, earliest first. */
  countedCalls: number[]
  /** The first day on which the awaited call counts without a question; null if no call is awaited. */
  nextCallCountsFrom: CalendarDate | null
  /** The day of a missed first appointment, if the plan waits for a new day. */
  firstMissedOn: CalendarDate | null
}
export interface ClosedPlace {
  open: false
  closed: Closed
  reason: string
}
export type Place = OpenPlace | ClosedPlace

/** What ended last, in words: a plan, or the question whether one is needed. */
const ending = (facts: PathwayFacts): string => {
  const day = followedUpFrom(facts)
  return day === lastPlanEnded(facts)
    ? `The last plan ended on ${formatDate(day)}`
    : `It was decided on ${formatDate(day)} that no plan is needed`
}

const callsLeftOut = (facts: PathwayFacts): string => {
  const count = facts.followups.length - countedCalls(facts).length
  if (count === 0) return ''
  return count === 1
    ? ' One call does not count: it was made too early, or nobody was reached.'
    : ` ${count} calls do not count: they were made too early, or nobody was reached.`
}

const isReachedSince = (facts: PathwayFacts): boolean => {
  const from = followedUpFrom(facts) ?? facts.today
  return facts.followups.some(({ callDate, outcome }) => callDate >= from && isReached(outcome))
}

/** What is booked, in words: a future plan, or one whose first appointment was missed. */
const booked = (facts: PathwayFacts, plan: string): string => {
  const day = bookedFor(facts)
  return day === null
    ? `the first appointment of ${formatDate(firstMissedOn(facts))} was missed`
    : `${plan} is booked for ${formatDate(day)}`
}

interface Standing {
  since: CalendarDate | null
  due?: CalendarDate | null
  reason: string
}

interface StageRule {
  /** The condition in plain words, as in docs/reference/pathways.md. */
  condition: string
  result: Stage | Closed
  when: (facts: PathwayFacts) => boolean
  stand: (facts: PathwayFacts) => Standing
}

const isFollowedUp = (facts: PathwayFacts): boolean => followedUpFrom(facts) !== null

/** The standing of every open pathway of a patient who has died. */
export const standingOfDead = (facts: PathwayFacts): Standing => ({
  since: diedOn(facts),
  reason:
    facts.patient.deceasedDate === null
      ? 'The patient has died, as a closed referral, a FRAT or a call says; the date of death is not recorded. Do not call.'
      : `The patient died on ${formatDate(facts.patient.deceasedDate)}. Do not call.`,
})

/** Tried in order: the first match decides the place. */
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
    condition: 'The patient has died: by the date of death, or as a closed referral, a FRAT or a call says',
    result: 'awaitingDischarge',
    when: hasDied,
    stand: standingOfDead,
  },
  {
    condition: 'An exercise plan has begun and has no completion date',
    result: 'inExercise',
    when: (facts) => exercisingSince(facts) !== null,
    stand: (facts) => {
      const since = exercisingSince(facts)
      const over = classOverSince(facts)
      const ofClass = over === null ? '' : ` Class over since ${formatDate(over)}.`
      return { since, reason: `The exercise plan of ${formatDate(since)} is not completed yet.${ofClass}` }
    },
  },
  {
    condition: 'A treatment plan has begun and has no goals outcome',
    result: 'inTreatment',
    when: (facts) => treatedSince(facts) !== null,
    stand: (facts) => {
      const since = treatedSince(facts)
      return { since, reason: `The treatment plan of ${formatDate(since)} has no goals outcome yet.` }
    },
  },
  {
    condition:
      'There is no plan and no no-plan decision, and the latest FRAT says where the patient was discharged to',
    result: 'awaitingDischarge',
    when: (facts) =>
      !hasPlan(facts) && !isPlanNeedless(facts) && (latestFrat(facts)?.dischargedTo ?? null) !== null,
    stand: (facts) => ({
      // The first FRAT that said so. A repeat does not restart the wait.
      since: earliest(
        facts.frats.flatMap(({ assessmentDate, dischargedTo }) =>
          dischargedTo === null ? [] : assessmentDate,
        ),
      ),
      reason: `The FRAT of ${formatDate(latestFrat(facts)?.assessmentDate)} says where the patient was discharged to.`,
    }),
  },
  {
    condition: 'A plan has ended or there is a no-plan decision, and another plan is booked',
    result: 'awaitingTreatment',
    when: (facts) => isFollowedUp(facts) && isBooked(facts),
    stand: (facts) => ({
      since: waitsAgainSince(facts),
      reason: `${ending(facts)}; ${booked(facts, 'another')}.`,
    }),
  },
  {
    condition: 'A plan has ended or there is a no-plan decision, and no call counts',
    result: 'awaitingFollowup',
    when: (facts) => isFollowedUp(facts) && countedCalls(facts).length === 0,
    stand: (facts) => {
      const since = followedUpFrom(facts)
      const made = isReachedSince(facts)
        ? 'the first follow-up call is not made yet'
        : 'nobody was reached by telephone since'
      const reason = `${ending(facts)}; ${made}.${callsLeftOut(facts)}`
      return { since, due: callDueAfter(since), reason }
    },
  },
  {
    condition: 'A plan has ended or there is a no-plan decision, and one call counts',
    result: 'awaitingSecondFollowup',
    when: (facts) => isFollowedUp(facts) && countedCalls(facts).length === 1,
    stand: (facts) => {
      const since = countedCalls(facts)[0]?.callDate ?? null
      const reason = `First follow-up call on ${formatDate(since)}; no second call yet.${callsLeftOut(facts)}`
      return { since, due: callDueAfter(since), reason }
    },
  },
  {
    condition: 'A plan has ended or there is a no-plan decision, and two or more calls count',
    result: 'awaitingDischarge',
    when: isFollowedUp,
    stand: (facts) => {
      const since = countedCalls(facts)[1]?.callDate ?? null
      return { since, reason: `Second follow-up call on ${formatDate(since)}; ready to discharge.` }
    },
  },
  {
    condition: 'There is no FRAT',
    result: 'awaitingAssessment',
    when: ({ frats }) => frats.length === 0,
    stand: ({ referralDate, receivedDate }) => ({
      since: waitsFrom({ referralDate, receivedDate }),
      reason:
        receivedDate !== null
          ? `Referral received on ${formatDate(receivedDate)}; no FRAT yet.`
          : referralDate === null
            ? 'No FRAT yet, and the referral has no date.'
            : `Referred on ${formatDate(referralDate)}; no FRAT yet.`,
    }),
  },
  {
    condition: 'There is no wellbeing assessment',
    result: 'awaitingWellbeing',
    when: ({ wellbeings }) => wellbeings.length === 0,
    stand: (facts) => {
      const since = firstFrat(facts)
      return { since, reason: `FRAT on ${formatDate(since)}; no wellbeing assessment yet.` }
    },
  },
  {
    condition: 'Otherwise: no plan has begun, though one may be booked',
    result: 'awaitingTreatment',
    when: () => true,
    stand: (facts) => {
      const since = assessedOn(facts)
      const plan = isBooked(facts) ? booked(facts, 'a plan') : 'no treatment or exercise plan yet'
      return { since, reason: `FRAT and wellbeing assessment by ${formatDate(since)}; ${plan}.` }
    },
  },
]

const isClosed = (result: Stage | Closed): result is Closed =>
  result === 'removed' || result === 'discharged' || result === 'cancelled'

/** Earlier steps that were left out. They are shown as warnings and do not block anything. */
const missingSteps = (facts: PathwayFacts): string[] =>
  isCareBegun(facts) && !hasDied(facts)
    ? [
        ...(facts.frats.length === 0 ? ['No FRAT recorded.'] : []),
        ...(facts.wellbeings.length === 0 ? ['No wellbeing assessment recorded.'] : []),
      ]
    : []

/** The place of the pathway, since when and why. Total: some rule always matches. */
export const placeOf = (facts: PathwayFacts): Place => {
  const rule = stageRules.find(({ when }) => when(facts))
  if (rule === undefined) throw new Error('The last stage rule must match everything')
  const { since, due = null, reason } = rule.stand(facts)
  if (isClosed(rule.result)) return { open: false, closed: rule.result, reason }
  const deceased = hasDied(facts)
  return {
    open: true,
    stage: rule.result,
    since,
    due,
    reason,
    deceased,
    warnings: missingSteps(facts),
    movesOn: deceased ? null : earliest([bookedFor(facts), classOverOn(facts)].filter((day) => day !== null)),
    callsCountFrom: deceased ? null : followedUpFrom(facts),
    countedCalls: countedCalls(facts).map(({ id }) => id),
    nextCallCountsFrom: deceased ? null : nextCallCountsFrom(facts),
    firstMissedOn: deceased ? null : firstMissedOn(facts),
  }
}
