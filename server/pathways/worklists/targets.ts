import type { Kysely } from 'kysely'
import { today } from '../../../contract/platform/dates/dates.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { StageTargets } from '../../../contract/stages/due.ts'
import type { saveStageTargets } from '../../../contract/pathways/worklists/stageTargets.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { savedTable, selected, type ColumnsOf } from '../../platform/writes/columns.ts'
import type { DueBy } from './read.ts'

export const stageTargetColumns = {
  awaitingAssessment: 'awaiting_assessment',
  awaitingWellbeing: 'awaiting_wellbeing',
  awaitingTreatment: 'awaiting_treatment',
  inTreatment: 'in_treatment',
  inExercise: 'in_exercise',
  awaitingFollowup: 'awaiting_followup',
  awaitingSecondFollowup: 'awaiting_second_followup',
  awaitingDischarge: 'awaiting_discharge',
} as const satisfies ColumnsOf<CheckedInputOf<typeof saveStageTargets>, 'stage_target', 'id' | 'version'>

export const stageTargetTable = savedTable({
  table: 'stage_target',
  entity: 'stageTargets',
  columns: stageTargetColumns,
  labels: labels.stageTargets,
})

/** The current targets with their version. */
export const readTargets = async (sql: Kysely<DB>): Promise<StageTargets & { id: number; version: number }> =>
  sql
    .selectFrom('stage_target')
    .select(['id', 'version', ...selected('stage_target', stageTargetColumns)])
    .executeTakeFirstOrThrow()

/** The current basis of due days. */
export const dueByNow = async ({ db, clock }: Pick<Service, 'db' | 'clock'>): Promise<DueBy> => ({
  targets: await readTargets(db.sql),
  today: today(clock()),
})
