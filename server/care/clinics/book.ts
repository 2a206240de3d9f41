import { sql as raw } from 'kysely'
import type { bookSlot, cancelBooking, moveBooking, Telling } from '../../../contract/care/clinics/slot.ts'
import type { AppointmentType } from '../../../contract/pathways/records/appointment.ts'
import { isCancelled, type AppointmentOutcome } from '../../../contract/pathways/records/appointment.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { instantAt, londonClock } from '../../../contract/platform/dates/wallTime.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import { selected } from '../../platform/writes/columns.ts'
import { lockRow, type SavedRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import { appointmentColumns, appointmentKind } from '../../pathways/records/appointment.ts'
import { bookedOver } from '../../pathways/records/bookings.ts'
import { saveRecord } from '../../pathways/records/store.ts'
import { lockPathway } from '../../stages/lock.ts'
import { assertMayBook } from '../telling/mayBook.ts'
import { closeTellings } from '../../pathways/tasks/closeTellings.ts'
import type { Tell } from '../telling/tell.ts'
import { heldFor } from './find.ts'
import { takesPlace } from './generate.ts'

const conflict = (message: string): HttpProblem => new HttpProblem(409, 'conflict', message)

type Slot = StoredRow<'clinic_slot'>

export interface Booking {
  recordDeath: RecordDeath
  tell: Tell
  now: number
}

/**
 * The slot with its lowest free place, locked, so that of many who book the last place one gets it. The unique index
 * appointment_slot_place proves it. Throws a conflict in plain words.
 * @param isMeant whether a place that is kept for somebody else, to whom it was offered, may be taken
 */
export const takePlace = async (
  writing: Writing,
  { slotId, pathwayId, isMeant }: { slotId: number; pathwayId: number; isMeant: boolean },
  now: number,
): Promise<Slot & { place: number }> => {
  const slot = await lockRow(writing, 'clinic_slot', slotId)
  const clock = londonClock(now)
  if (slot.slot_date < clock.day || (slot.slot_date === clock.day && slot.start_time <= clock.time))
    throw conflict('This slot has begun already. Choose a later one.')
  if (slot.is_withdrawn) throw conflict('The clinic no longer has this slot. Choose another one.')
  if (slot.booked >= slot.places)
    throw conflict('Somebody else has just been booked here. Choose another slot.')
  const { rows } = await raw<{ place: number; held: number }>`
    select place, ${heldFor(pathwayId, clock.day)} as held
    from clinic_slot as slot cross join generate_series(1, ${slot.places}::integer) as place
    where slot.id = ${slotId} and not exists (
      select from appointment where appointment.slot_id = slot.id and appointment.slot_place = place and ${takesPlace})
    order by place limit 1`.execute(writing.sql)
  const [free] = rows
  if (free === undefined) throw new Error('A slot that is not full has no free place')
  if (slot.booked + free.held >= slot.places && !isMeant)
    throw conflict(
      'This slot is kept for somebody to whom it was offered. Choose another one, or record first that they said no.',
    )
  return { ...slot, place: free.place }
}

/**
 * An ordinary appointment that also stores its place in a slot. Its hours are those of the clinic and nobody asks about
 * them; that the clinician, the patient or the room has something else by now is refused, unless it is meant.
 */
const kindIn = ({ id, place }: { id: number; place: number }, isMeant: boolean): typeof appointmentKind => ({
  ...appointmentKind,
  settle: async (writing, input, before) => {
    const settled = await appointmentKind.settle?.(writing, input, before)
    const over = isMeant ? [] : await bookedOver(writing, { ...input, id: 0, slotId: id })
    if (over.length > 0) throw conflict(`${over.join(' ')} Choose another slot.`)
    return { ...settled, slot_id: id, slot_place: place }
  },
  unusual: () => Promise.resolve([]),
})

const appointmentIn = (slot: Slot, pathwayId: number, note: string | null | undefined) => ({
  id: 0,
  pathwayId,
  // The table allows no other value.
  appointmentType: slot.appointment_type as AppointmentType,
  appointmentDate: slot.slot_date,
  startTime: slot.start_time,
  minutes: slot.minutes,
  locationId: slot.location_id,
  clinicianId: slot.clinician_id,
  note,
})

const noticeOf = (slot: Slot, appointmentId: number, pathwayId: number, what: 'booked' | 'moved') => ({
  ...{ appointmentId, pathwayId, what, about: 'the appointment' },
  // The table allows no other value.
  ...{ type: slot.appointment_type as AppointmentType, day: slot.slot_date, time: slot.start_time },
})

/** Books a place in a slot under the same rules as any saved appointment. */
export const book = async (
  writing: Writing,
  { slotId, pathwayId, note, tell, unusualConfirmed }: CheckedInputOf<typeof bookSlot>,
  { recordDeath, tell: tellBooking, now }: Booking,
): Promise<SavedRow & { told: Telling }> => {
  // Same lock order as every other change: the referral, then the slot.
  await lockPathway(writing, pathwayId)
  await assertMayBook(writing.sql, pathwayId)
  const isMeant = unusualConfirmed === true
  const slot = await takePlace(writing, { slotId, pathwayId, isMeant }, now)
  const saved = await saveRecord(
    writing,
    kindIn(slot, isMeant),
    appointmentIn(slot, pathwayId, note),
    recordDeath,
  )
  await closeTellings(
    writing,
    raw`task.slot_offer_id = (select id from slot_offer where slot_id = ${slotId} and pathway_id = ${pathwayId})`,
  )
  const told =
    tell === false ? 'nobody' : await tellBooking(writing, noticeOf(slot, saved.id, pathwayId, 'booked'))
  return { ...saved, told }
}

const lockSlots = ({ sql }: Writing, ids: readonly (number | null)[]) =>
  sql
    .selectFrom('clinic_slot')
    .select('id')
    .where(
      'id',
      'in',
      ids.filter((id) => id !== null),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

const readBooked = async ({ sql }: Writing, id: number) => {
  const found = await sql
    .selectFrom('appointment')
    .select(['appointment.id', 'appointment.version'])
    .select(selected('appointment', appointmentColumns))
    .select(['pathway_id as pathwayId', 'slot_id as slotId'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    // The table allows no other value.
    .$narrowType<{ appointmentType: AppointmentType; outcome: AppointmentOutcome | null }>()
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  if (found.outcome !== null && !isCancelled(found.outcome))
    throw conflict(
      'This appointment has taken place or was missed, so it can no longer be moved or cancelled.',
    )
  return found
}

type Booked = Awaited<ReturnType<typeof readBooked>>

const cancelRow = (
  writing: Writing,
  { note, slotId: _, ...booked }: Booked,
  version: number | undefined,
  reason: AppointmentOutcome,
  recordDeath: RecordDeath,
): Promise<SavedRow> =>
  saveRecord(
    writing,
    appointmentKind,
    { ...booked, version, outcome: reason, note: note ?? undefined, afterDeathConfirmed: true },
    recordDeath,
  )

const assertAhead = ({ appointmentDate, startTime }: Booked, now: number): void => {
  if (instantAt(appointmentDate, startTime) <= now)
    throw conflict('The time of this appointment has passed. Record its outcome instead.')
}

/** Cancels the appointment and books the new one in one step, so that nobody is left with neither. */
export const move = async (
  writing: Writing,
  {
    appointmentId,
    version,
    reason,
    slotId,
    note,
    tell,
    unusualConfirmed,
  }: CheckedInputOf<typeof moveBooking>,
  { recordDeath, tell: tellBooking, now }: Booking,
): Promise<SavedRow & { told: Telling }> => {
  const first = await readBooked(writing, appointmentId)
  await lockPathway(writing, first.pathwayId)
  const booked = await readBooked(writing, appointmentId)
  if (isCancelled(booked.outcome)) throw conflict('This appointment was cancelled already. Book a new one.')
  assertAhead(booked, now)
  await assertMayBook(writing.sql, booked.pathwayId)
  // Two people who change places never wait for each other: both slots are locked in order of their ids.
  await lockSlots(writing, [booked.slotId, slotId])
  await cancelRow(writing, booked, version, reason, recordDeath)
  const { pathwayId } = booked
  const isMeant = unusualConfirmed === true
  const slot = await takePlace(writing, { slotId, pathwayId, isMeant }, now)
  const saved = await saveRecord(
    writing,
    kindIn(slot, isMeant),
    appointmentIn(slot, pathwayId, note === undefined ? booked.note : note),
    recordDeath,
  )
  const told =
    tell === false ? 'nobody' : await tellBooking(writing, noticeOf(slot, saved.id, pathwayId, 'moved'))
  return { ...saved, told }
}

/** Cancelling again changes nothing, and tells nobody. */
export const cancel = async (
  writing: Writing,
  { id, version, reason, tell }: CheckedInputOf<typeof cancelBooking>,
  { recordDeath, tell: tellBooking, now }: Booking,
): Promise<SavedRow & { told: Telling }> => {
  const first = await readBooked(writing, id)
  await lockPathway(writing, first.pathwayId)
  const booked = await readBooked(writing, id)
  if (isCancelled(booked.outcome)) return { id, version: booked.version, told: 'nobody' }
  assertAhead(booked, now)
  const saved = await cancelRow(writing, booked, version, reason, recordDeath)
  const { pathwayId, appointmentType: type, appointmentDate: day, startTime: time } = booked
  const notice = {
    appointmentId: id,
    pathwayId,
    what: 'cancelled',
    about: 'the appointment',
    type,
    day,
    time,
  } as const
  return { ...saved, told: tell === false ? 'nobody' : await tellBooking(writing, notice) }
}
