import { sql as raw } from 'kysely'
import type { AttendanceStatus } from '../../../contract/pathways/records/exerciseAttendance.ts'
import {
  count,
  countDistinct,
  factsOf,
  meaning,
  percent,
  share,
  takenFrom,
  type CountedSection,
  type Report,
} from '../reports/definition.ts'
import { offered, seen, statusIs } from './attendance.ts'
import { attendedEnough, completedWords, plansEnded } from './plansEnded.ts'
import { byMonth, deletedDoNotCount, monthOf, pathwaysInUse } from './shared.ts'

/** Did not attend and gave no warning, or came too late to be seen. */
const missed: readonly AttendanceStatus[] = ['3', '7']
const cancelledByPatient: AttendanceStatus = '2'
const cancelledByService: AttendanceStatus = '4'

/**
 * One row for each recorded session, whatever its outcome. The plans are found first, because there are far fewer
 * plans than sessions.
 */
const sessions = factsOf(
  'Exercise sessions',
  'Exercise sessions whose attendance date lies in the period',
  ({ from, to }) => raw`
  select plan.pathway_id, plan.patient_id, exercise_type.name as exercise_type, location.name as location,
    attendance.attendance_date as day, ${monthOf(raw`attendance.attendance_date`)}, attendance.minutes,
    attendance.attendance_status = any(${seen}) as attended,
    attendance.attendance_status = any(${offered}) as offered,
    attendance.attendance_status = any(${[...missed]}) as missed,
    attendance.attendance_status = ${cancelledByPatient} as cancelled_by_patient,
    attendance.attendance_status = ${cancelledByService} as cancelled_by_service
  from exercise_attendance as attendance
  join (
    select exercise.id, exercise.pathway_id, pathway.patient_id
    from exercise join (${pathwaysInUse}) on pathway.id = exercise.pathway_id
    where exercise.is_active offset 0) as plan on plan.id = attendance.exercise_id
  join exercise_type on exercise_type.id = attendance.exercise_type_id
  join location on location.id = attendance.location_id
  where attendance.is_active and attendance.attendance_date between ${from} and ${to}`,
)

const people = factsOf(
  'People who attended',
  'People who attended an exercise session in the period',
  takenFrom(
    sessions,
    () => raw`
  select patient_id, min(pathway_id) as pathway_id, count(*) as sessions, sum(minutes) / 60.0 as hours
  from facts as session where attended group by patient_id`,
  ),
)

/** The sessions offered to each person in the period, and how many of them the person attended. */
const offers = factsOf(
  'People who were offered sessions',
  'People to whom an exercise session in the period was offered',
  takenFrom(
    sessions,
    () => raw`
  select patient_id, min(pathway_id) as pathway_id, count(*) as offered, count(*) filter (where attended) as attended,
    100.0 * count(*) filter (where attended) / count(*) as attended_percent
  from facts as session where offered group by patient_id`,
  ),
)

const measures = [
  meaning(statusIs(seen), count('sessions', 'Sessions attended', 'attended')),
  meaning(statusIs(missed), count('missed', 'Missed', 'missed')),
  meaning(
    'Those attended and those missed',
    count('expected', 'Attended or missed', 'attended or missed', ['sessions', 'missed']),
  ),
  percent('missedPercent', 'Missed %', 'missed', 'expected'),
  meaning(
    statusIs([cancelledByPatient]),
    count('cancelledByPatient', 'Cancelled by patient', 'cancelled_by_patient'),
  ),
  meaning(
    statusIs([cancelledByService]),
    count('cancelledByService', 'Cancelled by service', 'cancelled_by_service'),
  ),
  meaning(
    'Different people among the sessions attended',
    countDistinct('people', 'People who attended', 'patient_id', 'attended'),
  ),
]

export const attendanceByMonth: CountedSection = {
  title: 'Attendance by month',
  facts: sessions,
  groups: [byMonth],
  measures,
  order: 'label',
  chart: { title: 'Sessions attended by month', bars: { rows: 'sessions' } },
}

export const exerciseActivity: Report = {
  name: 'exerciseActivity',
  title: 'Exercise activity',
  group: 'Exercise and follow-up',
  answers: 'Who comes to exercise sessions, how often, and who stays away?',
  capability: 'report.run',
  definition: [
    'Exercise sessions whose attendance date lies in the period, by what is recorded of them. Attended: seen, on time or late. Missed: did not attend without warning, or arrived too late to be seen.',
    'Missed % is missed sessions among those attended or missed; cancelled sessions are left out of it.',
    'Hours come from the lengths recorded with attended sessions. A session without a length adds nothing, and people without any length have no hours.',
    'Offered: every session that is recorded for the person, but those that the service cancelled. Attended 75%: at least three quarters of the sessions that were offered, of the person in the period or in the whole plan. A completed plan without any session offered counts as completed and not as attended. The page of a referral counts in the same way.',
    completedWords,
    deletedDoNotCount,
  ],
  sections: [
    attendanceByMonth,
    {
      title: 'By type',
      facts: sessions,
      groups: [{ id: 'exercise_type', title: 'Exercise type' }],
      measures: [...measures, share('share', 'Share of attended %', 'sessions')],
    },
    {
      title: 'By location',
      facts: sessions,
      groups: [{ id: 'location', title: 'Location' }],
      measures: [...measures, share('share', 'Share of attended %', 'sessions')],
    },
    {
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
      title: 'Attended of offered, for each person',
      facts: offers,
      groups: [],
      measures: [
        count('people', 'People'),
        meaning('Mean of the sessions offered to each', {
          ...{ kind: 'mean', id: 'meanOffered', title: 'Mean offered', value: 'offered' },
        }),
        meaning('Mean of the percentages of their sessions offered that people attended', {
          ...{ kind: 'mean', id: 'meanPercent', title: 'Mean attended %', value: 'attended_percent' },
        }),
        meaning('Median of these percentages', {
          ...{ kind: 'median', id: 'medianPercent', title: 'Median attended %', value: 'attended_percent' },
        }),
        meaning(
          'Those who attended at least three quarters of the sessions of the period that were offered to them',
          count('enough', 'People who attended 75% or more', 'attended >= 0.75 * offered'),
        ),
        percent('enoughPercent', 'People who attended 75% or more %', 'enough', 'people'),
      ],
    },
    {
      title: 'Hours for each person',
      facts: people,
      groups: [],
      measures: [
        meaning(
          'Those who attended a session of which the length is recorded',
          count('timed', 'People with hours', 'hours is not null'),
        ),
        { kind: 'mean', id: 'meanHours', title: 'Mean hours', value: 'hours' },
        { kind: 'median', id: 'medianHours', title: 'Median hours', value: 'hours' },
        { kind: 'greatest', id: 'mostHours', title: 'Most hours', value: 'hours' },
      ],
    },
    {
      title: 'Attended 75% of completed plans',
      facts: plansEnded,
      groups: [],
      measures: [
        meaning(
          'Those whose completed date lies in the period',
          count('plans', 'Plans completed', 'completed'),
        ),
        meaning(
          'Plans completed in which the person attended at least three quarters of the sessions offered in the plan; none where no session was offered',
          count('enough', 'Completed plans attended 75% or more', `completed and ${attendedEnough}`),
        ),
        percent('enoughPercent', 'Completed plans attended 75% or more %', 'enough', 'plans'),
        meaning(
          'Plans completed in which no session was offered',
          count('none', 'Completed plans, no session offered', 'completed and offered = 0'),
        ),
      ],
    },
  ],
}
