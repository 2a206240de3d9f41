import { sql as raw, type RawBuilder } from 'kysely'
import { isCallStage, stages, stageTitles, type Stage } from '../../../contract/stages/stage.ts'
import { stageTargetColumns } from '../worklists/targets.ts'

/* contract/stages/due.ts in SQL, over rows of `steps`; a test checks that the two agree. */

/** The work list with the current targets. */
export const steps = raw`work_list cross join stage_target`

const byStage = (of: (stage: Stage) => RawBuilder<unknown>) =>
  raw`(case work_list.stage ${raw.join(
    stages.map((stage) => raw`when ${raw.lit(stage)} then ${of(stage)}`),
    raw` `,
  )} end)`

const daysOf = (stage: Stage) => raw.ref(`stage_target.${stageTargetColumns[stage]}`)

export const stageTitle = byStage((stage) => raw.lit(stageTitles[stage]))

/** The day on which the next step is due; null if the wait has no start. */
export const stepDue = byStage((stage) =>
  isCallStage(stage) ? raw`work_list.due` : raw`work_list.since + ${daysOf(stage)}`,
)

/** The last day on which the step is in time. For a call, this is the end of the window around its day. */
export const lastInTime = byStage((stage) =>
  isCallStage(stage) ? raw`work_list.due + ${daysOf(stage)}` : raw`work_list.since + ${daysOf(stage)}`,
)

/** Whether the step is a call. */
export const isCall = byStage((stage) => raw.lit(isCallStage(stage)))
