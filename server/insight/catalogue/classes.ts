import { sql as raw } from 'kysely'
import { leaveReasons } from '../../../contract/care/classes/place.ts'
import { count, countDistinct, factsOf, meaning, percent, type Report } from '../reports/definition.ts'
import { contentWords, howPlansEnded, whatWasDone } from './classContent.ts'
import { classWaitWords, placesAccepted } from './classWaits.ts'
import { offered, seen, statusIs } from './attendance.ts'
import { deletedDoNotCount, pathwaysInUse } from './shared.ts'

/** Codes of the reasons for leaving a class that count as dropping out. */
export const dropOuts = leaveReasons.filter(({ isDropOut }) => isDropOut).map(({ code }) => code)

/**
 * One row for each person marked in a register, even if they had two records. The places of a session are divided
 * among its rows.
 */
const marks = factsOf(
  'Marks in registers',
  'Marks in the registers of class sessions in the period, but those of sessions that the service called off',
  ({ from, to }) => raw`
  select mark.*, case when mark.attended then 100 else 0 end as filled,
    mark.capacity::numeric / count(*) over (partition by mark.session_id) as room
  from (
    select distinct on (session.id, pathway.patient_id) pathway.id as pathway_id, pathway.patient_id, session.id as session_id, class.name as class, class.capacity,
      attendance.attendance_status = any(${seen}) as attended
    from class_session as session
    join exercise_class as class on class.id = session.class_id
    join exercise_attendance as attendance on attendance.class_session_id = session.id and attendance.is_active
    join exercise on exercise.id = attendance.exercise_id and exercise.is_active
    join (${pathwaysInUse}) on pathway.id = exercise.pathway_id
    where session.session_date between ${from} and ${to} and attendance.attendance_status = any(${offered})
    order by session.id, pathway.patient_id, attended desc, attendance.id
  ) as mark`,
)

/** One row for each person and each week that has passed since they joined. */
const weeks = factsOf(
  'Weeks since joining',
  'Places in a class whose first session lies in the period, once for each week since then that has passed',
  ({ from, to, today }) => raw`
  select member.pathway_id, member.patient_id, to_char(week, 'FM000') as week,
    member.ended_date is null or member.ended_date >= member.joined_date + 7 * week as stayed
  from class_member as member
  join exercise on exercise.id = member.exercise_id and exercise.is_active
  join exercise_class as class on class.id = member.class_id
  cross join lateral generate_series(1, class.weeks) as week
  where member.left_reason is distinct from 'merged' and member.joined_date between ${from} and ${to}
    and member.joined_date + 7 * week <= ${today}`,
)

const left = factsOf(
  'Places ended',
  'Places in a class, of people who had joined, that were ended in the period',
  ({ from, to }) => raw`
  select pathway_id, patient_id, left_reason, left_reason = any(${dropOuts}) as dropped_out
  from class_member
  where state = 'left' and left_reason <> 'merged' and joined_date is not null and left_date between ${from} and ${to}`,
)

export const classes: Report = {
  name: 'classes',
  title: 'Classes',
  group: 'Exercise and follow-up',
  answers: 'Are classes full, how long are places waited for, do people stay, and why do they leave?',
  capability: 'report.run',
  definition: [
    classWaitWords,
    contentWords,
    'Places filled: of the registers taken of sessions in the period, those who attended as a share of all places of these sessions. Sessions that the service called off for a person do not count. Classes of one name are counted together.',
    'Staying: of those whose first session in a class lies in the period, how many were still in it so many weeks later. A week counts once it has passed. A person who left, died, was discharged or cancelled, or whose exercise plan ended is no longer in it.',
    'Why people left: places that were ended in the period, of people who had joined. Dropped out: all reasons but a finished programme, a move to another class, at home or elsewhere, and a class that the service ended.',
    deletedDoNotCount,
  ],
  sections: [
    placesAccepted,
    {
      title: 'Places filled',
      facts: marks,
      groups: [{ id: 'class', title: 'Class' }],
      measures: [
        count('marked', 'Marked'),
        meaning(statusIs(seen), count('attended', 'Attended', 'attended')),
        percent('attendedPercent', 'Attended %', 'attended', 'marked'),
        countDistinct('people', 'People', 'patient_id'),
        meaning('*Attended* as a percentage of the places of these sessions', {
          ...{ kind: 'ratio', id: 'fill', title: 'Places filled %', value: 'filled', per: 'room' },
        }),
      ],
    },
    {
      title: 'Staying, by week',
      facts: weeks,
      groups: [{ id: 'week', title: 'Weeks since joining', show: (week) => String(Number(week)) }],
      measures: [
        count('people', 'Places'),
        meaning(
          'Those of people who were still in the class on that day',
          count('stayed', 'Still in the class', 'stayed'),
        ),
        percent('stayedPercent', 'Still in the class %', 'stayed', 'people'),
      ],
      order: 'label',
      hasTotal: false,
    },
    {
      title: 'Why people left',
      facts: left,
      groups: [
        {
          id: 'left_reason',
          title: 'Reason',
          labels: Object.fromEntries(leaveReasons.map(({ code, title }) => [code, title])),
        },
      ],
      measures: [count('left', 'Places ended'), count('droppedOut', 'Dropped out', 'dropped_out')],
    },
    whatWasDone,
    howPlansEnded,
  ],
}
