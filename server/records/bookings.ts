import { sql as raw, type RawBuilder } from 'kysely'
import { formatDate } from '../../contract/format.ts'
import { cancelledOutcomes } from '../../contract/records/appointment.ts'
import { endOf } from '../../contract/wallTime.ts'
import type { Writing } from '../writes/write.ts'

/** Whom and what bookings need: nobody is in two places at once, and a room is taken. */
interface Needed {
  clinicianId: number
  /** Null where no room is taken, as for a visit or a call. */
  roomId: number | null
  /** Of an appointment, whose patient is needed too. */
  pathwayId?: number
}

/**
 * Places in which two bookings do not disturb each other: homes of patients and carers, the open air, another place, and those that are
 * no place.
 */
const isRoom = raw`coalesce(location.national_code, '') !~ '^(A|N01|X01)' and lower(location.name) not in ('telephone', 'video')`

/**
 * Lets one booking at a time of a clinician, place or patient past this point, until its transaction ends: whoever books one of them
 * meanwhile waits, and is then asked about this booking. All are taken at once and in one order, so that two cannot wait for each other.
 */
export const takeBookingsInTurn = async ({ sql }: Writing, needed: Needed): Promise<void> => {
  const { clinicianId, roomId, pathwayId = null } = needed
  await raw`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtext(${'surefoot appointments of '} || what) as key from (
        select ${`clinician ${clinicianId}`}
        union all select 'place ' || location.id from location where location.id = ${roomId}::bigint and ${isRoom}
        union all select 'patient ' || patient_id from pathway where id = ${pathwayId}::bigint) as used (what)
      order by key) as keys`.execute(sql)
}

interface Other {
  day: string
  time: string
  minutes: number
  isClinician: boolean
  isPatient: boolean
  isPlace: boolean
  /** Of all that are found, of which the first few are here. */
  total: number
}

/**
 * What else the clinician, the patient or the room has at the times of these bookings: appointments that were not cancelled, and
 * sessions of classes. Instants are compared, so that the hour which an autumn Sunday has twice is right too. Whom it is with is not
 * said.
 * @param slots rows of day, start_time, minutes, clinician_id, location_id, pathway_id, and whether the place is needed (needs_place)
 * @param own the booking itself, which is no other
 */
const othersThen = async (
  { sql }: Writing,
  slots: RawBuilder<unknown>,
  own: { appointmentId?: number; classId?: number },
): Promise<Other[]> => {
  const begins = (of: string, day: string) =>
    raw`(${raw.ref(`${of}.${day}`)} + ${raw.ref(`${of}.start_time`)}::time) at time zone 'Europe/London'`
  const overlaps = (day: string) =>
    raw`other.${raw.ref(day)} between slot.day - 1 and slot.day + 1
      and ${begins('other', day)} < slot.begins + make_interval(mins => slot.minutes)
      and ${begins('other', day)} + make_interval(mins => other.minutes) > slot.begins`
  const { rows } = await raw<Other>`
    with slot as materialized (
      select slot.*, ${begins('slot', 'day')} as begins, patient.patient_id,
        case when slot.needs_place and ${isRoom} then slot.location_id end as room_id
      from (${slots}) as slot
      join location on location.id = slot.location_id
      left join pathway as patient on patient.id = slot.pathway_id),
    found as (
      select other.appointment_date as day, other.start_time as time, other.minutes, other.clinician_id = slot.clinician_id as "isClinician",
        coalesce(pathway.patient_id = slot.patient_id, false) as "isPatient",
        coalesce(other.location_id = slot.room_id and other.appointment_type = 'clinic', false) as "isPlace"
      from slot
      join appointment as other on ${overlaps('appointment_date')}
      join pathway on pathway.id = other.pathway_id and pathway.is_active
      where other.is_active and other.id <> ${own.appointmentId ?? 0} and coalesce(other.outcome, '') <> all(${[...cancelledOutcomes]}::text[])
      union all
      select other.session_date, other.start_time, other.minutes, other.clinician_id = slot.clinician_id,
        slot.patient_id is not null and exists (
          select from class_member as member
          where member.class_id = other.class_id and member.patient_id = slot.patient_id and member.joined_date <= other.session_date
            and (member.ended_how is null or member.ended_date >= other.session_date)),
        coalesce(other.location_id = slot.room_id, false)
      from slot
      join class_session as other on ${overlaps('session_date')}
      where other.class_id <> ${own.classId ?? 0})
    select *, count(*) over ()::integer as total from found
    where "isClinician" or "isPatient" or "isPlace"
    order by day, time limit 3`.execute(sql)
  return rows
}

/** A sentence for each thing that is booked already, and one for how many more there are. */
const sentencesOf = (others: readonly Other[], clinician: string): string[] => {
  const more = (others[0]?.total ?? 0) - others.length
  return [
    ...others.map(({ day, time, minutes, isClinician, isPatient, isPlace }) => {
      const busy = [
        ...(isClinician ? [clinician] : []),
        ...(isPatient ? ['the patient'] : []),
        ...(isPlace ? ['the place'] : []),
      ]
      const who = new Intl.ListFormat('en-GB').format(busy)
      const has = busy.length === 1 ? 'has' : 'have'
      return `${who.charAt(0).toUpperCase()}${who.slice(1)} ${has} something else on ${formatDate(day)} from ${time} to ${endOf(day, time, minutes)}.`
    }),
    ...(more > 0 ? [`It is the same at ${more} more ${more === 1 ? 'time' : 'times'}.`] : []),
  ]
}

interface Appointment {
  id: number
  clinicianId: number
  locationId: number
  pathwayId: number
  appointmentType: string
  appointmentDate: string
  startTime: string
  minutes: number
}

/** What these sessions of a class, as they are stored by now, are booked over. */
export const sessionsBookedOver = async (
  writing: Writing,
  classId: number,
  sessionIds: readonly number[],
): Promise<string[]> => {
  if (sessionIds.length === 0) return []
  const slots = raw`
    select session_date as day, start_time, minutes, clinician_id, location_id, null::bigint as pathway_id, true as needs_place
    from class_session where id = any(${[...sessionIds]}::bigint[])`
  return sentencesOf(await othersThen(writing, slots, { classId }), 'the instructor')
}

/** What an appointment would be booked over. Only a clinic needs its place: a visit is at somebody's home, a call anywhere. */
export const bookedOver = async (writing: Writing, input: Appointment): Promise<string[]> => {
  const slot = raw`
    select ${input.appointmentDate}::date as day, ${input.startTime}::text as start_time, ${input.minutes}::integer as minutes,
      ${input.clinicianId}::bigint as clinician_id, ${input.locationId}::bigint as location_id, ${input.pathwayId}::bigint as pathway_id,
      ${input.appointmentType === 'clinic'}::boolean as needs_place`
  return sentencesOf(await othersThen(writing, slot, { appointmentId: input.id }), 'the clinician')
}
