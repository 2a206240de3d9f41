import type { Kysely } from 'kysely'
import { today } from '../../../contract/platform/dates/dates.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { StageTargets } from '../../../contract/stages/due.ts'
import { saveStageTargets } from '../../../contract/pathways/worklists/stageTargets.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { columnsOf, savedTable, selected } from '../../platform/writes/columns.ts'
import type { DueBy } from './read.ts'

export const stageTargetColumns = columnsOf(saveStageTargets.input.shape, ['id', 'version'])

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
