import { sql as raw, type RawBuilder } from 'kysely'
import { stages, type Stage } from '../../contract/pathway/stage.ts'

/** Within how many days each step is to be done: of a call, counted from the day on which it is due. */
const targetDays: Record<Stage, number> = {
  awaitingAssessment: 28,
  awaitingWellbeing: 28,
  awaitingTreatment: 28,
  inTreatment: 84,
  inExercise: 182,
  awaitingFollowup: 14,
  awaitingSecondFollowup: 14,
  awaitingDischarge: 14,
}

/**
 * The last day on which the step of a row of `work_list` is on time: its wait and the target of its stage, or the end of the
 * window of a call. Where nobody knows since when somebody waits, since the referral was recorded.
 */
export const stepDue: RawBuilder<string> = raw`(
  coalesce(work_list.due, work_list.since,
    (select (pathway.created_at at time zone 'Europe/London')::date from pathway where pathway.id = work_list.pathway_id))
  + case work_list.stage ${raw.join(
    stages.map((stage) => raw`when ${raw.lit(stage)} then ${raw.lit(targetDays[stage])}`),
    raw` `,
  )} end)`
