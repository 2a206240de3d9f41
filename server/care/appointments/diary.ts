import { sql as raw, type Kysely } from 'kysely'
import type {
  Diary,
  DiaryAppointment,
  DiarySession,
  getDiary,
} from '../../../contract/care/appointments/diary.ts'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { personFields } from '../classes/people.ts'
import type { DB } from '../../platform/db/types.ts'
import { withFlagsAndTelephone } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import { confirmedAt } from '../../pathways/records/appointment.ts'
import { preferredTelephone } from '../../pathways/worklists/preferredTelephone.ts'

/** More than anybody has in a week. */
const most = 1000

const names = raw`jsonb_build_object('location', location.name, 'clinician', clinician.display_name) as names`

type Read = Omit<DiaryAppointment, 'flags' | 'doNotCall' | 'isWithheld'>

/** Reads a clinician's bookings, or the bookings at a location, for these days. */
export const readDiary = async (
  sql: Kysely<DB>,
  { from, days, clinicianId, locationId }: CheckedInputOf<typeof getDiary>,
  reader: Reader,
): Promise<Diary> => {
  const to = addDays(from, days - 1)
  const whose = (table: string) =>
    clinicianId === undefined
      ? raw`${raw.ref(`${table}.location_id`)} = ${locationId}`
      : raw`${raw.ref(`${table}.clinician_id`)} = ${clinicianId}`
  const { rows } = await raw<Read>`
    select appointment.id, appointment.version, appointment.pathway_id as "pathwayId",
      appointment.appointment_type as "appointmentType", appointment.appointment_date as "appointmentDate",
      appointment.start_time as "startTime", appointment.minutes, appointment.outcome, ${names},
      reminder.settled_at as "remindedAt", ${confirmedAt('appointment')} as "confirmedAt", ${personFields}, patient.postcode,
      case when appointment.appointment_type = 'visit' then nullif(concat_ws(', ', nullif(patient.address_line1, ''),
        nullif(patient.address_line2, ''), nullif(patient.address_line3, ''), nullif(patient.town, '')), '') end as address,
      ${preferredTelephone} as telephone,
      pathway.discharge_date is not null or pathway.cancel_referral_date is not null as "isClosed"
    from appointment
    join pathway on pathway.id = appointment.pathway_id and pathway.is_active
    join patient on patient.id = pathway.patient_id and patient.is_active
    left join name_prefix on name_prefix.id = patient.name_prefix_id
    join location on location.id = appointment.location_id
    join clinician on clinician.id = appointment.clinician_id
    left join appointment_reminder as reminder on reminder.appointment_id = appointment.id
      and reminder.appointment_date = appointment.appointment_date and reminder.start_time = appointment.start_time
      and reminder.state = 'sent'
    where appointment.is_active and ${whose('appointment')}
      and appointment.appointment_date between ${from} and ${to}
    order by appointment.appointment_date, appointment.start_time, appointment.id limit ${most}`.execute(sql)
  const { rows: sessions } = await raw<DiarySession>`
    select session.id, class.name as "className", session.session_date as "sessionDate",
      session.start_time as "startTime", session.minutes, ${names}
    from class_session as session
    join exercise_class as class on class.id = session.class_id
    join location on location.id = session.location_id
    join clinician on clinician.id = session.clinician_id
    where ${whose('session')} and session.session_date between ${from} and ${to}
    order by session.session_date, session.start_time, session.id limit ${most}`.execute(sql)
  return { appointments: await withFlagsAndTelephone(sql, rows, reader), sessions }
}
