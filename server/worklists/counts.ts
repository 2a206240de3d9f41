import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { ClientBase } from 'pg'
import { dueBounds, type DueCounts } from '../../contract/pathway/due.ts'
import { stages, type Stage } from '../../contract/pathway/stage.ts'
import type { DB } from '../db/types.ts'
import { fits } from '../lists/page.ts'
import { holdsFilters, setFilters } from './filters.ts'
import { filterTextWithout, stagesOf, type DueBy, type ListAsked } from './read.ts'

/** How many are on a list, from the changes that the database noted with each row that came or went. */
export const countWorkList = async (sql: Kysely<DB>, stage: Stage): Promise<number> => {
  const { rows } = await raw<{ count: number }>`
    select coalesce(sum(change), 0)::bigint as count from work_list_change where stage = ${stage}`.execute(
    sql,
  )
  return rows[0]?.count ?? 0
}

interface CountedStage extends DueCounts {
  stage: Stage
}

/**
 * What is before, between and after the bounds of each list (dueBounds).
 * @param of SQL with `stage`, `day` and `change`
 * @param name the comment under which the statement is prepared, where its text is always the same
 */
const countBy = async (
  sql: Kysely<DB>,
  of: RawBuilder<unknown>,
  { targets, today }: DueBy,
  name = raw``,
): Promise<CountedStage[]> => {
  const bounds = stages.map((stage) => dueBounds(stage, targets, today))
  const { rows } = await raw<CountedStage>`
    ${name} select bound.stage,
      coalesce(sum(change) filter (where day < late_before), 0)::bigint as late,
      coalesce(sum(change) filter (where day is null or day between late_before and later_after), 0)::bigint as "thisWeek",
      coalesce(sum(change) filter (where day > later_after), 0)::bigint as later
    from unnest(${[...stages]}::text[], ${bounds.map(({ lateBefore }) => lateBefore)}::date[],
      ${bounds.map(({ laterAfter }) => laterAfter)}::date[]) as bound (stage, late_before, later_after)
    join ${of} as counted on counted.stage = bound.stage
    group by bound.stage`.execute(sql)
  return rows
}

/** How many of these lists are late, for this week and later, from the noted changes; a list that holds nobody is left out. */
export const countDue = (
  sql: Kysely<DB>,
  by: DueBy,
  of: readonly Stage[] = stages,
): Promise<CountedStage[]> =>
  countBy(
    sql,
    raw`(select * from work_list_change where stage = any(${[...of]}))`,
    by,
    raw`/* prepared: count by when it is due */`,
  )

/** The same of the rows that filters and words find. */
export const countFoundDue = (
  sql: Kysely<DB>,
  asked: ListAsked,
  q: string,
  by: DueBy,
): Promise<CountedStage[]> =>
  countBy(
    sql,
    raw`(
      select stage, counted_day(stage, since, due) as day, 1 as change from work_list
      where stage = any(${stagesOf(asked)}) and ${holdsFilters(asked)} and ${fits({ filterText: filterTextWithout(asked.withheld) }, q)})`,
    by,
  )

/** Whether every row of the lists is asked for, whichever group it is in. */
export const isUnfiltered = (asked: ListAsked, q = ''): boolean => q === '' && setFilters(asked).length === 0

/**
 * Adds together what was noted more than once of a day of a list, so that few remain to be read; their sums stay as they are for
 * whoever reads meanwhile. Each minute: after a busy hour, or an import, a counter would read tens of thousands.
 */
export const compactCounts = async (database: Pick<ClientBase, 'query'>): Promise<void> => {
  await database.query(
    `with repeated as (select stage, day from work_list_change group by stage, day having count(*) > 1),
     together as (
       delete from work_list_change as noted using repeated
       where noted.stage = repeated.stage and noted.day is not distinct from repeated.day
       returning noted.stage, noted.day, noted.change)
     insert into work_list_change (stage, day, change)
     select stage, day, sum(change) from together group by stage, day having sum(change) <> 0`,
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
