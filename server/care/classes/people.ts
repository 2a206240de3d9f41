import { sql as raw, type Kysely } from 'kysely'
import type { ClassPerson, PathwayClasses, PathwayPlace } from '../../../contract/care/classes/place.ts'
import type { DoseFacts } from '../../../contract/care/classes/dose.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import { mayBook, whyNotBooked } from '../telling/mayBook.ts'
import { attendedCodes, offeredCodes } from './read.ts'
import { readWaiting } from './waiting.ts'

const placeFields = raw`
  member.id, member.version, member.class_id as "classId", member.pathway_id as "pathwayId", member.state, member.transport,
  wanted.name as "wantedLocation", place.waiting_since as "waitingSince", member.joined_date as "joinedDate", member.ended_date as "endedDate",
  member.ended_how as "endedHow", member.left_reason as "leftReason"`

/** The hours of an exercise plan as facts, for the row of `exercise` in the statement. */
export const doseOfPlan = raw<DoseFacts>`jsonb_build_object(
  'classMinutes', (
    select coalesce(sum(minutes), 0) from exercise_attendance as attended
    where attended.exercise_id = exercise.id and attended.is_active and attended.attendance_status in ${attendedCodes}),
  'homeMinutes', (select coalesce(sum(minutes), 0) from home_exercise where home_exercise.exercise_id = exercise.id),
  'fromDate', exercise.exercise_plan_date, 'untilDate', exercise.completed_date)`

/** Fields that identify the patient, and whether they have died, for a statement with `patient` and `name_prefix`. */
export const personFields = raw`
  patient.id as "patientId", patient.family_name as "familyName", patient.first_name as "firstName",
  name_prefix.name as "namePrefix", patient.nhs_number as "nhsNumber", patient.date_of_birth as "dateOfBirth",
  patient.deceased_date is not null
    or exists (select from said_dead where said_dead.patient_id = patient.id) as deceased`

/** Hidden for a withheld record: how the person is getting on. */
const ofCare = {
  offered: null,
  attended: null,
  missedInRow: null,
  dose: null,
  leftReason: null,
  wantedLocation: null,
}

export const readPeople = async (
  sql: Kysely<DB>,
  classId: number,
  reader: Reader,
): Promise<ClassPerson[]> => {
  const of = await sql.selectFrom('exercise_class').select('id').where('id', '=', classId).executeTakeFirst()
  if (of === undefined) throw notFound()
  const { rows } = await raw<Omit<ClassPerson, 'flags'>>`
    select ${placeFields}, ${personFields}, came.offered, came.attended, missed.in_row as "missedInRow",
      case when exercise.id is not null then ${doseOfPlan} end as dose
    from class_member as member
    join class_place as place on place.id = member.id
    join patient on patient.id = member.patient_id
    left join name_prefix on name_prefix.id = patient.name_prefix_id
    left join location as wanted on wanted.id = member.wanted_location_id
    left join exercise on exercise.id = member.exercise_id and exercise.is_active
    left join lateral (
      select count(*) filter (where mark.attendance_status in ${offeredCodes}) as offered,
        count(*) filter (where mark.attendance_status in ${attendedCodes}) as attended,
        max(session.session_date) filter (where mark.attendance_status in ${attendedCodes}) as last_attended
      from exercise_attendance as mark
      join class_session as session on session.id = mark.class_session_id and session.class_id = member.class_id
      where mark.exercise_id = exercise.id and mark.is_active) as came on exercise.id is not null
    left join lateral (
      select count(*) as in_row from exercise_attendance as mark
      join class_session as session on session.id = mark.class_session_id and session.class_id = member.class_id
      where mark.exercise_id = exercise.id and mark.is_active and mark.attendance_status in ${offeredCodes}
        and (came.last_attended is null or session.session_date > came.last_attended)) as missed on exercise.id is not null
    where member.class_id = ${classId}
    order by case when member.state = 'waiting' then coalesce(place.waiting_since, place.created_at::date) end,
      case when member.state = 'waiting' then member.id end, patient.family_name_key, patient.first_name_key, member.id`.execute(
    sql,
  )
  const [people, waiting] = await Promise.all([withFlags(sql, rows, reader), readWaiting(sql, classId)])
  const next = waiting.find(({ facts }) => whyNotBooked(facts) === null)
  return people.map((person) => ({
    ...person,
    ...(person.isWithheld === true ? ofCare : {}),
    ...(person.id === next?.id ? { isNext: true } : {}),
  }))
}

export const readOfPathway = async (
  sql: Kysely<DB>,
  pathwayId: number,
): Promise<PathwayClasses & { patientId: number }> => {
  const pathway = await sql
    .selectFrom('pathway')
    .select('patient_id')
    .where('pathway.id', '=', pathwayId)
    .where('pathway.is_active', '=', true)
    .executeTakeFirst()
  if (pathway === undefined) throw notFound()
  const { rows: places } = await raw<PathwayPlace>`
    select ${placeFields}, class.name as "className", class.first_date as "firstDate", class.start_time as "startTime",
      location.name as location, member.exercise_id as "exerciseId", place.left_note as "leftNote"
    from class_member as member
    join class_place as place on place.id = member.id
    join exercise_class as class on class.id = member.class_id
    join location on location.id = class.location_id
    left join location as wanted on wanted.id = member.wanted_location_id
    where member.pathway_id = ${pathwayId}
    order by member.id desc`.execute(sql)
  const { rows: plans } = await raw<PathwayClasses['plans'][number]>`
    select exercise.id as "exerciseId", exercise.exercise_plan_date as "exercisePlanDate", ${doseOfPlan} as dose,
      (select coalesce(jsonb_agg(jsonb_build_object('id', week.id, 'version', week.version, 'weekDate', week.week_date,
          'minutes', week.minutes) order by week.week_date desc), '[]'::jsonb)
        from home_exercise as week where week.exercise_id = exercise.id) as weeks
    from exercise where exercise.pathway_id = ${pathwayId} and exercise.is_active
    order by exercise.exercise_plan_date desc, exercise.id desc`.execute(sql)
  return {
    patientId: pathway.patient_id,
    mayEnrol: await mayBook(sql, pathwayId),
    places,
    plans,
  }
}
