import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { ClinicRow, ClinicView, saveClinic } from '../../../contract/care/clinics/clinic.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { unusualQuestion } from '../../../contract/platform/fields/unusual.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound, ValidationProblem } from '../../platform/errors.ts'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { addRow, changeRow, lockRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { takeBookingsInTurn } from '../../pathways/records/bookings.ts'
import { clinicColumns, clinicTable } from './columns.ts'
import { lockSlotsOf, readExceptions, settleSlots, takesPlace } from './generate.ts'

/** How far ahead a slot that is free again is worth offering at once. */
const freedDays = 14

const rows = (which: RawBuilder<unknown>, day: string) => raw<ClinicRow>`
  select clinic.id, clinic.version, clinic.name, clinic.appointment_type as "appointmentType",
    clinic.clinician_id as "clinicianId", clinic.location_id as "locationId", clinic.for_stage as "forStage",
    clinic.first_date as "firstDate", clinic.every_weeks as "everyWeeks", clinic.last_date as "lastDate",
    clinic.start_time as "startTime", clinic.slots, clinic.minutes, clinic.travel_minutes as "travelMinutes", clinic.places,
    clinic.districts, coalesce(counted.places, 0) - coalesce(counted.booked, 0) as free, coalesce(counted.booked, 0) as booked,
    coalesce(counted.to_move, 0) as "toMove", coalesce(counted.freed, 0) as freed,
    jsonb_build_object('clinician', clinician.display_name, 'location', location.name) as names
  from clinic
  join clinician on clinician.id = clinic.clinician_id
  join location on location.id = clinic.location_id
  left join lateral (
    select sum(slot.places) filter (where not slot.is_withdrawn)::integer as places,
      sum(slot.booked) filter (where not slot.is_withdrawn)::integer as booked,
      sum(slot.booked) filter (where slot.is_withdrawn)::integer as to_move,
      count(*) filter (where not slot.is_withdrawn and slot.booked < slot.places
        and slot.slot_date < ${day}::date + ${freedDays}::integer and (
          select count(*) from appointment
          where appointment.slot_id = slot.id and appointment.is_active) > slot.booked)::integer as freed
    from clinic_slot as slot
    where slot.clinic_id = clinic.id and slot.slot_date >= ${day}) as counted on true
  where ${which}
  order by lower(clinic.name), clinic.id`

export const readClinics = async (sql: Kysely<DB>): Promise<ClinicRow[]> =>
  (await rows(raw`true`, today()).execute(sql)).rows

export const readClinic = async (sql: Kysely<DB>, id: number): Promise<ClinicView> => {
  const found = (await rows(raw`clinic.id = ${id}`, today()).execute(sql)).rows[0]
  if (found === undefined) throw notFound()
  return { ...found, exceptions: await readExceptions(sql, id) }
}

/**
 * Saves a clinic and gives it its slots. Booked people stay where they are: the user is asked about those whose time the
 * clinic no longer has.
 */
export const saveClinicRow = async (
  writing: Writing,
  input: CheckedInputOf<typeof saveClinic>,
): Promise<SavedRow> => {
  const { id, version } = input
  const { sql } = writing
  const before = id === 0 ? null : await lockRow(writing, 'clinic', id)
  const values = valuesOf(clinicColumns, input)
  await requireActiveChoices(writing, clinicTable, values, before)
  const kept = before === null ? [] : await readExceptions(sql, id)
  const exceptions = input.exceptions === undefined ? kept : uniqueDays(input.exceptions)
  const inWords = (all: typeof exceptions) =>
    all.map(({ day, isHeld }) => `${day} ${isHeld ? 'held' : 'off'}`).join(', ')
  const parts: Record<string, { before: string; after: string }> =
    kept.length + exceptions.length === 0
      ? {}
      : { exceptions: { before: inWords(kept), after: inWords(exceptions) } }
  const row = { ...clinicTable, values, patientId: null, parts }
  const saved =
    before === null
      ? await addRow(writing, row)
      : await changeRow(writing, { ...row, id, version, locked: before })
  await sql.deleteFrom('clinic_exception').where('clinic_id', '=', saved.id).execute()
  if (exceptions.length > 0)
    await sql
      .insertInto('clinic_exception')
      .values(exceptions.map(({ day, isHeld }) => ({ clinic_id: saved.id, day, is_held: isHeld })))
      .execute()
  await lockSlotsOf(sql, saved.id, today())
  await takeBookingsInTurn(writing, { clinicianId: input.clinicianId, roomId: input.locationId })
  const toMoveBefore = await toMove(sql, saved.id)
  await settleSlots(sql, await lockRow(writing, 'clinic', saved.id), today(), writing.bankHolidayOn)
  if (input.unusualConfirmed === false) await askAboutBooked(sql, saved.id, toMoveBefore)
  return saved
}

const uniqueDays = (exceptions: readonly { day: string; isHeld: boolean }[]) =>
  [...new Map(exceptions.map((each) => [each.day, each])).values()].toSorted((a, b) =>
    a.day < b.day ? -1 : 1,
  )

/** Booked appointments at times that the clinic no longer has, by day. */
const toMove = async (
  sql: Kysely<DB>,
  clinicId: number,
): Promise<{ id: number; day: string; time: string }[]> => {
  const { rows: found } = await raw<{ id: number; day: string; time: string }>`
    select appointment.id, appointment.appointment_date as day, appointment.start_time as time
    from clinic_slot as slot
    join appointment on appointment.slot_id = slot.id and ${takesPlace}
    where slot.clinic_id = ${clinicId} and slot.is_withdrawn and slot.slot_date >= ${today()}
    order by day, time, appointment.id`.execute(sql)
  return found
}

const mostNamed = 5

const askAboutBooked = async (
  sql: Kysely<DB>,
  clinicId: number,
  before: readonly { id: number }[],
): Promise<void> => {
  const known = new Set(before.map(({ id }) => id))
  const fresh = (await toMove(sql, clinicId)).filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return
  const named = fresh.slice(0, mostNamed).map(({ day, time }) => `${formatDate(day)} at ${time}`)
  const more = fresh.length - named.length
  throw new ValidationProblem({
    unusualConfirmed: unusualQuestion([
      `${fresh.length === 1 ? '1 appointment is' : `${fresh.length} appointments are`} booked at times that the clinic will no longer have: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. They stay booked and are listed on the page of the clinic until somebody moves them.`,
    ]),
  })
}
