import { sql as raw, type Kysely } from 'kysely'
import {
  listFilterNames,
  mine,
  mostChoices,
  type ListFilterName,
} from '../../../contract/pathways/worklists/listFilters.ts'
import type { Stage } from '../../../contract/stages/stage.ts'
import type { DB } from '../../platform/db/types.ts'
import { filterSql } from './filters.ts'

/** The most common values in a list for each filter, in alphabetical order. */
export const readChoices = async (
  sql: Kysely<DB>,
  stage: Stage,
  userId: number,
): Promise<Record<ListFilterName, string[]>> => {
  const collator = new Intl.Collator('en-GB', { numeric: true })
  const read = async (name: ListFilterName): Promise<[ListFilterName, string[]]> => {
    const { rows } = await raw<{ value: string }>`
      select value from (${filterSql[name].offered(stage)}) as offered
      where value is not null order by count desc limit ${mostChoices}`.execute(sql)
    return [name, rows.map((row) => row.value).sort(collator.compare)]
  }
  const [user, ...choices] = await Promise.all([
    sql.selectFrom('app_user').select('clinician_id').where('id', '=', userId).executeTakeFirst(),
    ...listFilterNames.map(read),
  ])
  const offered = Object.fromEntries(choices) as Record<ListFilterName, string[]>
  // Offered even if none of this list is the user's, so that a saved view opens for any user tied to a clinician.
  return user?.clinician_id == null ? offered : { ...offered, owner: [mine, ...offered.owner] }
}
