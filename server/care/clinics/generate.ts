import { sql as raw, type Kysely } from 'kysely'
import { slotWeeks } from '../../../contract/care/clinics/clinic.ts'
import { clinicDays, slotTimes } from '../../../contract/care/clinics/slotTimes.ts'
import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Writing } from '../../platform/writes/write.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'

/** Appointments that take their place in a slot. */
export const takesPlace = raw<boolean>`
  appointment.is_active and (appointment.outcome is null or appointment.outcome not in ('cancelledByPatient', 'cancelledByService'))`

export const readExceptions = (sql: Kysely<DB>, clinicId: number) =>
  sql
    .selectFrom('clinic_exception')
    .select(['day', 'is_held as isHeld'])
    .where('clinic_id', '=', clinicId)
    .orderBy('day')
    .execute()

/**
 * Locks the slots of a clinic from this day on, as everybody does who books one of them, before any lock on a clinician
 * or room.
 */
export const lockSlotsOf = (sql: Kysely<DB>, clinicId: number, day: CalendarDate) =>
  sql
    .selectFrom('clinic_slot')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('slot_date', '>=', day)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Gives a clinic its slots from this day on, half a year ahead. A slot that the clinic no longer has is taken away if
 * nobody ever had it; otherwise it stays as it was offered, and is withdrawn, so that nobody else is booked, until the
 * clinic has that time again. The caller has locked the clinic and its slots.
 */
export const settleSlots = async (
  sql: Kysely<DB>,
  clinic: StoredRow<'clinic'>,
  day: CalendarDate,
  bankHolidayOn: Writing['bankHolidayOn'],
): Promise<void> => {
  const exceptions = await readExceptions(sql, clinic.id)
  const among = (isHeld: boolean) =>
    new Set(exceptions.filter((each) => each.isHeld === isHeld).map((each) => each.day))
  const days = clinicDays(
    { firstDate: clinic.first_date, lastDate: clinic.last_date, everyWeeks: clinic.every_weeks },
    { off: among(false), held: among(true) },
    (each) => bankHolidayOn(each) !== null,
    day,
    addDays(day, 7 * slotWeeks),
  )
  const times = slotTimes({
    startTime: clinic.start_time,
    slots: clinic.slots,
    minutes: clinic.minutes,
    travelMinutes: clinic.travel_minutes,
  })
  const isSame = raw`slot.minutes = ${clinic.minutes} and slot.clinician_id = ${clinic.clinician_id}
    and slot.location_id = ${clinic.location_id} and slot.appointment_type = ${clinic.appointment_type}`
  await raw`
    update clinic_slot set is_withdrawn = false
    where id in (
      select distinct on (slot.slot_date, slot.start_time) slot.id
      from clinic_slot as slot
      where slot.clinic_id = ${clinic.id} and slot.slot_date >= ${day} and slot.is_withdrawn and ${isSame}
        and slot.slot_date = any(${days}::date[]) and slot.start_time = any(${times}::text[])
        and not exists (
          select from clinic_slot as present
          where present.clinic_id = slot.clinic_id and present.slot_date = slot.slot_date
            and present.start_time = slot.start_time and not present.is_withdrawn offset 0)
      order by slot.slot_date, slot.start_time, slot.booked desc, slot.id)`.execute(sql)
  await raw`
    with wanted as (
      select day as slot_date, time as start_time
      from unnest(${days}::date[]) as day cross join unnest(${times}::text[]) as time),
    old as (
      select slot.id,
        exists (select from appointment where appointment.slot_id = slot.id)
          or exists (select from slot_offer where slot_offer.slot_id = slot.id) as was_used,
        wanted.slot_date is not null and ${isSame} as stays
      from clinic_slot as slot
      left join wanted on wanted.slot_date = slot.slot_date and wanted.start_time = slot.start_time
      where slot.clinic_id = ${clinic.id} and slot.slot_date >= ${day} and not slot.is_withdrawn),
    -- A slot that was ever booked or offered is kept: the appointment or the offer says where it was.
    gone as (delete from clinic_slot where id in (select id from old where not stays and not was_used)),
    withdrawn as (update clinic_slot set is_withdrawn = true where id in (select id from old where not stays and was_used))
    -- Never fewer places than are taken.
    update clinic_slot set places = greatest(${clinic.places}::integer, clinic_slot.booked)
    from old
    where old.id = clinic_slot.id and old.stays
      and clinic_slot.places <> greatest(${clinic.places}::integer, clinic_slot.booked)`.execute(sql)
  await raw`
    insert into clinic_slot (clinic_id, slot_date, start_time, minutes, places, appointment_type, clinician_id, location_id)
    select ${clinic.id}::bigint, day, time, ${clinic.minutes}::integer, ${clinic.places}::integer,
      ${clinic.appointment_type}::text, ${clinic.clinician_id}::bigint, ${clinic.location_id}::bigint
    from unnest(${days}::date[]) as day cross join unnest(${times}::text[]) as time
    on conflict (clinic_id, slot_date, start_time) where not is_withdrawn do nothing`.execute(sql)
}

/**
 * Each clinic in a transaction of its own, so that nobody who books waits for all of them, and that one that fails keeps
 * no other from its slots. Throws at the end what failed.
 */
export const extendSlots = async (
  sql: Kysely<DB>,
  day: CalendarDate,
  bankHolidayOn: Writing['bankHolidayOn'],
): Promise<void> => {
  const clinics = await sql
    .selectFrom('clinic')
    .select('id')
    .where((clinic) => clinic.or([clinic('last_date', 'is', null), clinic('last_date', '>=', day)]))
    .orderBy('id')
    .execute()
  const failures: unknown[] = []
  for (const { id } of clinics)
    await transact(sql, async (within) => {
      const clinic = await within
        .selectFrom('clinic')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await lockSlotsOf(within, id, day)
      await settleSlots(within, clinic, day, bankHolidayOn)
    }).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Not every clinic could be given its slots')
}
