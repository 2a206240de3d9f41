import { sql as raw, type RawBuilder } from 'kysely'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { cancelledOutcomes } from '../../../contract/pathways/records/appointment.ts'
import { endOf } from '../../../contract/platform/dates/wallTime.ts'
import type { Writing } from '../../platform/writes/write.ts'

/** What a booking needs: nobody can be in two places at once, and a room fits one booking at a time. */
interface Needed {
  clinicianId?: number
  /** Null if no room is used, as for a visit or a call. */
  roomId?: number | null
  /** The patient of this pathway is needed too. */
  pathwayId?: number
}

/**
 * Excludes places where two bookings do not disturb each other: homes of patients and carers, the open air, other
 * places, and telephone and video.
 */
export const isRoom = raw`coalesce(location.national_code, '') !~ '^(A|N01|X01)' and lower(location.name) not in ('telephone', 'video')`

/**
 * Lets one booking at a time of a clinician, room or patient pass, until its transaction ends. A second booking waits,
 * and its user is then asked about the first. All locks are taken in one statement and a fixed order, so that two
 * bookings cannot deadlock.
 */
export const takeBookingsInTurn = async ({ sql }: Writing, needed: Needed): Promise<void> => {
  const { clinicianId = null, roomId = null, pathwayId = null } = needed
  await raw`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtext(${'surefoot appointments of '} || what) as key from (
        select 'clinician ' || ${clinicianId}::bigint where ${clinicianId}::bigint is not null
        union all select 'place ' || location.id from location where location.id = ${roomId}::bigint and ${isRoom}
        union all select 'patient ' || patient_id from pathway where id = ${pathwayId}::bigint) as used (what)
      order by key) as keys`.execute(sql)
}

/** In the order in which messages name them. */
const busyKinds = ['clinician', 'patient', 'place'] as const
type Busy = (typeof busyKinds)[number]

interface Other {
  day: string
  time: string
  minutes: number
  busy: Busy[]
  /** How many were found in total; only the first few are returned. */
  total: number
}

/**
 * Finds what else the clinician, the patient or the room has at the times of these bookings: appointments that were not
 * cancelled, and sessions of classes. Compares instants, so that the repeated hour of an autumn Sunday is right too.
 * The result does not say whose bookings they are. Each kind of overlap has its own query, so that each can use an
 * index.
 * @param slots rows of day, start_time, minutes, clinician_id, room_id and patient_id; null if one of these does not
 * matter
 * @param own the booking itself, which does not count; nor do others in its slot of a clinic, which is meant for all of
 * them, unless they are of the same patient
 */
const othersThen = async (
  { sql }: Writing,
  slots: RawBuilder<unknown>,
  own: { appointmentId?: number; slotId?: number | null | undefined; classId?: number },
): Promise<Other[]> => {
  const begins = (of: string, day: string) =>
    raw`(${raw.ref(`${of}.${day}`)} + ${raw.ref(`${of}.start_time`)}::time) at time zone 'Europe/London'`
  const overlaps = (day: string) =>
    raw`other.${raw.ref(day)} between slot.day - 1 and slot.day + 1
      and ${begins('other', day)} < slot.begins + make_interval(mins => slot.minutes)
      and ${begins('other', day)} + make_interval(mins => other.minutes) > slot.begins`
  const inOtherSlot = raw`coalesce(other.slot_id, 0) <> ${own.slotId ?? -1}`
  const appointments = (who: Busy, isSame: RawBuilder<unknown>) => raw`
    select 'appointment', other.id, other.appointment_date, other.start_time, other.minutes, ${raw.lit(who)}
    from slot
    join appointment as other on ${isSame} and ${overlaps('appointment_date')}
    join pathway on pathway.id = other.pathway_id and pathway.is_active
    where other.is_active and other.id <> ${own.appointmentId ?? 0} and coalesce(other.outcome, '') <> all(${[...cancelledOutcomes]}::text[])`
  const sessions = (who: Busy, isSame: RawBuilder<unknown>) => raw`
    select 'session', other.id, other.session_date, other.start_time, other.minutes, ${raw.lit(who)}
    from slot
    join class_session as other on ${isSame} and ${overlaps('session_date')}
    where other.class_id <> ${own.classId ?? 0}`
  const others = [
    appointments('clinician', raw`other.clinician_id = slot.clinician_id and ${inOtherSlot}`),
    appointments(
      'place',
      raw`other.location_id = slot.room_id and other.appointment_type = 'clinic' and ${inOtherSlot}`,
    ),
    appointments(
      'patient',
      raw`other.pathway_id in (select of_patient.id from pathway as of_patient where of_patient.patient_id = slot.patient_id)`,
    ),
    sessions('clinician', raw`other.clinician_id = slot.clinician_id`),
    sessions('place', raw`other.location_id = slot.room_id`),
    sessions(
      'patient',
      raw`exists (
        select from class_member as member
        where member.class_id = other.class_id and member.patient_id = slot.patient_id and member.joined_date <= other.session_date
          and (member.ended_how is null or member.ended_date >= other.session_date))`,
    ),
  ]
  const { rows } = await raw<Other>`
    with slot as materialized (select slot.*, ${begins('slot', 'day')} as begins from (${slots}) as slot),
    found (kind, id, day, time, minutes, who) as (${raw.join(others, raw` union all `)})
    select day, time, minutes, array_agg(distinct who) as busy, count(*) over ()::integer as total
    from found group by kind, id, day, time, minutes
    order by day, time, kind, id limit 3`.execute(sql)
  return rows
}

/** A sentence for each overlapping booking, and one for how many more there are. */
const sentencesOf = (others: readonly Other[], words: Readonly<Record<Busy, string>>): string[] => {
  const more = (others[0]?.total ?? 0) - others.length
  return [
    ...others.map(({ day, time, minutes, busy }) => {
      const who = new Intl.ListFormat('en-GB').format(
        busyKinds.filter((kind) => busy.includes(kind)).map((kind) => words[kind]),
      )
      const has = busy.length === 1 ? 'has' : 'have'
      return `${who.charAt(0).toUpperCase()}${who.slice(1)} ${has} something else on ${formatDate(day)} from ${time} to ${endOf(day, time, minutes)}.`
    }),
    ...(more > 0 ? [`It is the same at ${more} more ${more === 1 ? 'time' : 'times'}.`] : []),
  ]
}
const inWords = { clinician: 'the clinician', patient: 'the patient', place: 'the place' }

interface Appointment {
  id: number
  clinicianId: number
  locationId: number
  pathwayId: number
  appointmentType: string
  appointmentDate: string
  startTime: string
  minutes: number
  /** The slot of a clinic that it takes a place of. */
  slotId?: number | null
}

/**
 * What these sessions of a class, as they are now stored, overlap with.
 * @param moved the sessions with a new time; the people in the class are checked for these only
 */
export const sessionsBookedOver = async (
  writing: Writing,
  classId: number,
  sessionIds: readonly number[],
  moved: readonly number[],
): Promise<string[]> => {
  if (sessionIds.length === 0) return []
  const slots = raw`
    select session_date as day, start_time, minutes, clinician_id, case when ${isRoom} then location_id end as room_id,
      null::bigint as patient_id
    from class_session join location on location.id = location_id where class_session.id = any(${[...sessionIds]}::bigint[])
    union all
    select session_date, start_time, minutes, null, null, member.patient_id
    from class_session as session
    join class_member as member on member.class_id = session.class_id and member.joined_date <= session.session_date
      and (member.ended_how is null or member.ended_date >= session.session_date)
    where session.id = any(${[...moved]}::bigint[])`
  const words = { ...inWords, clinician: 'the instructor', patient: 'somebody in the class' }
  return sentencesOf(await othersThen(writing, slots, { classId }), words)
}

/** What the sessions of a class from this day on overlap with, for a patient who joins the class. */
export const placeBookedOver = async (
  writing: Writing,
  place: { classId: number; patientId: number; from: string },
): Promise<string[]> => {
  const slots = raw`
    select session_date as day, start_time, minutes, null::bigint as clinician_id, null::bigint as room_id,
      ${place.patientId}::bigint as patient_id
    from class_session where class_id = ${place.classId} and session_date >= ${place.from}::date`
  return sentencesOf(await othersThen(writing, slots, place), inWords)
}

/**
 * What an appointment would overlap with. Only a clinic needs its place: a visit is at somebody's home, a call
 * anywhere.
 */
export const bookedOver = async (writing: Writing, input: Appointment): Promise<string[]> => {
  const slot = raw`
    select ${input.appointmentDate}::date as day, ${input.startTime}::text as start_time, ${input.minutes}::integer as minutes,
      ${input.clinicianId}::bigint as clinician_id,
      (select id from location where id = ${input.locationId}::bigint and ${isRoom} and ${input.appointmentType === 'clinic'}) as room_id,
      (select patient_id from pathway where id = ${input.pathwayId}::bigint) as patient_id`
  return sentencesOf(
    await othersThen(writing, slot, { appointmentId: input.id, slotId: input.slotId }),
    inWords,
  )
}
