import { expressionBuilder, sql as raw, type Kysely } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { CalendarDate } from '../../contract/dates.ts'
import type { PathwayFacts } from '../../contract/pathway/facts.ts'
import type { CallOutcome } from '../../contract/records/callOutcome.ts'
import { anyOf, build, compileOnce, prepare } from '../db/compileOnce.ts'
import type { DB } from '../db/types.ts'

const { ref, selectFrom } = expressionBuilder<DB, 'pathway' | 'patient'>()
const inUse = raw.lit(true)

const recordedOn = raw<CalendarDate>`(r.created_at at time zone 'Europe/London')::date`.as('recordedOn')

/** What is stored tells besides on which London day a plan was entered: from then on it was booked. */
export interface StoredFacts extends PathwayFacts {
  treatmentPlans: readonly (PathwayFacts['treatmentPlans'][number] & { recordedOn: CalendarDate })[]
  exercises: readonly (PathwayFacts['exercises'][number] & { recordedOn: CalendarDate })[]
}

/** The days on which something says that the patient died, as one JSON value. */
export const saidDead = raw<CalendarDate[]>`(
  select coalesce(jsonb_agg(day order by day), '[]'::jsonb) from said_dead
  where said_dead.patient_id = ${ref('patient.id')})`

const facts = jsonBuildObject({
  isActive: ref('pathway.is_active'),
  referralDate: ref('pathway.referral_date'),
  receivedDate: ref('pathway.received_date'),
  cancelReferralDate: ref('pathway.cancel_referral_date'),
  dischargeDate: ref('pathway.discharge_date'),
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
    selectFrom('treatment_plan as r')
      .select(['r.id', 'r.treatment_date as treatmentDate', 'r.ended_date as endedDate', recordedOn])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.is_active', '=', inUse),
  ),
  exercises: jsonArrayFrom(
    selectFrom('exercise as r')
      .select([
        'r.id',
        'r.exercise_plan_date as exercisePlanDate',
        'r.completed_date as completedDate',
        recordedOn,
      ])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.is_active', '=', inUse),
  ),
  followups: jsonArrayFrom(
    selectFrom('followup as r')
      .select(['r.id', 'r.call_date as callDate', 'r.outcome'])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.is_active', '=', inUse)
      .$narrowType<{ outcome: CallOutcome | null }>(),
  ),
  noPlanDecisions: jsonArrayFrom(
    selectFrom('no_plan_decision as r')
      .select(['r.id', 'r.decision_date as decisionDate'])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.is_active', '=', inUse),
  ),
})

/** The facts but for the day, as one JSON value: a part of a statement over `pathway` and its `patient`. */
const factsOfPathway = compileOnce(facts)

const readAll = prepare(
  'read facts',
  build
    .selectFrom('pathway')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .select(['pathway.id', factsOfPathway.as('facts')])
    .where(raw<boolean>`pathway.id = ${anyOf(1, 'bigint')}`),
)

/**
 * What the stage rules look at on a day, in one round trip: only active records count.
 * Returns one entry for each pathway that exists.
 */
export const readFacts = async (
  sql: Kysely<DB>,
  pathwayIds: readonly number[],
  today: CalendarDate,
): Promise<Map<number, StoredFacts>> => {
  const rows = await readAll(sql, pathwayIds)
  return new Map(rows.map((row) => [row.id, { ...row.facts, today }]))
}
