import { ageBand, deprivationFifth } from './ageBand.ts'
import { variants, type Recount } from './recount.ts'
import {
  different,
  flagged,
  lowerQuartile,
  median,
  number,
  percentOf,
  ratioOf,
  sumOf,
  upperQuartile,
  type Tally,
} from './tally.ts'

/** The measures of the world, as the report writes them. */
const titles = `(values ('timedUpAndGo', 'Timed Up and Go (TUG), s, lower is better', true, -1, 0),
  ('chairStand30', '30-second chair stand, stands, higher is better', true, 1, 0), ('fesI', 'FES-I (16 items), lower is better', true, -1, 0),
  ('gaitSpeed', 'Gait speed, m/s, higher is better', false, 1, 0.05), ('weight', 'Weight, kg', false, 0, 0),
  ('eq5dProfile', 'EQ-5D-5L profile, lower is better', false, -1, 0),
  ('fallsLastYear', 'Falls in the last 12 months, falls, lower is better', false, -1, 0),
  ('clinicalFrailty', 'Clinical Frailty Scale, lower is better', false, -1, 0)) as t (code, title, due, good, matters)`

const digit = (which: string, place: number) => `floor(${which}::int / ${10 ** place})::int % 10`
const digitsThat = (sign: '<' | '>'): string =>
  [0, 1, 2, 3, 4]
    .map((place) => `(${digit('last.value', place)} ${sign} ${digit('first.value', place)})::int`)
    .join(' + ')

/** Every measure of everybody whose care ended in the period. */
const measured = `
  select e.patient_id, t.title, e.results, e.pair,
    case when e.pair and t.code <> 'eq5dProfile' and first.value + last.value is not null then first.value end as first_number,
    case when e.pair and t.code <> 'eq5dProfile' and first.value + last.value is not null then last.value end as last_number,
    case when e.pair and t.code <> 'eq5dProfile' then last.value - first.value end as change,
    case when not e.pair then null
      when first.value is null or last.value is null then sign((last.value is not null)::int - (first.value is not null)::int)
      when t.code = 'eq5dProfile' then
        case when ${digitsThat('>')} > 0 and ${digitsThat('<')} > 0 then 9 else sign((${digitsThat('<')}) - (${digitsThat('>')})) end
      when first.value = last.value or abs(first.value - last.value) < t.matters then 0
      when t.good = 0 then 9
      else sign(last.value - first.value) * t.good end as way
  from (
    select o.id, o.patient_id, t.code, count(r.id) as results, bool_or(max(r.measured_date) > min(r.measured_date)) over (partition by t.code) as has_pair,
      coalesce(max(r.measured_date) > min(r.measured_date), false) as pair
    from recount.over o cross join ${titles} left join recount.result r on r.pathway_id = o.id and r.measure = t.code
    where o.ended >= $1 and o.ended <= $2
      and not exists (
        select from recount.over later where later.patient_id = o.patient_id and later.ended >= $1 and later.ended <= $2
          and (later.ended, later.id) > (o.ended, o.id))
    group by o.id, o.patient_id, t.code) e
  join ${titles} on t.code = e.code
  left join lateral (
    select r.value from recount.result r where r.pathway_id = e.id and r.measure = e.code order by r.measured_date, r.id limit 1) first on true
  left join lateral (
    select r.value from recount.result r where r.pathway_id = e.id and r.measure = e.code order by r.measured_date desc, r.id desc limit 1) last on true
  where t.due or e.has_pair`

const measuredOnce = number((each) => each['pair'] === false && Number(each['results']) > 0)
const neverMeasured = number((each) => Number(each['results']) === 0)
const missing = number((each) => each['pair'] === false)
const went = (way: number): Tally => number((each) => each['way'] !== null && Number(each['way']) === way)

export const fallsOf = (person: string, from: string, to: string): string => `
  (select count(*) from recount.fall f where f.patient_id = ${person} and f.fall_count is null and f.fall_date between ${from} and ${to}
    and not exists (
      select from recount.fall p where p.patient_id = f.patient_id and p.fall_count is not null and p.period_from >= ${from} and p.fall_date <= ${to}
        and p.period_from <= f.fall_date and p.fall_date >= f.fall_date))
  + (select coalesce(sum(greatest(p.fall_count, (
      select count(*) from recount.fall f where f.patient_id = p.patient_id and f.fall_count is null
        and f.fall_date >= p.period_from and f.fall_date <= p.fall_date))), 0)
    from recount.fall p where p.patient_id = ${person} and p.fall_count is not null and p.period_from >= ${from} and p.fall_date <= ${to})`

const fallen = `
  with said as (
    select o.id, o.patient_id, o.began, o.ended, c.falls_since_contact as falls, c.call_date - greatest(o.ended, (
        select max(b.call_date) from recount.call b where b.pathway_id = c.pathway_id and b.falls_since_contact is not null
          and (b.call_date, b.id) < (c.call_date, c.id))) as days
    from recount.over o join recount.call c on c.pathway_id = o.id and c.falls_since_contact is not null
    where c.call_date > o.ended and c.call_date >= $1 and c.call_date <= $2),
  person as (
    select id, patient_id, began, ended, sum(falls) as falls, sum(days) as days from said s
    where not exists (select from said l where l.patient_id = s.patient_id and (l.ended, l.id) > (s.ended, s.id))
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

const fallTallies = (of: string): Record<string, Tally> => ({
  People: number(),
  [`With a fall${of}`]: flagged('fell'),
  [`With a fall${of} %`]: percentOf(flagged('fell'), number()),
  [`Person-years${of}`]: sumOf('years'),
  [`Falls per person-year${of}`]: ratioOf('falls', 'years', 2),
})

const plansEnded = `
  select x.patient_id, x.completed_date is not null and coalesce(x.ended_how, 'completed') = 'completed' as completed,
    x.completed_date is null or x.ended_how = 'stopped' as stopped, x.completed_date is not null and x.ended_how = 'elsewhere' as elsewhere,
    s.seen * 4 >= s.offered * 3 and s.offered > 0 as enough, g.name as gender,
    (select e.code || ' ' || e.name from ethnicity e where e.id = w.ethnicity_id) as ethnicity,
    ${ageBand('w.date_of_birth', 'x.exercise_plan_date')} as age, ${deprivationFifth('w.postcode')} as fifth
  from recount.exercise x
  join recount.referral w on w.id = x.pathway_id
  join gender g on g.id = w.gender_id
  cross join lateral (
    select count(*) filter (where a.attendance_status <> '4') as offered, count(*) filter (where a.attendance_status in ('5', '6')) as seen
    from recount.attendance a where a.exercise_id = x.id) s
  where case when x.completed_date is not null then x.completed_date
    when w.discharge_date is not null then w.discharge_date else w.cancel_referral_date end between $1 and $2`
const planTallies: Record<string, Tally> = {
  'Plans ended': number(),
  'Plans completed': flagged('completed'),
  'Plans stopped': flagged('stopped'),
  'Plans going on elsewhere': flagged('elsewhere'),
  'Completed % of ended': percentOf(flagged('completed'), number()),
  'Ended plans attended 75% or more': flagged('enough'),
  'Ended plans attended 75% or more %': percentOf(flagged('enough'), number()),
  People: different('patient_id'),
}

const columns = [
  ['gait_and_balance', 'Gait, balance, mobility and muscle strength'],
  ['functional_ability', 'Functional ability'],
  ['concern_about_falling', 'Perceived ability and concern about falling'],
  ['cardiovascular', 'Heart and circulation, with lying and standing blood pressure'],
  ['dizziness', 'Dizziness'],
  ['neurological', 'Neurological examination'],
  ['cognition_and_mood', 'Cognition and mood'],
  ['delirium', 'Delirium'],
  ['vision', 'Vision'],
  ['hearing', 'Hearing'],
  ['feet_and_footwear', 'Feet and footwear'],
  ['continence', 'Continence'],
  ['nutrition', 'Diet, fluids and weight loss'],
  ['alcohol', 'Alcohol'],
  ['medicines', 'Medicines'],
  ['bone_health', 'Osteoporosis and fracture risk'],
  ['long_term_conditions', 'Long-term conditions'],
] as const

const assessedPeople = `
  with asked as (
    select patient_id, pathway_id, assessment_date, fall_in_last_year from recount.frat
    union all select patient_id, pathway_id, assessment_date, null from recount.wellbeing),
  inside as (select * from asked where assessment_date >= $1 and assessment_date <= $2),
  person as (
    select distinct i.patient_id, i.pathway_id, i.assessment_date as day from inside i
    where not exists (
      select from inside l where l.patient_id = i.patient_id and (l.assessment_date, l.pathway_id) > (i.assessment_date, i.pathway_id))),
  told as (
    select p.*,
      (select coalesce(sum(case when f.fall_count is null then 1 else f.fall_count end), 0) from recount.fall f
       where f.patient_id = p.patient_id and f.fall_date <= p.day
         and least(f.fall_date, f.period_from) >= p.day - interval '1 year') as falls,
      exists (select from recount.fall f where f.patient_id = p.patient_id and f.fall_date <= p.day and f.fall_date >= p.day - interval '1 year'
         and (f.blackout or f.long_lie or f.injury not in ('none', 'minor'))) as grave,
      (select r.value from recount.result r where r.pathway_id = p.pathway_id and r.measure = 'fallsLastYear' and r.measured_date <= $2
       order by r.measured_date desc, r.id desc limit 1) as of_year,
      (select r.value from recount.result r where r.pathway_id = p.pathway_id and r.measure = 'clinicalFrailty' and r.measured_date <= $2
       order by r.measured_date desc, r.id desc limit 1) as frailty,
      exists (select from inside i where i.pathway_id = p.pathway_id and i.fall_in_last_year) as fell
    from person p)
  select case when t.falls > 1 or t.of_year > 1 or t.grave or (t.frailty > 4 and (t.falls > 0 or t.of_year > 0 or t.fell))
      then 'Recorded' else 'None recorded' end as reason,
    case when l.id is null then 'without' when ${columns.map(([column]) => `l.${column} is not null`).join(' and ')} then 'finished'
      else 'unfinished' end as state
  from told t
  left join lateral (
    select * from recount.checklist c where c.pathway_id = t.pathway_id and c.assessment_date <= $2
    order by c.assessment_date desc, c.id desc limit 1) l on true`
const stateIs = (...states: readonly (string | null)[]): Tally =>
  number(({ state }) => states.includes(state as string | null))

const partsOfLists = `
  with list as (
    select c.* from recount.checklist c where c.assessment_date >= $1 and c.assessment_date <= $2 and not exists (
      select from recount.checklist l where l.patient_id = c.patient_id and l.assessment_date >= $1 and l.assessment_date <= $2
        and (l.assessment_date, l.id) > (c.assessment_date, c.id)))
  ${columns.map(([column, title]) => `select '${title}' as part, ${column} as state from list`).join(' union all ')}`
const needed = stateIs('done', 'referred', null)
const answered = stateIs('done', 'referred')

export const careRecounts: readonly Recount[] = [
  {
    report: 'pairedMeasures',
    section: 'Measured first and last',
    things: measured,
    labels: { Measure: 'title' },
    tallies: {
      People: different('patient_id'),
      'Measured twice': flagged('pair'),
      Missing: missing,
      'Missing %': percentOf(missing, different('patient_id')),
      'Measured once': measuredOnce,
      'Never measured': neverMeasured,
    },
  },
  {
    report: 'pairedMeasures',
    section: 'Better or worse',
    things: `select * from (${measured}) as each_one where pair`,
    labels: { Measure: 'title' },
    tallies: {
      'Measured twice': flagged('pair'),
      Better: went(1),
      'The same': went(0),
      Worse: went(-1),
      Neither: went(9),
      'Better %': percentOf(went(1), flagged('pair')),
    },
  },
  {
    report: 'pairedMeasures',
    section: 'Change in numbers',
    things: `select * from (${measured}) as each_one where change is not null`,
    labels: { Measure: 'title' },
    tallies: {
      'With two numbers': number(),
      'Median first': median('first_number', 2),
      'Median latest': median('last_number', 2),
      'Lower quartile of change': lowerQuartile('change', 2),
      'Median change': median('change', 2),
      'Upper quartile of change': upperQuartile('change', 2),
    },
  },
  {
    report: 'fallsBeforeAndAfter',
    section: 'Falls per person-year',
    things: fallen,
    labels: { Time: 'moment' },
    tallies: fallTallies(''),
  },
  {
    report: 'fallsBeforeAndAfter',
    section: 'The same people before and after',
    things: `select * from (${fallen}) as told where patient_id in (
      select patient_id from (${fallen}) as again where moment = 'Before care')`,
    labels: { Time: 'moment' },
    tallies: fallTallies(', same people'),
  },
  ...variants(
    [
      { report: 'completionByGroup', section: 'Completion by age', labels: { Age: 'age' } },
      { report: 'completionByGroup', section: 'Completion by gender', labels: { Gender: 'gender' } },
      { report: 'completionByGroup', section: 'Completion by ethnicity', labels: { Ethnicity: 'ethnicity' } },
    ],
    { things: plansEnded, tallies: planTallies },
  ),
  {
    report: 'completionByGroup',
    section: 'Completion by deprivation fifth',
    things: plansEnded,
    labels: { 'Deprivation fifth': 'fifth' },
    missing: 'Postcode not known',
    tallies: planTallies,
  },
  {
    report: 'fallsAssessment',
    section: 'Falls assessments',
    things: assessedPeople,
    labels: { 'Reason that NG249 names': 'reason' },
    tallies: {
      'People assessed': number(),
      'Check-list finished': stateIs('finished'),
      'Check-list finished %': percentOf(stateIs('finished'), number()),
      'Check-list not finished': stateIs('unfinished'),
      'No check-list': stateIs('without'),
    },
  },
  {
    report: 'fallsAssessment',
    section: 'Eligible at triage',
    things: `
      select w.patient_id, bool_or(l.id is not null) as offered
      from (
        select max(array[extract(epoch from i.decided_at), r.id]) as last, r.patient_id
        from incoming_referral i join recount.referral r on r.id = i.pathway_id
        where i.eligibility = 'comprehensive' and date(timezone('Europe/London', i.decided_at)) between $1 and $2
        group by r.patient_id) as w
      left join falls_checklist l on l.pathway_id = w.last[2] and l.is_active and l.assessment_date <= $2
      group by w.patient_id`,
    labels: {},
    tallies: {
      'Eligible people': number(),
      'Eligible people offered a comprehensive assessment': flagged('offered'),
      'Offered % of eligible people': percentOf(flagged('offered'), number()),
      'Eligible people not offered yet': number((each) => each['offered'] === false),
    },
  },
  {
    report: 'fallsAssessment',
    section: 'Part by part',
    things: partsOfLists,
    labels: { Part: 'part' },
    tallies: {
      'Check-lists': number(),
      'Part not needed': stateIs('notNeeded'),
      'Part needed': needed,
      'Part done or referred': answered,
      'Part done or referred %': percentOf(answered, needed),
      'Part done': stateIs('done'),
      'Part referred': stateIs('referred'),
      'Part not finished': stateIs(null),
    },
  },
]
