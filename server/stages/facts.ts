import { expressionBuilder, sql as raw, type Kysely, type NotNull } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { CalendarDate } from '../../contract/platform/dates/dates.ts'
import type { PathwayFacts } from '../../contract/stages/facts.ts'
import type { CallOutcome } from '../../contract/stages/callOutcome.ts'
import type { NoPlanReason } from '../../contract/stages/noPlanReasons.ts'
import { anyOf, build, compileOnce, prepare } from '../platform/db/query/compileOnce.ts'
import type { DB } from '../platform/db/types.ts'

const { ref, selectFrom } = expressionBuilder<DB, 'pathway' | 'patient'>()
const inUse = raw.lit(true)

const recordedOn = raw<CalendarDate>`(r.created_at at time zone 'Europe/London')::date`.as('recordedOn')

/** The London day of a transition, for selects over `stage_transition`. */
export const transitionDay = raw<CalendarDate>`coalesce(day, (at at time zone 'Europe/London')::date)`

const isClosed = (stage: string) => raw<boolean>`${raw.ref(stage)} in ('discharged', 'cancelled')`

/** Whether a closed referral is resumed, for selects over `stage_transition`. */
export const takesUpAgain = raw<boolean>`(${isClosed('from_stage')} and to_stage not in ('discharged', 'cancelled', 'removed'))`

/** The last day on which the referral was resumed. */
const resumedDate = raw<CalendarDate | null>`(
  select max(${transitionDay}) from stage_transition
  where pathway_id = ${ref('pathway.id')} and ${takesUpAgain})`

/** The stage of the last transition, or how it closed the referral; null before the first. */
export const latestStanding = raw<string | null>`(
  select to_stage from stage_transition where pathway_id = ${ref('pathway.id')} order by id desc limit 1)`

/** The referral is open but its last transition closed it: the change that is being processed resumes it. */
const isResumed = raw<boolean>`${ref('pathway.discharge_date')} is null and ${ref('pathway.cancel_referral_date')} is null
  and coalesce(${latestStanding} in ('discharged', 'cancelled'), false)`

const callWindows = raw<PathwayFacts['callWindows']>`(
  select jsonb_build_object('first', first_days, 'second', second_days) from call_window)`

/**
 * Also contains whether the change under way resumes the referral, and the London day on which each plan was entered. A
 * plan counts as booked from that day.
 */
export interface StoredFacts extends PathwayFacts {
  isResumed: boolean
  treatmentPlans: readonly (PathwayFacts['treatmentPlans'][number] & { recordedOn: CalendarDate })[]
  exercises: readonly (PathwayFacts['exercises'][number] & { recordedOn: CalendarDate })[]
}

/** The days on which a record says that the patient died, as one JSON value. */
export const saidDead = raw<CalendarDate[]>`said_dead_days_in_records(${ref('patient.id')})`

/** The same for a page, which need not look for them if the lists say that the patient is alive. */
export const saidDeadAsListed = raw<CalendarDate[]>`said_dead_days(${ref('patient.id')})`

/**
 * The last session of the class in which the patient has a place through a plan, for selects over `care_plan_of_pathway
 * as r`.
 */
const classUntil = raw<CalendarDate | null>`class_until_of(r.id, r.pathway_id)`

const classes = jsonArrayFrom(
  selectFrom('care_plan_of_pathway as r')
    .select(['r.id', classUntil.as('classUntil')])
    .whereRef('r.pathway_id', '=', 'pathway.id')
    .where('r.kind', '=', raw.lit('exercise'))
    .where('r.ended', 'is', null),
)
const plansMissed = jsonArrayFrom(
  selectFrom('care_plan_of_pathway as r')
    .select(['r.kind', 'r.id', 'r.begun_on as begunOn'])
    .whereRef('r.pathway_id', '=', 'pathway.id')
    .where(raw<boolean>`r.begun_on is distinct from r.begins`),
)
const none = raw<never[]>`'[]'::json`

/**
 * What the place of a pathway needs in addition to its records, for callers that have read those. Part of a statement
 * over `pathway`.
 * @param isBooked whether the pathway may have appointments or places in classes: nothing else makes its plans begin or
 * end on other days than their own
 */
export const beyondRecords = (isBooked: boolean) =>
  jsonBuildObject({
    resumedDate,
    callWindows,
    classes: isBooked ? classes : none,
    plansMissed: isBooked ? plansMissed : none,
  })

const facts = jsonBuildObject({
  isActive: ref('pathway.is_active'),
  referralDate: ref('pathway.referral_date'),
  receivedDate: ref('pathway.received_date'),
  cancelReferralDate: ref('pathway.cancel_referral_date'),
  dischargeDate: ref('pathway.discharge_date'),
  resumedDate,
  isResumed,
  callWindows,
  patient: jsonBuildObject({
    isActive: ref('patient.is_active'),
    deceasedDate: ref('patient.deceased_date'),
    saidDead,
  }),
  frats: jsonArrayFrom(
    selectFrom('frat as r')
      .select(['r.id', 'r.assessment_date as assessmentDate', 'r.discharged_to_id as dischargedTo'])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.is_active', '=', inUse),
  ),
  wellbeings: jsonArrayFrom(
    selectFrom('wellbeing as r')
      .select(['r.id', 'r.assessment_date as assessmentDate'])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.is_active', '=', inUse),
  ),
  treatmentPlans: jsonArrayFrom(
    selectFrom('care_plan_of_pathway as r')
      .select([
        'r.id',
        'r.begins as treatmentDate',
        'r.begun_on as begunOn',
        'r.ended as endedDate',
        recordedOn,
      ])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.kind', '=', raw.lit('treatment'))
      // A view's columns are all typed as nullable.
      .$narrowType<{ id: NotNull; treatmentDate: NotNull }>(),
  ),
  exercises: jsonArrayFrom(
    selectFrom('care_plan_of_pathway as r')
      .select([
        'r.id',
        'r.begins as exercisePlanDate',
        'r.begun_on as begunOn',
        'r.ended as completedDate',
        classUntil.as('classUntil'),
        recordedOn,
      ])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.kind', '=', raw.lit('exercise'))
      .$narrowType<{ id: NotNull; exercisePlanDate: NotNull }>(),
  ),
  followups: jsonArrayFrom(
    selectFrom('followup as r')
      .select(['r.id', 'r.call_date as callDate', 'r.outcome', 'r.counts_early as countsEarly'])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.is_active', '=', inUse)
      .$narrowType<{ outcome: CallOutcome | null }>(),
  ),
  noPlanDecisions: jsonArrayFrom(
    selectFrom('no_plan_decision as r')
      .select(['r.id', 'r.decision_date as decisionDate', 'r.reason'])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.is_active', '=', inUse)
      .$narrowType<{ reason: NoPlanReason }>(),
  ),
})

/** The facts without today, as one JSON value. Part of a statement over `pathway` and its `patient`. */
export const factsOfPathway = compileOnce(facts)

const readAll = prepare(
  'read facts',
  build
    .selectFrom('pathway')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .select(['pathway.id', factsOfPathway.as('facts')])
    .where(raw<boolean>`pathway.id = ${anyOf(1, 'bigint')}`),
)

/**
 * Reads what the stage rules need on a day, in one round trip. Only active records count. Returns one entry for each
 * pathway that exists.
 */
export const readFacts = async (
  sql: Kysely<DB>,
  pathwayIds: readonly number[],
  today: CalendarDate,
): Promise<Map<number, StoredFacts>> => {
  const rows = await readAll(sql, pathwayIds)
  return new Map(rows.map((row) => [row.id, { ...row.facts, today }]))
}
