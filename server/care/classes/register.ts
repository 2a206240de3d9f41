import { sql as raw, type Kysely } from 'kysely'
import type { Register, RegisterPerson } from '../../../contract/care/classes/register.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import { personFields } from './people.ts'
import { attendedCodes } from './read.ts'

/**
 * The attendance to show for a person in a register, for the rows of `session` and the plan in a statement: the one
 * marked in this session, otherwise one recorded separately for the same day.
 */
export const markOf = (exerciseId: string) => raw`
  select attendance.id, attendance.version, attendance.attendance_status, attendance.minutes
  from exercise_attendance as attendance
  where attendance.exercise_id = ${raw.ref(exerciseId)} and attendance.is_active
    and (attendance.class_session_id = session.id
      or (attendance.class_session_id is null and attendance.attendance_date = session.session_date))
  order by attendance.class_session_id is null, attendance.id desc limit 1`

type ReadPerson = Omit<RegisterPerson, 'flags'>

export const readRegister = async (sql: Kysely<DB>, sessionId: number, reader: Reader): Promise<Register> => {
  const { rows: sessions } = await raw<Omit<Register, 'people'>>`
    select session.id, session.version, session.class_id as "classId", class.name as "className",
      session.session_date as "sessionDate", session.start_time as "startTime", session.minutes,
      session.clinician_id as "clinicianId", clinician.display_name as clinician, location.name as location,
      session.parts_done as "partsDone", (
        select earlier.parts_done from class_session as earlier
        where earlier.class_id = session.class_id and earlier.session_date < session.session_date and earlier.parts_done is not null
        order by earlier.session_date desc limit 1) as "partsBefore"
    from class_session as session
    join exercise_class as class on class.id = session.class_id
    join clinician on clinician.id = session.clinician_id
    join location on location.id = session.location_id
    where session.id = ${sessionId}`.execute(sql)
  const session = sessions[0]
  if (session === undefined) throw notFound()
  // A person who left and came back has two places, and so does a person whose two records were merged. The register
  // shows one line for each person: the place under which they attended, otherwise the later place.
  const { rows } = await raw<ReadPerson>`
    select "placeId", "pathwayId", transport, mark, coalesce(exception.left_out, '{}') as "leftOut", "saidAbsent", refusal, "patientId", "familyName", "firstName", "namePrefix", "nhsNumber",
      "dateOfBirth", deceased
    from (
      select distinct on (member.patient_id) member.id as "placeId", member.pathway_id as "pathwayId", member.transport,
        ${personFields}, patient.family_name_key, patient.first_name_key,
        case when mark.id is not null then jsonb_build_object('id', mark.id, 'version', mark.version,
          'attendanceStatus', mark.attendance_status, 'minutes', mark.minutes) end as mark,
        case member.ended_how
          when 'closed' then 'The referral is closed.'
          when 'planDeleted' then 'The exercise plan was deleted.' end as refusal,
        exists (select from person_answer as answer
          where answer.pathway_id = member.pathway_id and answer.kind = 'missesSession'
            and answer.settled_how is distinct from 'takenBack'
            and answer.told->>'sessionId' = session.id::text) as "saidAbsent"
      from class_session as session
      join class_member as member on member.class_id = session.class_id and member.joined_date is not null
      join patient on patient.id = member.patient_id
      left join name_prefix on name_prefix.id = patient.name_prefix_id
      left join lateral (${markOf('member.exercise_id')}) as mark on member.ended_how is distinct from 'planDeleted'
      where session.id = ${sessionId}
        and (mark.id is not null
          or (member.joined_date <= session.session_date
            and (member.ended_how is null or member.ended_date >= session.session_date)))
      order by member.patient_id, mark.attendance_status in ${attendedCodes} desc nulls last, mark.id is null,
        member.ended_how is null desc, member.id desc
    ) as expected
    left join session_exception as exception on exception.session_id = ${sessionId} and exception.place_id = expected."placeId"
    order by family_name_key, first_name_key, "placeId"`.execute(sql)
  const people = await withFlags(sql, rows, reader)
  return {
    ...session,
    people: people.map((person) =>
      person.isWithheld === true
        ? { ...person, mark: null, transport: null, leftOut: [], saidAbsent: false }
        : person,
    ),
  }
}
