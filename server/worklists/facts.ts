import { expressionBuilder, sql as raw, type Kysely } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { PathwayFacts } from '../../contract/pathway/stage.ts'
import { build, compileOnce, parameter, prepare } from '../db/compileOnce.ts'
import type { DB } from '../db/types.ts'

const { ref, selectFrom } = expressionBuilder<DB, 'pathway' | 'patient'>()
const inUse = raw.lit(true)

const facts = jsonBuildObject({
  isActive: ref('pathway.is_active'),
  referralDate: ref('pathway.referral_date'),
  cancelReferralDate: ref('pathway.cancel_referral_date'),
  dischargeDate: ref('pathway.discharge_date'),
  patient: jsonBuildObject({
    isActive: ref('patient.is_active'),
    deceasedDate: ref('patient.deceased_date'),
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
      .select([
        'r.id',
        'r.treatment_date as treatmentDate',
        'r.goals_achieved_id as goalsAchievedId',
        'r.goals_recorded_date as goalsRecordedDate',
      ])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.is_active', '=', inUse),
  ),
  exercises: jsonArrayFrom(
    selectFrom('exercise as r')
      .select(['r.id', 'r.exercise_plan_date as exercisePlanDate', 'r.completed_date as completedDate'])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.is_active', '=', inUse),
  ),
  followups: jsonArrayFrom(
    selectFrom('followup as r')
      .select(['r.id', 'r.call_date as callDate'])
      .whereRef('r.pathway_id', '=', 'pathway.id')
      .where('r.is_active', '=', inUse),
  ),
})

/** The facts as one JSON value: a part of a statement over `pathway` and its `patient`. */
export const factsOfPathway = compileOnce(facts)

const readAll = prepare(
  'read facts',
  build
    .selectFrom('pathway')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .select(['pathway.id', factsOfPathway.as('facts')])
    .where('pathway.id', '=', ({ fn }) => fn.any(parameter<number[]>(1, 'bigint[]'))),
)

/**
 * What the stage rules look at, in one round trip: only active records count.
 * Returns one entry for each pathway that exists.
 */
export const readFacts = async (
  sql: Kysely<DB>,
  pathwayIds: readonly number[],
): Promise<Map<number, PathwayFacts>> => {
  const rows = await readAll(sql, pathwayIds)
  return new Map(rows.map((row) => [row.id, row.facts]))
}
