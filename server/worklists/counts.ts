import { sql as raw, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import { stages, type Stage } from '../../contract/pathway/stage.ts'
import type { DB } from '../db/types.ts'

/** How many are on a list, from the changes that the database noted with each row that came or went. */
export const countWorkList = async (sql: Kysely<DB>, stage: Stage): Promise<number> => {
  const { rows } = await raw<{ count: number }>`
    select coalesce(sum(change), 0)::bigint as count from work_list_change where stage = ${stage}`.execute(
    sql,
  )
  return rows[0]?.count ?? 0
}

/** Adds the noted changes together, so that few remain to be read; their sums stay as they are for whoever reads meanwhile. */
export const compactCounts = async (pool: Pool): Promise<void> => {
  await pool.query(
    `with together as (delete from work_list_change returning stage, change)
     insert into work_list_change (stage, change) select stage, sum(change) from together group by stage`,
  )
}

/** The lists whose counter is not how many rows they hold, in words. */
export const verifyCounts = async (sql: Kysely<DB>): Promise<string[]> => {
  const { rows } = await raw<{ stage: Stage; counted: number; held: number }>`
    select stage, coalesce(counter.total, 0)::bigint as counted, coalesce(list.total, 0) as held
    from unnest(${raw.val([...stages])}::text[]) as stage
    left join (select stage, sum(change) as total from work_list_change group by stage) as counter using (stage)
    left join (select stage, count(*) as total from work_list group by stage) as list using (stage)
    where coalesce(counter.total, 0) <> coalesce(list.total, 0)`.execute(sql)
  return rows.map(
    ({ stage, counted, held }) => `The counter of ${stage} says ${counted}; its list holds ${held}.`,
  )
}
