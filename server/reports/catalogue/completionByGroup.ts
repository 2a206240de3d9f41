import { sql as raw } from 'kysely'
import { attendanceStatuses } from '../../../contract/records/exerciseAttendance.ts'
import { count, countAll, countDistinct, percent, type Facts, type Report } from '../definition.ts'
import {
  ageBandOn,
  byAge,
  byDeprivation,
  byEthnicity,
  byGender,
  deprivationNote,
  joinOfPatient,
  ofPatient,
} from './peopleGroups.ts'
import { deletedDoNotCount, pathwaysInUse } from './shared.ts'

const seen = attendanceStatuses.filter(({ attended }) => attended).map(({ code }) => code)
const offered = attendanceStatuses.filter((status) => status.offered).map(({ code }) => code)

/** Exercise plans that ended in the period: by their completion, else by that of the referral. */
const facts: Facts = ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, ${ofPatient}, ${ageBandOn(raw`plan.exercise_plan_date`)},
    plan.completed_date is not null as completed, coalesce(session.offered > 0 and session.attended >= 0.75 * session.offered, false) as enough
  from exercise as plan
  join (${pathwaysInUse}) on pathway.id = plan.pathway_id
  ${joinOfPatient}
  left join lateral (
    select count(*) filter (where attendance.attendance_status = any(${offered})) as offered,
      count(*) filter (where attendance.attendance_status = any(${seen})) as attended
    from exercise_attendance as attendance
    where attendance.exercise_id = plan.id and attendance.is_active) as session on true
  where plan.is_active
    and coalesce(plan.completed_date, pathway.discharge_date, pathway.cancel_referral_date) between ${from} and ${to}`

const measures = [
  countAll('ended', 'Plans ended', ['completed', 'stopped']),
  count('completed', 'Completed', 'completed'),
  count('stopped', 'Stopped', 'not completed'),
  percent('completedPercent', 'Completed %', 'completed', 'ended'),
  count('enough', 'Attended 75% or more', 'enough'),
  percent('enoughPercent', 'Attended 75% or more %', 'enough', 'ended'),
  countDistinct('people', 'People', 'patient_id'),
]

export const completionByGroup: Report = {
  name: 'completionByGroup',
  title: 'Completion by group',
  group: 'Outcomes',
  answers: 'Does everybody complete alike, by age, gender, ethnicity and deprivation?',
  capability: 'report.run',
  definition: [
    'Exercise plans that ended in the period. Completed: on the day of completion. Stopped: not completed, on the day on which the referral was discharged or cancelled.',
    'Attended 75% or more: of the sessions that were offered in the plan, which are all that are recorded but those that the service cancelled. A plan without any is not among them.',
    'By what is recorded of the patient now. Age is in completed years on the plan date; ethnicity in the 16+1 categories of the 2001 census. The deprivation fifth is that of the postcode in the file that administrators have imported, a national index cut into five parts of like size; 1 is the most deprived. A postcode that is missing, or not in the file, is not known.',
    deletedDoNotCount,
  ],
  sections: [
    {
      kind: 'counted',
      title: 'Completion by age',
      facts,
      groups: [byAge],
      measures,
      chart: { title: 'Completed % by age', bars: { rows: 'completedPercent' } },
    },
    { kind: 'counted', title: 'Completion by gender', facts, groups: [byGender], measures },
    {
      kind: 'counted',
      title: 'Completion by ethnicity',
      facts,
      groups: [byEthnicity],
      measures,
      order: 'label',
    },
    {
      kind: 'counted',
      title: 'Completion by deprivation fifth',
      note: deprivationNote,
      facts,
      groups: [byDeprivation],
      measures,
      order: 'label',
      chart: { title: 'Completed % by deprivation fifth', bars: { rows: 'completedPercent' } },
    },
  ],
}
