import { sql as raw, type Kysely } from 'kysely'
import type { ClientBase } from 'pg'
import type { CalendarDate } from '../../contract/dates.ts'
import type { DueCounts } from '../../contract/pathway/due.ts'
import { stages, type Stage } from '../../contract/pathway/stage.ts'
import type { DB } from '../db/types.ts'
import { fits } from '../lists/page.ts'
import { countIn } from './counters.ts'
import { holdsFilters, setFilters } from './filters.ts'
import { dayColumn, filterTextWithout, stagesOf, type DueBy, type ListAsked } from './read.ts'

/**
 * How many of the rows that filters and words find are late, for this week and later, for each of the lists. By the day of each
 * list, as the indexes have it: then few rows are read beside them.
 */
export const countFoundDue = async (
  sql: Kysely<DB>,
  asked: ListAsked,
  q: string,
  by: DueBy,
): Promise<DueCounts[]> => {
  const holds = raw`${holdsFilters(asked)} and ${fits({ filterText: filterTextWithout(asked.withheld) }, q)}`
  const shown = stagesOf(asked)
  const { rows } = await raw<{ stage: Stage; day: CalendarDate | null; change: number }>`${raw.join(
    shown.map(
      (stage) => raw`
      (select stage, ${raw.ref(dayColumn(stage))} as day, count(*) as change from work_list
       where stage = ${stage} and ${holds} group by 1, 2)`,
    ),
    raw` union all `,
  )}`.execute(sql)
  return shown.map((stage) =>
    countIn(
      stage,
      rows.filter((row) => row.stage === stage),
      by,
    ),
  )
}

/** Whether every row of the lists is asked for, whichever group it is in. */
export const isUnfiltered = (asked: ListAsked, q = ''): boolean => q === '' && setFilters(asked).length === 0

/**
 * Adds together what was noted since it was last done, with what was there of the same days, so that few remain to be read; their
 * sums stay as they are for whoever reads meanwhile. Each minute: after a busy hour, or an import, a counter would read tens of
 * thousands.
 */
export const compactCounts = async (database: Pick<ClientBase, 'query'>): Promise<void> => {
  await database.query(
    `with open as (select distinct stage, day from work_list_change where is_open),
     together as (
       delete from work_list_change as noted using open
       where noted.stage = open.stage and noted.day is not distinct from open.day
       returning noted.stage, noted.day, noted.change)
     insert into work_list_change (stage, day, change, is_open)
     select stage, day, sum(change), false from together group by stage, day having sum(change) <> 0`,
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
  const { rows: days } = await raw<{ stage: Stage }>`
    select distinct stage
    from (
      select stage, day, change from work_list_change
      union all select stage, counted_day(stage, since, due), -1 from work_list) as compared
    where stage <> all(${rows.map(({ stage }) => stage)})
    group by stage, day having sum(change) <> 0`.execute(sql)
  return [
    ...rows.map(
      ({ stage, counted, held }) => `The counter of ${stage} says ${counted}; its list holds ${held}.`,
    ),
    ...days.map(({ stage }) => `The counter of ${stage} has other days than its list.`),
  ]
}
