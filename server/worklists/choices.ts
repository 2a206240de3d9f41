import { sql as raw, type Kysely } from 'kysely'
import { listFilterNames, mostChoices, type ListFilterName } from '../../contract/listFilters.ts'
import type { Stage } from '../../contract/pathway/stage.ts'
import type { DB } from '../db/types.ts'
import { filterSql } from './filters.ts'

/** What a list can be narrowed by: the commonest values that stand on it, in the order of the alphabet. */
export const readChoices = async (
  sql: Kysely<DB>,
  stage: Stage,
): Promise<Record<ListFilterName, string[]>> => {
  const collator = new Intl.Collator('en-GB', { numeric: true })
  const read = async (name: ListFilterName): Promise<[ListFilterName, string[]]> => {
    const { value } = filterSql[name]
    const { rows } = await raw<{ value: string }>`
      select ${value} as value from work_list where stage = ${stage} and ${value} is not null
      group by 1 order by count(*) desc limit ${mostChoices}`.execute(sql)
    return [name, rows.map((row) => row.value).sort(collator.compare)]
  }
  return Object.fromEntries(await Promise.all(listFilterNames.map(read))) as Record<ListFilterName, string[]>
}
