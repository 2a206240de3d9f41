import { sql as raw } from 'kysely'
import {
  count,
  countDistinct,
  percent,
  share,
  type CountedSection,
  type Facts,
  type Report,
} from '../definition.ts'
import { byMonth, deletedDoNotCount, monthOf, pathwaysInUse } from './shared.ts'

const attendances: Facts = ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, exercise_type.name as exercise_type, location.name as location,
    ${monthOf(raw`attendance.attendance_date`)}
  from exercise_attendance as attendance
  join exercise on exercise.id = attendance.exercise_id and exercise.is_active
  join (${pathwaysInUse}) on pathway.id = exercise.pathway_id
  join exercise_type on exercise_type.id = attendance.exercise_type_id
  join location on location.id = attendance.location_id
  where attendance.is_active and attendance.attendance_date between ${from} and ${to}`

const people: Facts = async (period) => raw`
  select patient_id, min(pathway_id) as pathway_id, count(*) as sessions
  from (${await attendances(period)}) as attended group by patient_id`

/** Plans completed in the period, with the weeks in which the person came and the weeks that the plan ran. */
const completed: Facts = ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id,
    greatest(1, ceil((exercise.completed_date - exercise.exercise_plan_date) / 7.0)) as weeks,
    (select count(distinct floor((attendance.attendance_date - exercise.exercise_plan_date) / 7.0))
     from exercise_attendance as attendance
     where attendance.exercise_id = exercise.id and attendance.is_active
       and attendance.attendance_date between exercise.exercise_plan_date and exercise.completed_date) as attended
  from exercise join (${pathwaysInUse}) on pathway.id = exercise.pathway_id
  where exercise.is_active and exercise.completed_date between ${from} and ${to}`

const sessions = [
  count('sessions', 'Sessions attended'),
  share('share', 'Share %', 'sessions'),
  countDistinct('people', 'People', 'patient_id'),
]

export const attendanceByMonth: CountedSection = {
  kind: 'counted',
  title: 'Attendance by month',
  facts: attendances,
  groups: [byMonth()],
  measures: [count('sessions', 'Sessions attended'), countDistinct('people', 'People', 'patient_id')],
  order: 'label',
  chart: { title: 'Sessions attended by month', bars: { rows: 'sessions' } },
}

export const exerciseActivity: Report = {
  name: 'exerciseActivity',
  title: 'Exercise activity',
  group: 'Exercise and follow-up',
  capability: 'report.run',
  definition: [
    'Attendances at exercise whose attendance date lies in the period. Only sessions that were attended are recorded, so there is no rate of missed sessions; the length of a session is not recorded, so there are no hours.',
    'Attended 75%: of the plans completed in the period, those in which the person came in at least three quarters of the weeks from plan date to completion, one class a week being expected.',
    deletedDoNotCount,
  ],
  sections: [
    attendanceByMonth,
    {
      kind: 'counted',
      title: 'By type',
      facts: attendances,
      groups: [{ id: 'exercise_type', title: 'Exercise type' }],
      measures: sessions,
    },
    {
      kind: 'counted',
      title: 'By location',
      facts: attendances,
      groups: [{ id: 'location', title: 'Location' }],
      measures: sessions,
    },
    {
      kind: 'counted',
      title: 'Sessions for each person',
      facts: people,
      groups: [],
      measures: [
        count('people', 'People'),
        { kind: 'mean', id: 'mean', title: 'Mean sessions', value: 'sessions' },
        { kind: 'median', id: 'median', title: 'Median sessions', value: 'sessions' },
        { kind: 'greatest', id: 'greatest', title: 'Most sessions', value: 'sessions' },
      ],
    },
    {
      kind: 'counted',
      title: 'Attended 75% of completed plans',
      facts: completed,
      groups: [],
      measures: [
        count('plans', 'Plans completed'),
        count('enough', 'Attended 75% or more', 'attended >= 0.75 * weeks'),
        percent('enoughPercent', 'Attended 75% or more %', 'enough', 'plans'),
      ],
    },
  ],
}
