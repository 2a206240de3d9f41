import { people, variants, type Recount } from './recount.ts'
import { different, greatest, mean, median, number, percentOf, shareOf, type Thing } from './tally.ts'

const sessions = `
  select a.patient_id, y.name as type, l.name as location, to_char(a.attendance_date, 'Mon YYYY') as month,
    a.attendance_status as status, a.minutes
  from recount.attendance a, exercise_type y, location l
  where y.id = a.exercise_type_id and l.id = a.location_id and a.attendance_date >= $1 and a.attendance_date <= $2`
const hasStatus =
  (...codes: string[]) =>
  (each: Thing): boolean =>
    codes.includes(String(each['status']))
const came = hasStatus('5', '6')
const stayedAway = hasStatus('3', '7')
const expected = number((each) => came(each) || stayedAway(each))
const attendance = {
  'Sessions attended': number(came),
  Missed: number(stayedAway),
  'Attended or missed': expected,
  'Missed %': percentOf(number(stayedAway), expected),
  'Cancelled by patient': number(hasStatus('2')),
  'Cancelled by service': number(hasStatus('4')),
  'People who attended': different('patient_id', came),
}
const perPerson = `
  select patient_id, count(*) as sessions, sum(minutes)::numeric / 60 as hours
  from (${sessions}) s where status in ('5', '6') group by 1`
/** Three of four sessions; nothing is a share of none. */
const enough = number(
  (each) => Number(each['came']) * 4 >= Number(each['asked']) * 3 && Number(each['asked']) > 0,
)
const calls = `
  select c.patient_id, to_char(c.call_date, 'Mon YYYY') as month, k.display_name as clinician
  from recount.call c left join clinician k on k.id = c.clinician_id where c.call_date >= $1 and c.call_date <= $2`
const planned = {
  'Plans started': number(),
  'Started plans completed': number((each) => each['weeks'] !== null),
  'Started plans still open': number((each) => each['how'] === null && each['closed'] !== true),
  'Started plans stopped': number(
    (each) => each['how'] === 'stopped' || (each['how'] === null && each['closed'] === true),
  ),
  'Started plans going on elsewhere': number((each) => each['how'] === 'elsewhere'),
  'Completed % of started': percentOf(
    number((each) => each['weeks'] !== null),
    number(),
  ),
  'Median weeks': median('weeks'),
}

export const exerciseRecounts: readonly Recount[] = [
  ...variants(
    [
      { report: 'exerciseActivity', section: 'Attendance by month', labels: { Month: 'month' } },
      { report: 'serviceDashboard', section: 'Attendance by month', labels: { Month: 'month' } },
    ],
    { things: sessions, tallies: attendance },
  ),
  ...variants(
    [
      { report: 'exerciseActivity', section: 'By type', labels: { 'Exercise type': 'type' } },
      { report: 'exerciseActivity', section: 'By location', labels: { Location: 'location' } },
    ],
    {
      things: sessions,
      tallies: { ...attendance, 'Share of attended %': shareOf(number(came)) },
    },
  ),
  {
    report: 'exerciseActivity',
    section: 'Sessions for each person',
    things: perPerson,
    labels: {},
    tallies: {
      People: number(),
      'Mean sessions': mean('sessions'),
      'Median sessions': median('sessions'),
      'Most sessions': greatest('sessions'),
    },
  },
  {
    report: 'exerciseActivity',
    section: 'Attended of offered, for each person',
    things: `
      select patient_id, asked, came, came::numeric * 100 / asked as share
      from (select patient_id, sum(case status when '4' then 0 else 1 end) as asked,
        sum(case when status in ('5', '6') then 1 else 0 end) as came from (${sessions}) s group by 1) p where asked > 0`,
    labels: {},
    tallies: {
      People: number(),
      'Mean offered': mean('asked'),
      'Mean attended %': mean('share'),
      'Median attended %': median('share'),
      'People who attended 75% or more': enough,
      'People who attended 75% or more %': percentOf(enough, number()),
    },
  },
  {
    report: 'exerciseActivity',
    section: 'Hours for each person',
    things: perPerson,
    labels: {},
    tallies: {
      'People with hours': number((each) => each['hours'] !== null),
      'Mean hours': mean('hours'),
      'Median hours': median('hours'),
      'Most hours': greatest('hours'),
    },
  },
  {
    report: 'exerciseActivity',
    section: 'Attended 75% of completed plans',
    things: `
      select e.id,
        (select count(*) from recount.attendance a where a.exercise_id = e.id and a.attendance_status in ('5', '6')) as came,
        (select count(*) from recount.attendance a where a.exercise_id = e.id and a.attendance_status <> '4') as asked
      from recount.exercise e
      where e.completed_date >= $1 and e.completed_date <= $2 and (e.ended_how is null or e.ended_how = 'completed')`,
    labels: {},
    tallies: {
      'Plans completed': number(),
      'Completed plans attended 75% or more': enough,
      'Completed plans attended 75% or more %': percentOf(enough, number()),
      'Completed plans, no session offered': number((each) => Number(each['asked']) === 0),
    },
  },
  {
    report: 'exercisePlans',
    section: 'By month of the plan',
    things: `
      select to_char(e.exercise_plan_date, 'Mon YYYY') as month,
        case when e.ended_how is null or e.ended_how = 'completed' then (e.completed_date - e.exercise_plan_date)::numeric / 7 end as weeks,
        case when e.completed_date is null then null when e.ended_how is null then 'completed' else e.ended_how end as how,
        coalesce(w.discharge_date, w.cancel_referral_date) is not null as closed
      from recount.exercise e join recount.referral w on w.id = e.pathway_id
      where e.exercise_plan_date >= $1 and e.exercise_plan_date <= $2`,
    labels: { Month: 'month' },
    tallies: planned,
  },
  {
    report: 'telephoneFollowups',
    section: 'Calls made, by month',
    things: calls,
    labels: { Month: 'month' },
    tallies: { 'Calls made': number(), ...people },
  },
  {
    report: 'telephoneFollowups',
    section: 'Calls made, by clinician',
    things: calls,
    labels: { Clinician: 'clinician' },
    tallies: { 'Calls made': number(), ...people },
  },
]
