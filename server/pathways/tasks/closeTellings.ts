import { sql as raw, type RawBuilder } from 'kysely'
import type { Writing } from '../../platform/writes/write.ts'
import { taskTable } from './columns.ts'

/**
 * Closes the tasks to tell somebody of something: a letter says it, it was answered, or it is no longer true.
 * @param which a condition on the columns of `task`
 */
export const closeTellings = async (writing: Writing, which: RawBuilder<unknown>): Promise<void> => {
  const { rows } = await raw<{ id: number; version: number; pathwayId: number }>`
    update task set version = version + 1, updated_at = clock_timestamp(), updated_by = ${writing.userId},
      closed_at = clock_timestamp(), closed_how = 'cause'
    where closed_at is null and ${which}
    returning id, version, pathway_id as "pathwayId"`.execute(writing.sql)
  const { entity } = taskTable
  const [before, after] = [{ closed_how: null }, { closed_how: 'cause' }]
  writing.trace({
    pathwayIds: [...new Set(rows.map(({ pathwayId }) => pathwayId))],
    records: rows.map(({ id, version }) => ({ entity, id, version, before, after })),
  })
}
