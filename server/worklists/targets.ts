import type { Kysely } from 'kysely'
import { today } from '../../contract/dates.ts'
import { labels } from '../../contract/labels.ts'
import type { StageTargets } from '../../contract/pathway/due.ts'
import type { saveStageTargets } from '../../contract/stageTargets.ts'
import type { CheckedInputOf } from '../../contract/endpoint.ts'
import type { DB } from '../db/types.ts'
import type { Service } from '../http/service.ts'
import { savedTable, selected, type ColumnsOf } from '../writes/columns.ts'
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

/** The targets as they are set now, with their version. */
export const readTargets = async (sql: Kysely<DB>): Promise<StageTargets & { id: number; version: number }> =>
  sql
    .selectFrom('stage_target')
    .select(['id', 'version', ...selected('stage_target', stageTargetColumns)])
    .executeTakeFirstOrThrow()

/** By what due days are worked out now. */
export const dueByNow = async ({ db, clock }: Pick<Service, 'db' | 'clock'>): Promise<DueBy> => ({
  targets: await readTargets(db.sql),
  today: today(clock()),
})
