import { sql as raw, type Kysely } from 'kysely'
import type { TaskList } from 'graphile-worker'
import { addDays, today, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { PersonService } from '../service.ts'

/** Of the stays that ended in so many days; fewer than so many people say nothing about what is usual. */
const [days, fewest] = [182, 20]

/**
 * Counts how long the middle half of people stayed on each list for which they wait, as the report *Time in each stage*
 * counts stays: a range that the own page shows.
 */
export const countUsualWaits = async (sql: Kysely<DB>, day: CalendarDate): Promise<void> => {
  await raw`
    with ended as (
      select gone.from_stage as stage,
        (gone.at at time zone 'Europe/London')::date - (came.at at time zone 'Europe/London')::date as days
      from stage_transition as gone
      cross join lateral (
        select came.at from stage_transition as came
        where came.pathway_id = gone.pathway_id and came.id < gone.id and came.to_stage = gone.from_stage
        order by came.id desc limit 1) as came
      where gone.at >= ${addDays(day, -days)}::date
        and gone.from_stage in ('awaitingAssessment', 'awaitingWellbeing', 'awaitingTreatment')),
    counted as (
      select stage, percentile_disc(0.25) within group (order by days) as from_days,
        percentile_disc(0.75) within group (order by days) as to_days, count(*)::integer as people
      from ended group by stage having count(*) >= ${fewest}),
    gone as (delete from usual_wait where stage not in (select stage from counted))
    insert into usual_wait (stage, from_days, to_days, people, counted_at)
    select stage, from_days, to_days, people, clock_timestamp() from counted
    on conflict (stage) do update set from_days = excluded.from_days, to_days = excluded.to_days,
      people = excluded.people, counted_at = excluded.counted_at`.execute(sql)
}

/** The queue's task. Without the own page nobody looks at it. */
export const waitTasks = (service: PersonService): TaskList => ({
  countUsualWaits: async () => {
    if (service.personPage === null) return
    await countUsualWaits(service.db.sql, today(service.clock()))
  },
})
