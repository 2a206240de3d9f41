import { spread, variants, type Recount } from './recount.ts'
import { different, flagged, number, percentOf, ratioOf } from './tally.ts'
import { bandTallies, soon } from './waits.ts'

/** The parts of a session as the report writes them. */
const parts = [
  ['warmUp', 'Warm-up'],
  ['strength', 'Strength'],
  ['balance', 'Balance'],
  ['floorWork', 'Floor work'],
  ['backwardChaining', 'Backward chaining'],
  ['taiChi', 'Adapted tai chi'],
  ['endurance', 'Endurance'],
  ['progression', 'Progression'],
] as const

/** The day on which nobody waited for a place any more. */
const until = `least(p.left_date, w.discharge_date, w.cancel_referral_date, w.deceased_date,
  (select min(d.day) from recount.death_said d where d.patient_id = w.patient_id), 'infinity')`

/** The reasons as the report writes them. */
const reasons = `(values ('finished', 'Finished the programme'), ('otherClass', 'Moved to another class'), ('home', 'Continues at home'),
  ('elsewhere', 'Goes on elsewhere, such as a leisure class'), ('moved', 'Moved away'),
  ('commitments', 'Work, or caring for somebody'), ('serviceEnded', 'The service ended the class'),
  ('declined', 'Did not want the place'), ('ill', 'Illness or injury'), ('hospital', 'In hospital or a care home'),
  ('transport', 'Could not get there'), ('time', 'Day, time or place does not suit'), ('dislikes', 'Did not like the class'),
  ('noContact', 'Stopped coming, and could not be reached'), ('other', 'Other')) as r (code, title)`

export const classRecounts: readonly Recount[] = [
  {
    report: 'classes',
    section: 'Places filled',
    things: `
      select a.patient_id, c.name as class, bool_or(a.attendance_status in ('5', '6')) as came,
        max(case when a.attendance_status in ('5', '6') then 100 else 0 end) as filled,
        c.capacity::numeric / (select count(distinct b.patient_id) from recount.attendance b
          where b.class_session_id = s.id and b.attendance_status <> '4') as room
      from recount.attendance a, class_session s, exercise_class c
      where s.id = a.class_session_id and c.id = s.class_id and a.attendance_status <> '4'
        and s.session_date >= $1 and s.session_date <= $2
      group by a.patient_id, s.id, c.id`,
    labels: { Class: 'class' },
    tallies: {
      Marked: number(),
      Attended: flagged('came'),
      'Attended %': percentOf(flagged('came'), number()),
      People: different('patient_id'),
      'Places filled %': ratioOf('filled', 'room'),
    },
  },
  {
    report: 'classes',
    section: 'Staying, by week',
    things: `
      select n::text as week, not exists (
          select from (
            select p.left_date as day where p.state = 'left'
            union all
            select day from (
              select w.discharge_date as day union all select w.cancel_referral_date union all select e.completed_date
              union all select w.deceased_date
              union all select d.day from recount.death_said d where d.patient_id = w.patient_id) o where p.state <> 'left') gone
          where gone.day < p.joined_date + 7 * n) as stayed
      from class_place p, recount.referral w, exercise e, exercise_class c, generate_series(1, 104) n
      where w.id = p.pathway_id and e.id = p.exercise_id and e.is_active and c.id = p.class_id and n <= c.weeks
        and p.left_reason is distinct from 'merged' and p.joined_date >= $1 and p.joined_date <= $2
        and p.joined_date + 7 * n <= (now() at time zone 'Europe/London')::date`,
    labels: { 'Weeks since joining': 'week' },
    tallies: {
      Places: number(),
      'Still in the class': flagged('stayed'),
      'Still in the class %': percentOf(flagged('stayed'), number()),
    },
  },
  {
    report: 'classes',
    section: 'Why people left',
    things: `
      select r.title as reason, r.code not in ('finished', 'otherClass', 'home', 'elsewhere', 'serviceEnded') as dropped
      from class_place p, recount.referral w, ${reasons}
      where w.id = p.pathway_id and r.code = p.left_reason and p.joined_date is not null
        and p.left_date >= $1 and p.left_date <= $2`,
    labels: { Reason: 'reason' },
    tallies: { 'Places ended': number(), 'Dropped out': flagged('dropped') },
  },
  {
    report: 'referralWaits',
    section: 'Waiting for a place in a class',
    things: `
      select w.patient_id, c.name as class, $2::date - p.waiting_since as days
      from class_place p, recount.referral w, exercise_class c
      where w.id = p.pathway_id and c.id = p.class_id and $1::date is not null and p.waiting_since <= $2
        and (p.accepted_date <= $2) is not true and ${until} > $2`,
    labels: { Class: 'class' },
    tallies: {
      'People waiting for a place': different('patient_id'),
      'Waits for a place': number(),
      ...bandTallies(false),
      'Within 18 weeks': soon,
      '% within 18 weeks': percentOf(soon, number()),
    },
  },
  ...variants(
    [
      { report: 'classes', section: 'Places accepted after a wait', labels: { Class: 'class' } },
      { report: 'referralWaits', section: 'Places accepted after a wait', labels: { Class: 'class' } },
    ],
    {
      things: `
        select w.patient_id, c.name as class, p.accepted_date - p.waiting_since as days
        from class_place p, recount.referral w, exercise_class c
        where w.id = p.pathway_id and c.id = p.class_id and p.accepted_date >= $1 and p.accepted_date <= $2`,
      tallies: { 'Places accepted': number(), ...bandTallies(false), ...spread('days') },
    },
  ),
  {
    report: 'classes',
    section: 'What was done',
    things: `
      select c.name as class, s.parts_done is not null as told, array_to_string(s.parts_done, ' ') as parts
      from class_session s, exercise_class c
      where c.id = s.class_id and s.recorded_at is not null and s.session_date >= $1 and s.session_date <= $2
        and s.session_date <= (now() at time zone 'Europe/London')::date`,
    labels: { Class: 'class' },
    tallies: {
      'Sessions given': number(),
      'Sessions with what was done': flagged('told'),
      ...Object.fromEntries(
        parts.flatMap(([code, title]) => {
          const did = number((each) =>
            String(each['parts'] ?? '')
              .split(' ')
              .includes(code),
          )
          return [
            [title, did],
            [`${title} %`, percentOf(did, flagged('told'))],
          ]
        }),
      ),
    },
  },
  {
    report: 'classes',
    section: 'How exercise plans ended, by class',
    things: `
      select e.completed_date is not null and coalesce(e.ended_how, 'completed') = 'completed' as completed,
        e.completed_date is not null and e.ended_how = 'elsewhere' as elsewhere, c.name as class,
        s.seen * 4 >= s.offered * 3 and s.offered > 0 as enough
      from recount.exercise e
      join recount.referral w on w.id = e.pathway_id
      join exercise_class c on c.id = (
        select p.class_id from class_place p where p.exercise_id = e.id and p.left_reason is distinct from 'merged'
        order by p.joined_date desc, p.id desc limit 1)
      cross join lateral (
        select count(*) filter (where a.attendance_status <> '4') as offered,
          count(*) filter (where a.attendance_status in ('5', '6')) as seen
        from recount.attendance a where a.exercise_id = e.id) s
      where coalesce(e.completed_date, w.discharge_date, w.cancel_referral_date) between $1 and $2`,
    labels: { Class: 'class' },
    tallies: {
      'Members’ plans ended': number(),
      'Members’ plans completed': flagged('completed'),
      'Members’ plans completed %': percentOf(flagged('completed'), number()),
      'Members’ plans going on elsewhere': flagged('elsewhere'),
      'Members’ plans attended 75% or more': flagged('enough'),
      'Members’ plans attended 75% or more %': percentOf(flagged('enough'), number()),
    },
  },
]
