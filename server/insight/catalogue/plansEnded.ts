import { sql as raw, type RawBuilder } from 'kysely'
import { factsOf } from '../reports/definition.ts'
import { offered, seen } from './attendance.ts'
import { pathwaysInUse } from './shared.ts'

/** Whether this row of `exercise` ended completed. A plan that ended before it was asked how counts as completed. */
export const isCompleted = (plan: string): RawBuilder<unknown> =>
  raw`(${raw.ref(`${plan}.completed_date`)} is not null and coalesce(${raw.ref(`${plan}.ended_how`)}, 'completed') = 'completed')`

/** Part of the definition of each report that counts completed plans. */
export const completedWords =
  'A plan that was stopped, or that goes on elsewhere, is not completed. Plans that ended before it was asked how count as completed.'

/**
 * Exercise plans that ended, with the sessions offered in each and how many the person attended. The only place that
 * counts completed plans.
 */
export const plansEnded = factsOf(
  'Exercise plans ended',
  'Exercise plans that ended in the period: on the day on which they were completed or stopped or went on elsewhere, else on the day on which the referral was discharged or cancelled',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, plan.id as exercise_id, plan.exercise_plan_date as planned_on, ${isCompleted('plan')} as completed,
    plan.ended_how is not distinct from 'elsewhere' as elsewhere,
    coalesce(plan.completed_date, pathway.discharge_date, pathway.cancel_referral_date) as day, session.offered, session.attended
  from exercise as plan join (${pathwaysInUse}) on pathway.id = plan.pathway_id
  cross join lateral (
    select count(*) filter (where attendance.attendance_status = any(${offered})) as offered,
      count(*) filter (where attendance.attendance_status = any(${seen})) as attended
    from exercise_attendance as attendance
    where attendance.exercise_id = plan.id and attendance.is_active) as session
  where plan.is_active
    and coalesce(plan.completed_date, pathway.discharge_date, pathway.cancel_referral_date) between ${from} and ${to}`,
)

/** If no session of a plan was offered, the plan does not count as attended. */
export const attendedEnough = 'offered > 0 and attended >= 0.75 * offered'
