import { sql as raw, type Kysely } from 'kysely'
import type { ClientBase } from 'pg'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { DueCounts } from '../../../contract/stages/dueGroup.ts'
import { stages, type Stage } from '../../../contract/stages/stage.ts'
import type { DB } from '../../platform/db/types.ts'
import { fits } from '../../platform/http/lists/page.ts'
import { countIn } from './counters.ts'
import { holdsFilters, isOneOf, setFilters } from './filters.ts'
import { dayColumn, filterTextWithout, stagesOf, type DueBy, type ListAsked } from './read.ts'

interface Counted {
  stage: Stage
  day: CalendarDate | null
  change: number
}

/**
 * For each list, how many of the rows that match the filters are late, due this week or due later. Groups by the day in
 * the index of each list, so that few rows of the table are read.
 */
export const countFoundDue = async (sql: Kysely<DB>, asked: ListAsked, by: DueBy): Promise<DueCounts[]> => {
  const parts = stagesOf(asked).map(
    (stage) => raw`
      (select stage, ${raw.ref(dayColumn(stage))} as day, count(*) as change from work_list
       where stage = ${stage} and ${holdsFilters(asked)} group by 1, 2)`,
  )
  const { rows } = await raw<Counted>`${raw.join(parts, raw` union all `)}`.execute(sql)
  return countEach(asked, rows, by)
}

const countEach = (asked: ListAsked, rows: readonly Counted[], by: DueBy): DueCounts[] =>
  stagesOf(asked).map((stage) =>
    countIn(
      stage,
      rows.filter((row) => row.stage === stage),
      by,
    ),
  )

/** Few enough to be looked up one by one and sorted. */
const mostFew = 1000

/** Longer texts are in an index of their own (migration 0077). */
const longest = raw.lit(1000)

/**
 * The same for rows that contain all the words. If there are few, also returns their pathways: a page is then looked up
 * by id instead of searched for in every row. Null if it is as fast to read the list in its order.
 */
export const findWordsDue = async (
  sql: Kysely<DB>,
  asked: ListAsked,
  q: string,
  by: DueBy,
): Promise<{ due: DueCounts[]; few: readonly number[] | null }> => {
  const { withheld } = asked
  const isHeldBack = withheld.length === 0 ? raw`false` : raw.raw(isOneOf(withheld))
  const inIndex = raw`octet_length(filter_key) <= ${longest} and not ${isHeldBack} and ${fits({ filterText: filterTextWithout([]) }, q)}`
  const inTable = raw`(octet_length(filter_key) > ${longest} or ${isHeldBack}) and ${fits({ filterText: filterTextWithout(withheld) }, q)}`
  const parts = stagesOf(asked).flatMap((stage) =>
    [inIndex, inTable].map(
      (holds) => raw`
      select stage, ${raw.ref(dayColumn(stage))} as day, pathway_id from work_list
      where stage = ${stage} and ${holds} and ${holdsFilters(asked)}`,
    ),
  )
  const { rows } = await raw<{ few: number[] | null; counted: Counted[] }>`
    with found as materialized (${raw.join(parts, raw` union all `)}),
      counted as (select stage, day, count(*) as change from found group by stage, day)
    select (select coalesce(json_agg(counted), '[]') from counted) as counted,
      (select coalesce(json_agg(pathway_id), '[]') from found having count(*) <= ${mostFew}) as few`.execute(
    sql,
  )
  const { few = null, counted = [] } = rows[0] ?? {}
  return { due: countEach(asked, counted, by), few }
}

/** Whether every row of the lists is requested, in whichever group it is. */
export const isUnfiltered = (asked: ListAsked): boolean => setFilters(asked).length === 0

/**
 * Adds the notes since the last run to the sums of the same days, so that few rows remain to be read. Concurrent
 * readers see the same totals. Runs every minute: otherwise a counter would read tens of thousands of rows after a busy
 * hour or an import.
 */
export const compactCounts = async (database: Pick<ClientBase, 'query'>): Promise<void> => {
  await database.query(
    `with open as (select distinct stage, day from work_list_change where is_open),
     together as (
       delete from work_list_change as noted using open
       where noted.stage = open.stage and coalesce(noted.day, 'infinity') = coalesce(open.day, 'infinity')
       returning noted.stage, noted.day, noted.change)
     insert into work_list_change (stage, day, change, is_open)
     select stage, day, sum(change), false from together group by stage, day having sum(change) <> 0`,
  )
}

/** Describes the lists whose counter differs from the rows in them. */
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
