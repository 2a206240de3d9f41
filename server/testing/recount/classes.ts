import type { Recount } from './recount.ts'
import { different, flagged, number, percentOf, ratioOf } from './tally.ts'

/** The reasons as the report writes them. */
const reasons = `(values ('finished', 'Finished the programme'), ('otherClass', 'Moved to another class'), ('home', 'Continues at home'),
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
      select r.title as reason, r.code not in ('finished', 'otherClass', 'home') as dropped
      from class_place p, recount.referral w, ${reasons}
      where w.id = p.pathway_id and r.code = p.left_reason and p.joined_date is not null
        and p.left_date >= $1 and p.left_date <= $2`,
    labels: { Reason: 'reason' },
    tallies: { 'Places ended': number(), 'Dropped out': flagged('dropped') },
  },
]
