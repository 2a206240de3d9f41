import { sql as raw, type Kysely } from 'kysely'
import {
  dayParts,
  offerHeldDays,
  slotsShown,
  type ClinicBooking,
  type findSlots,
  type FreeSlot,
  type SlotCandidate,
  type SlotCandidates,
} from '../../../contract/care/clinics/slot.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import type { FlagFacts } from '../../../contract/patients/flags/chips.ts'
import { flagFacts, withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import { personFields } from '../classes/people.ts'
import { isRoom } from '../../pathways/records/bookings.ts'
import { whyNotBooked } from '../telling/mayBook.ts'
import { takesPlace } from './generate.ts'

const minutesOf = (table: string) => raw`(
  split_part(${raw.ref(`${table}.start_time`)}, ':', 1)::integer * 60 + split_part(${raw.ref(`${table}.start_time`)}, ':', 2)::integer)`

/** Whether a row of another booking lies at the time of the slot, both by the clock of their day. */
const overlaps = (other: string) => raw`
  ${minutesOf(other)} < ${minutesOf('slot')} + slot.minutes
  and ${minutesOf(other)} + ${raw.ref(`${other}.minutes`)} > ${minutesOf('slot')}`

/** Whether a list of postcode districts as typed, such as 'BD1, BD2', has this one; an empty list serves everywhere. */
const serves = (district: ReturnType<typeof raw>) => raw`
  (clinic.districts is null or upper(${district}) = any(regexp_split_to_array(upper(clinic.districts), '[^A-Z0-9]+')))`

type Wanted = CheckedInputOf<typeof findSlots>
interface Now {
  day: string
  time: string
}

/**
 * The next free slots, earliest first, after this moment: not those at which the clinician, the room, or the patient of the
 * referral, has something else. The slots that fit what was asked are read by a short statement, some at a time, and
 * looked through by a long one that always has the same text, because planning it takes longer than running it.
 */
export const readFreeSlots = async (sql: Kysely<DB>, wanted: Wanted, now: Now): Promise<FreeSlot[]> => {
  const free: FreeSlot[] = []
  let after: Place | null = null
  for (let atOnce = firstLookedAt; ; atOnce *= 4) {
    const fitting = await readFitting(sql, wanted, now, { after, atOnce })
    const last = fitting.at(-1)
    if (last === undefined) return free
    free.push(...(await readFreeAmong(sql, fitting, wanted, now)))
    if (free.length >= slotsShown || fitting.length < atOnce) return free.slice(0, slotsShown)
    after = last
  }
}

/** So many slots are looked through first; most are free. */
const firstLookedAt = slotsShown + 10

interface Place {
  id: number
  day: string
  time: string
}

/** Slots with a free place that fit what was asked, whatever else there is at their times. */
const readFitting = async (
  sql: Kysely<DB>,
  { from, until, clinicId, appointmentType, clinicianId, locationId, part, district }: Wanted,
  now: Now,
  { after, atOnce }: { after: Place | null; atOnce: number },
): Promise<Place[]> => {
  const times = dayParts.find(({ code }) => code === part)
  const conditions = [
    raw`not slot.is_withdrawn and slot.booked < slot.places`,
    raw`slot.slot_date >= ${from > now.day ? from : now.day}`,
    raw`(slot.slot_date > ${now.day} or slot.start_time > ${now.time})`,
    ...(after === null
      ? []
      : [raw`(slot.slot_date, slot.start_time, slot.id) > (${after.day}, ${after.time}, ${after.id})`]),
    ...(until === undefined ? [] : [raw`slot.slot_date <= ${until}`]),
    ...(clinicId === undefined ? [] : [raw`slot.clinic_id = ${clinicId}`]),
    ...(appointmentType === undefined ? [] : [raw`slot.appointment_type = ${appointmentType}`]),
    ...(clinicianId === undefined ? [] : [raw`slot.clinician_id = ${clinicianId}`]),
    ...(locationId === undefined ? [] : [raw`slot.location_id = ${locationId}`]),
    ...(times === undefined
      ? []
      : [raw`slot.start_time >= ${times.from} and slot.start_time < ${times.until}`]),
    ...(district === undefined || district === ''
      ? []
      : [
          raw`exists (select from clinic where clinic.id = slot.clinic_id and ${serves(raw`${district}::text`)})`,
        ]),
  ]
  const { rows } = await raw<Place>`
    select slot.id, slot.slot_date as day, slot.start_time as time from clinic_slot as slot
    where ${raw.join(conditions, raw` and `)}
    order by slot.slot_date, slot.start_time, slot.id limit ${atOnce}`.execute(sql)
  return rows
}

const readFreeAmong = async (
  sql: Kysely<DB>,
  fitting: readonly Place[],
  { clinicId, pathwayId }: Wanted,
  { day }: Now,
): Promise<FreeSlot[]> => {
  // Without a person, the slots of a clinic are read for its own page, where an answer to an offer is recorded.
  const showsOffered = clinicId !== undefined && pathwayId === undefined
  const patient = raw`(select patient_id from pathway where id = ${pathwayId ?? null}::bigint)`
  const conditions = [
    raw`(${showsOffered}::boolean or slot.booked + ${heldFor(pathwayId, day)} < slot.places)`,
    raw`not exists (
      select from appointment where appointment.clinician_id = slot.clinician_id
        and appointment.appointment_date = slot.slot_date and appointment.slot_id is distinct from slot.id
        and ${takesPlace} and ${overlaps('appointment')} offset 0)`,
    raw`not exists (
      select from class_session as session where session.clinician_id = slot.clinician_id
        and session.session_date = slot.slot_date and ${overlaps('session')} offset 0)`,
    raw`(slot.appointment_type <> 'clinic' or not (${isRoom}) or not exists (
      select from appointment where appointment.location_id = slot.location_id and appointment.appointment_type = 'clinic'
        and appointment.appointment_date = slot.slot_date and appointment.slot_id is distinct from slot.id
        and ${takesPlace} and ${overlaps('appointment')} offset 0) and not exists (
      select from class_session as session where session.location_id = slot.location_id
        and session.session_date = slot.slot_date and ${overlaps('session')} offset 0))`,
    raw`not exists (
      select from appointment
      join pathway as of_patient on of_patient.id = appointment.pathway_id
      where of_patient.patient_id = ${patient}
        and appointment.appointment_date = slot.slot_date and ${takesPlace} and ${overlaps('appointment')} offset 0)`,
    raw`not exists (
      select from class_session as session
      join class_place as place on place.class_id = session.class_id and place.state = 'joined'
        and place.joined_date <= session.session_date
      join pathway as of_member on of_member.id = place.pathway_id and of_member.is_active
        and of_member.discharge_date is null and of_member.cancel_referral_date is null
      join exercise on exercise.id = place.exercise_id and exercise.is_active and exercise.completed_date is null
      where of_member.patient_id = ${patient}
        and session.session_date = slot.slot_date and ${overlaps('session')} offset 0)`,
  ]
  const { rows } = await raw<FreeSlot>`
    /* prepared: find free slots */
    ${freeSlots(day)}
    where slot.id = any((select ${fitting.map(({ id }) => id)}::bigint[])::bigint[]) and ${raw.join(conditions, raw` and `)}
    order by slot.slot_date, slot.start_time, slot.id`.execute(sql)
  return rows
}

const freeSlots = (day: string) => raw`
  select slot.id, clinic.id as "clinicId", clinic.name as clinic, slot.appointment_type as "appointmentType",
    slot.slot_date as "slotDate", slot.start_time as "startTime", slot.minutes, slot.places - slot.booked as free,
    history.appointments > slot.booked as "isFreed", ${heldFor(undefined, day)} > 0 as "isOffered",
    jsonb_build_object('clinician', clinician.display_name, 'location', location.name) as names
  from clinic_slot as slot
  join clinic on clinic.id = slot.clinic_id
  join clinician on clinician.id = slot.clinician_id
  join location on location.id = slot.location_id
  cross join lateral (
    select count(*) as appointments from appointment where appointment.slot_id = slot.id and appointment.is_active) as history`

/** Whether an offer keeps a place just now, for a row of `offer`. */
const isKept = (day: string) => raw`(
  offer.refused_date is null and offer.offered_date >= ${day}::date - ${offerHeldDays}::integer
    and (offer.kept_until is null or offer.kept_until > clock_timestamp()))`

/** How many places of the slot are kept for other people to whom they were offered, for the row of `slot`. */
export const heldFor = (pathwayId: number | undefined, day: string) => raw`(
  select count(*) from slot_offer as offer
  where offer.slot_id = slot.id and ${isKept(day)}
    and offer.pathway_id is distinct from ${pathwayId ?? null}::bigint
    and not exists (
      select from appointment where appointment.slot_id = slot.id and appointment.pathway_id = offer.pathway_id
        and ${takesPlace} offset 0))`

const mostCandidates = 5
/** Enough to find so many among who waits longest, if some have refused the service. */
const mostRead = 50

type Waiting = Omit<SlotCandidate, 'flags'> & {
  facts: FlagFacts
  /** Another free slot for the same list is kept for this person. */
  hasAnother: boolean
  /** This person had the slot and could not come. */
  gaveItUp: boolean
}

/**
 * Who waits longest on the list that a slot is for, and fits: the round serves their postcode district, nothing is booked
 * for them, and they have not died and refused neither the service nor this slot. Nobody if the clinic is for no list.
 */
export const readWaitingFor = async (sql: Kysely<DB>, slotId: number, day: string): Promise<Waiting[]> => {
  const { rows } = await raw<Waiting>`
    select listed.pathway_id as "pathwayId", ${personFields}, patient.postcode,
      ${day}::date - listed.since as "waitingDays",
      case when offer.id is not null then jsonb_build_object('id', offer.id, 'version', offer.version,
        'offeredDate', offer.offered_date) end as offer, ${flagFacts('patient')} as facts,
      exists (select from slot_offer as offer
        join pathway as of_offer on of_offer.id = offer.pathway_id
        join clinic_slot as other on other.id = offer.slot_id and other.id <> slot.id
          and not other.is_withdrawn and other.booked < other.places and other.slot_date >= ${day}
        join clinic as of_other on of_other.id = other.clinic_id and of_other.for_stage = clinic.for_stage
        where of_offer.patient_id = patient.id and ${isKept(day)} offset 0) as "hasAnother",
      exists (select from appointment
        join pathway as of_appointment on of_appointment.id = appointment.pathway_id
        where appointment.slot_id = slot.id and of_appointment.patient_id = patient.id and appointment.is_active
          and appointment.outcome = 'cancelledByPatient' offset 0) as "gaveItUp"
    from clinic_slot as slot
    join clinic on clinic.id = slot.clinic_id
    join work_list as listed on listed.stage = clinic.for_stage and not listed.deceased
    join patient on patient.id = listed.patient_id
    left join name_prefix on name_prefix.id = patient.name_prefix_id
    left join slot_offer as offer on offer.slot_id = slot.id and offer.pathway_id = listed.pathway_id
    where slot.id = ${slotId} and ${serves(raw`split_part(patient.postcode, ' ', 1)`)} and offer.refused_date is null
      and not exists (
        select from appointment where appointment.pathway_id = listed.pathway_id
          and appointment.appointment_date >= ${day} and appointment.outcome is null and appointment.is_active offset 0)
    order by offer.id is null, listed.since nulls last, listed.pathway_id limit ${mostRead}`.execute(sql)
  return rows.filter(({ facts }) => whyNotBooked(facts) === null)
}

/** The first of those who wait for a slot. */
export const readCandidates = async (
  sql: Kysely<DB>,
  slotId: number,
  day: string,
  reader: Reader,
): Promise<SlotCandidates> => {
  const slot = (await raw<FreeSlot>`${freeSlots(day)} where slot.id = ${slotId}`.execute(sql)).rows[0]
  if (slot === undefined) throw notFound()
  const fits = (await readWaitingFor(sql, slotId, day)).slice(0, mostCandidates)
  return {
    slot,
    candidates: await withFlags(
      sql,
      fits.map(({ facts: _, hasAnother: _2, gaveItUp: _3, ...person }) => person),
      reader,
    ),
  }
}

/** More than anybody books in half a year of one clinic. */
const mostBookings = 2000

export const readBookings = async (
  sql: Kysely<DB>,
  clinicId: number,
  day: string,
  reader: Reader,
): Promise<ClinicBooking[]> => {
  const found = await sql.selectFrom('clinic').select('id').where('id', '=', clinicId).executeTakeFirst()
  if (found === undefined) throw notFound()
  const { rows } = await raw<Omit<ClinicBooking, 'flags'>>`
    select appointment.id, appointment.version, appointment.appointment_date as "appointmentDate",
      appointment.start_time as "startTime", appointment.minutes, slot.is_withdrawn as "isToMove",
      appointment.pathway_id as "pathwayId", ${personFields}, patient.postcode
    from clinic_slot as slot
    join appointment on appointment.slot_id = slot.id and ${takesPlace}
    join pathway on pathway.id = appointment.pathway_id and pathway.is_active
    join patient on patient.id = pathway.patient_id and patient.is_active
    left join name_prefix on name_prefix.id = patient.name_prefix_id
    where slot.clinic_id = ${clinicId} and slot.slot_date >= ${day} and appointment.outcome is null
    order by not slot.is_withdrawn, appointment.appointment_date, appointment.start_time, appointment.id
    limit ${mostBookings}`.execute(sql)
  return withFlags(sql, rows, reader)
}
