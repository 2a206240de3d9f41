import { fallsOf } from './care.ts'
import type { Recount } from './recount.ts'
import { different, flagged, number, percentOf, ratioOf, sumOf } from './tally.ts'

/** Months of the falls calendar, with the referral they belong to. */
const told = `
  with months as (
    select o.id, o.patient_id, o.began, o.ended, q.falls,
      greatest(0, (select min(d) from (values (q.period_to), (p.deceased_date), (w.discharge_date), (w.cancel_referral_date)) v (d))
        - q.period_from + 1) as days
    from recount.over o
    join falls_calendar_question q on q.pathway_id = o.id
    join pathway w on w.id = o.id
    join patient p on p.id = o.patient_id
    where q.falls is not null and q.period_from > o.ended and q.period_to >= $1 and q.period_to <= $2),
  person as (
    select id, patient_id, began, ended, sum(falls) as falls, sum(days) as days from months s
    where not exists (select from months l where l.patient_id = s.patient_id and (l.ended, l.id) > (s.ended, s.id))
    group by id, patient_id, began, ended),
  earlier as (
    select p.*, coalesce(m.value, f.fall_count) as falls_before,
      case when m.value is not null then 365.25 else f.fall_date + 1 - f.period_from end as days_before
    from person p
    left join lateral (
      select value from recount.result r where r.pathway_id = p.id and r.measure = 'fallsLastYear' and r.measured_date - p.began <= 28
      order by r.measured_date, r.id limit 1) m on true
    left join lateral (
      select * from recount.fall r where r.patient_id = p.patient_id and r.fall_count is not null
        and r.fall_date - p.began <= 28 and p.began - r.fall_date <= 365
      order by r.fall_date, r.id limit 1) f on true)
  select w.patient_id, s.moment, s.falls, s.days / 365.25 as years, s.falls > 0 as fell
  from earlier w cross join lateral (
    select 'Before care' as moment, w.falls_before as falls, w.days_before as days
    union all
    select 'During care, as recorded', ${fallsOf('w.patient_id', 'w.began', 'w.ended')}, w.ended - w.began
    union all
    select 'Since care ended', w.falls, w.days) s
  where s.falls is not null`

const asked = `
  select w.patient_id, q.falls is not null as answered, q.falls is null as silent, coalesce(q.falls, 0) > 0 as fell,
    case q.counted_from when 'text' then 'By text message' when 'page' then 'On their own page' when 'mail' then 'By e-mail'
      when 'call' then 'By telephone' else 'Not answered' end as way
  from falls_calendar_question q, recount.referral w
  where w.id = q.pathway_id and q.period_to >= $1 and q.period_to <= $2`

export const calendarRecounts: readonly Recount[] = [
  {
    report: 'fallsCalendar',
    section: 'Falls per person-year by the calendar',
    things: told,
    labels: { Time: 'moment' },
    tallies: {
      People: number(),
      'With a fall, by the calendar': flagged('fell'),
      'With a fall, by the calendar %': percentOf(flagged('fell'), number()),
      'Person-years, by the calendar': sumOf('years'),
      'Falls per person-year, by the calendar': ratioOf('falls', 'years', 2),
    },
  },
  {
    report: 'fallsCalendar',
    section: 'Months asked about',
    things: asked,
    labels: { Answer: 'way' },
    tallies: {
      'Months asked about': number(),
      'Months answered': flagged('answered'),
      'Months answered %': percentOf(flagged('answered'), number()),
      'Months not answered': flagged('silent'),
      People: different('patient_id'),
      'Months with a fall': flagged('fell'),
    },
  },
]
