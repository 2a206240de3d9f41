import type { Client } from 'pg'
import { stages, type Stage } from '../contract/stages/stage.ts'

/** The stage from which a pathway has a record of the kind, and how it is written for the pathways of `invented`. */
const records: { from: Stage; insert: string }[] = [
  {
    from: 'awaitingWellbeing',
    insert: `insert into frat (pathway_id, assessment_date, team_member_id, location_id, frat_score)
      select pathway_id, seen, (select min(id) from team_member), (select min(id) from location), 3 from reached`,
  },
  {
    from: 'awaitingTreatment',
    insert: `insert into wellbeing (pathway_id, assessment_date, clinician_id, location_id)
      select pathway_id, least(seen + 14, current_date), (select min(id) from clinician),
        (select min(id) from location)
      from reached`,
  },
  {
    from: 'inTreatment',
    insert: `insert into treatment_plan (pathway_id, treatment_date, clinician_id, location_id, patient_goals,
        goals_achieved_id, ended_date)
      select pathway_id, least(seen + 40, current_date), (select min(id) from clinician),
        (select min(id) from location), 'Walk to the shop', ended.id, ended.day
      from reached
      left join lateral (select min(id) as id, least(seen + 90, current_date) as day from goals_achieved) as ended
        on reached.stage <> 'inTreatment'`,
  },
  {
    from: 'inExercise',
    insert: `insert into exercise (pathway_id, exercise_plan_date, clinician_id, exercise_plan, completed_date)
      select pathway_id, least(seen + 50, current_date), (select min(id) from clinician), 'Twice a week at home',
        case when stage <> 'inExercise' then least(seen + 130, current_date) end
      from reached`,
  },
  {
    from: 'inExercise',
    insert: `insert into exercise_attendance (exercise_id, attendance_date, exercise_type_id, location_id)
      select exercise.id, least(exercise_plan_date + 7 * session, current_date),
        (select min(id) from exercise_type), (select min(id) from location)
      from reached join exercise using (pathway_id), generate_series(1, 6) as session`,
  },
  {
    from: 'awaitingSecondFollowup',
    insert: `insert into followup (pathway_id, call_date, clinician_id)
      select pathway_id, least(seen + 220, current_date), (select min(id) from clinician) from reached`,
  },
  {
    from: 'awaitingDischarge',
    insert: `insert into followup (pathway_id, call_date, clinician_id)
      select pathway_id, least(seen + 310, current_date), (select min(id) from clinician) from reached`,
  },
]

/** Adds to each pathway of the temporary table `invented` what it takes to have come as far as its stage. */
export const addRecords = async (client: Client): Promise<void> => {
  for (const { from, insert } of records) {
    await client.query(
      `with reached as (
         select *, least(referred + 1 + (pathway_id % 60)::integer, current_date) as seen
         from invented where stage = any($1))
       ${insert}`,
      [stages.slice(stages.indexOf(from))],
    )
  }
}
