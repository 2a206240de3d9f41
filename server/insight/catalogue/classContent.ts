import { sql as raw } from 'kysely'
import { sessionParts } from '../../../contract/care/classes/fidelity.ts'
import {
  count,
  countDistinct,
  factsOf,
  meaning,
  percent,
  takenFrom,
  type CountedSection,
} from '../reports/definition.ts'
import { seen } from './attendance.ts'
import { attendedEnough, plansEnded } from './plansEnded.ts'
import { pathwaysInUse } from './shared.ts'

/* What classes contained (fidelity), beside how the plans of their people ended. */

const byClass = [{ id: 'class', title: 'Class' }]

/** One row for each person who came, and one for a session to which nobody came. */
const sessions = factsOf(
  'Sessions given',
  'Class sessions of the period whose register was taken',
  ({ from, to, today }) => raw`
  select session.id as session_id, class.name as class, came.patient_id, came.pathway_id, session.parts_done is not null as told,
    ${raw.join(sessionParts.map(({ code }) => raw`coalesce(${code} = any(session.parts_done), false) as ${raw.ref(columnOf(code))}`))}
  from class_session as session
  join exercise_class as class on class.id = session.class_id
  left join (
    select attendance.class_session_id, pathway.patient_id, pathway.id as pathway_id
    from exercise_attendance as attendance
    join exercise on exercise.id = attendance.exercise_id and exercise.is_active
    join (${pathwaysInUse}) on pathway.id = exercise.pathway_id
    where attendance.is_active and attendance.attendance_status = any(${seen})) as came on came.class_session_id = session.id
  where session.recorded_at is not null and session.session_date between ${from} and ${to} and session.session_date <= ${today}`,
)

function columnOf(code: string): string {
  return `did_${code.toLowerCase()}`
}

export const contentWords =
  'What was done: the parts that the instructor ticked after a session, as a share of the sessions for which anything was ticked. What single people left out is not taken off.'

export const whatWasDone: CountedSection = {
  title: 'What was done',
  facts: sessions,
  groups: byClass,
  measures: [
    countDistinct('sessions', 'Sessions given', 'session_id'),
    meaning(
      'Those for which the instructor ticked what was done',
      countDistinct('told', 'Sessions with what was done', 'session_id', 'told'),
    ),
    ...sessionParts.flatMap(({ code, title }) => [
      meaning(
        `Those in which this was done: ${title.toLowerCase()}`,
        countDistinct(code, title, 'session_id', columnOf(code)),
      ),
      percent(`${code}Percent`, `${title} %`, code, 'told'),
    ]),
  ],
}

const ended = factsOf(
  'Plans ended, by class',
  'Exercise plans that ended in the period, under the class in which the person had their last place',
  takenFrom(
    plansEnded,
    () => raw`
    select facts.pathway_id, facts.patient_id, facts.completed, facts.elsewhere, ${raw.raw(attendedEnough)} as attended_enough, class.name as class
    from facts
    cross join lateral (
      select place.class_id from class_place as place
      where place.exercise_id = facts.exercise_id and place.left_reason is distinct from 'merged'
      order by place.joined_date desc, place.id desc limit 1) as last
    join exercise_class as class on class.id = last.class_id`,
  ),
)

export const howPlansEnded: CountedSection = {
  title: 'How exercise plans ended, by class',
  facts: ended,
  groups: byClass,
  measures: [
    count('ended', 'Members’ plans ended'),
    meaning('Those that ended completed', count('completed', 'Members’ plans completed', 'completed')),
    percent('completedPercent', 'Members’ plans completed %', 'completed', 'ended'),
    meaning(
      'Those that ended because the person goes on elsewhere, such as in a leisure class',
      count('elsewhere', 'Members’ plans going on elsewhere', 'elsewhere'),
    ),
    meaning(
      'Those in which the person attended at least three quarters of the sessions offered in the plan',
      count('attendedEnough', 'Members’ plans attended 75% or more', 'attended_enough'),
    ),
    percent('attendedEnoughPercent', 'Members’ plans attended 75% or more %', 'attendedEnough', 'ended'),
  ],
}
