import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { ClassRow, ClassView } from '../../../contract/care/classes/class.ts'
import { attendanceStatuses } from '../../../contract/pathways/records/exerciseAttendance.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { offeredPlace } from './places.ts'

const list = (codes: readonly string[]) => raw`(${raw.join(codes.map((code) => raw.lit(code)))})`
/** Codes of sessions that the person attended. */
export const attendedCodes = list(attendanceStatuses.flatMap(({ code, attended }) => (attended ? code : [])))
export const offeredCodes = list(attendanceStatuses.flatMap(({ code, offered }) => (offered ? code : [])))

const rows = (which: RawBuilder<unknown>) => raw<ClassRow>`
  select class.id, class.version, class.name, class.exercise_type_id as "exerciseTypeId", class.location_id as "locationId",
    class.first_date as "firstDate", class.start_time as "startTime", class.minutes, class.weeks,
    class.clinician_id as "clinicianId", class.qualification, class.qualification_expires as "qualificationExpires",
    class.capacity, last.day as "lastDate", counted.taken, counted.waiting, counted.ended,
    jsonb_build_object('exerciseType', exercise_type.name, 'location', location.name,
      'clinician', clinician.display_name) as names
  from exercise_class as class
  join exercise_type on exercise_type.id = class.exercise_type_id
  join location on location.id = class.location_id
  join clinician on clinician.id = class.clinician_id
  cross join lateral (select max(session_date) as day from class_session where class_session.class_id = class.id) as last
  cross join lateral (
    select count(distinct member.patient_id) filter (where member.ended_how is null and member.state = 'joined')
        + count(distinct ${offeredPlace}) filter (where member.ended_how is null) as taken,
      count(distinct member.patient_id) filter (where member.ended_how is null and member.state = 'waiting') as waiting,
      count(distinct member.patient_id) filter (where member.ended_how is not null and member.joined_date is not null) as ended
    from class_member as member join class_place as place on place.id = member.id
    where member.class_id = class.id) as counted
  where ${which}
  order by last.day desc nulls last, class.id desc`

export const readClasses = async (sql: Kysely<DB>): Promise<ClassRow[]> =>
  (await rows(raw`true`).execute(sql)).rows

export const readClass = async (sql: Kysely<DB>, id: number): Promise<ClassView> => {
  const found = (await rows(raw`class.id = ${id}`).execute(sql)).rows[0]
  if (found === undefined) throw notFound()
  const { rows: sessions } = await raw<ClassView['sessions'][number]>`
    select session.id, session.version, session.session_date as "sessionDate", session.start_time as "startTime",
      session.minutes, clinician.display_name as clinician, marks.marked, marks.attended
    from class_session as session
    join clinician on clinician.id = session.clinician_id
    cross join lateral (
      select count(distinct member.patient_id) as marked,
        count(distinct member.patient_id) filter (where mark.attendance_status in ${attendedCodes}) as attended
      from exercise_attendance as mark
      join class_member as member on member.exercise_id = mark.exercise_id and member.class_id = session.class_id
      where mark.class_session_id = session.id and mark.is_active) as marks
    where session.class_id = ${id}
    order by session.session_date`.execute(sql)
  return { ...found, daysOff: await readDaysOff(sql, id), sessions }
}

export const readDaysOff = async (sql: Kysely<DB>, classId: number): Promise<string[]> => {
  const rows = await sql
    .selectFrom('class_day_off')
    .select('day_off')
    .where('class_id', '=', classId)
    .orderBy('day_off')
    .execute()
  return rows.map(({ day_off: day }) => day)
}
