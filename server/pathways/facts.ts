import { sql as raw, type Kysely } from 'kysely'
import type { PathwayFacts } from '../../contract/pathway/stage.ts'
import type { DB } from '../db/types.ts'

const rowsOf = (table: string, columns: string) =>
  raw`(select coalesce(jsonb_agg(jsonb_build_object(${raw.raw(columns)})), '[]'::jsonb)
       from ${raw.table(table)} as r where r.pathway_id = pathway.id and r.is_active)`

/**
 * What the stage rules look at, in one round trip (trust section 4): only active records count.
 * Answers one entry for each pathway that exists.
 */
export const readFacts = async (
  sql: Kysely<DB>,
  pathwayIds: readonly number[],
): Promise<Map<number, PathwayFacts>> => {
  const { rows } = await raw<{ id: number; facts: PathwayFacts }>`
    /* prepared: read facts */
    select pathway.id, ${factsOfPathway} as facts
    from pathway join patient on patient.id = pathway.patient_id
    where pathway.id = any(${pathwayIds})`.execute(sql)
  return new Map(rows.map(({ id, facts }) => [id, facts]))
}

/** The facts as one JSON value: a part of a statement over `pathway` and its `patient`. */
export const factsOfPathway = raw`jsonb_build_object(
      'isActive', pathway.is_active,
      'referralDate', pathway.referral_date,
      'cancelReferralDate', pathway.cancel_referral_date,
      'dischargeDate', pathway.discharge_date,
      'patient', jsonb_build_object('isActive', patient.is_active, 'deceasedDate', patient.deceased_date),
      'frats', ${rowsOf('frat', "'id', r.id, 'assessmentDate', r.assessment_date, 'dischargedTo', r.discharged_to_id")},
      'wellbeings', ${rowsOf('wellbeing', "'id', r.id, 'assessmentDate', r.assessment_date")},
      'treatmentPlans', ${rowsOf('treatment_plan', "'id', r.id, 'treatmentDate', r.treatment_date, 'goalsAchievedId', r.goals_achieved_id, 'goalsRecordedDate', r.goals_recorded_date")},
      'exercises', ${rowsOf('exercise', "'id', r.id, 'exercisePlanDate', r.exercise_plan_date, 'completedDate', r.completed_date")},
      'followups', ${rowsOf('followup', "'id', r.id, 'callDate', r.call_date")}
    )`
