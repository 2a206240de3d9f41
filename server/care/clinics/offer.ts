import type { offerSlot, refuseSlot, Telling } from '../../../contract/care/clinics/slot.ts'
import type { AppointmentType } from '../../../contract/pathways/records/appointment.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import { addRow, changeRow, lockRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { sql as raw } from 'kysely'
import { closeTellings } from '../../pathways/tasks/closeTellings.ts'
import { assertOpen } from '../../pathways/referral/closed.ts'
import { lockPathway } from '../../stages/lock.ts'
import { assertMayBook } from '../telling/mayBook.ts'
import { takePlace, type Booking } from './book.ts'
import { offerTable } from './columns.ts'

/**
 * Offers a free slot to somebody who waits, and tells them. Offering it to them again changes nothing.
 * @param keptUntil how long it is kept for them; until the end of the next day if absent
 */
export const offer = async (
  writing: Writing,
  { slotId, pathwayId }: CheckedInputOf<typeof offerSlot>,
  { tell, now, keptUntil }: Omit<Booking, 'recordDeath'> & { keptUntil?: number },
): Promise<SavedRow & { told: Telling }> => {
  const pathway = await lockPathway(writing, pathwayId)
  assertOpen(pathway)
  writing.trace({ patientIds: [pathway.patient_id], pathwayIds: [pathwayId] })
  await assertMayBook(writing.sql, pathwayId)
  const slot = await takePlace(writing, { slotId, pathwayId, isMeant: false }, now)
  const before = await writing.sql
    .selectFrom('slot_offer')
    .select(['id', 'version', 'refused_date'])
    .where('slot_id', '=', slotId)
    .where('pathway_id', '=', pathwayId)
    .executeTakeFirst()
  if (before?.refused_date != null)
    throw new HttpProblem(409, 'conflict', 'This person has said no to this slot. Offer it to somebody else.')
  if (before !== undefined) return { id: before.id, version: before.version, told: 'nobody' }
  const saved = await addRow(writing, {
    ...offerTable,
    values: {
      ...{ slot_id: slotId, pathway_id: pathwayId, offered_date: today(now) },
      ...(keptUntil === undefined ? {} : { kept_until: instantOf(keptUntil) }),
    },
    patientId: pathway.patient_id,
  })
  const told = await tell(writing, {
    ...{ pathwayId, what: 'offered', appointmentId: null, offerId: saved.id, about: 'the appointment' },
    // The table allows no other value.
    ...{ type: slot.appointment_type as AppointmentType, day: slot.slot_date, time: slot.start_time },
  })
  return { ...saved, told }
}

/** Refusing again changes nothing. */
export const refuse = async (
  writing: Writing,
  { id, version }: CheckedInputOf<typeof refuseSlot>,
  now: number,
): Promise<SavedRow> => {
  const found = await writing.sql
    .selectFrom('slot_offer')
    .select('pathway_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const pathway = await lockPathway(writing, found.pathway_id)
  writing.trace({ patientIds: [pathway.patient_id], pathwayIds: [pathway.id] })
  const locked = await lockRow(writing, 'slot_offer', id)
  if (locked.refused_date !== null) return { id, version: locked.version }
  await closeTellings(writing, raw`task.slot_offer_id = ${id}`)
  const values = { refused_date: today(now) }
  return changeRow(writing, { ...offerTable, id, version, locked, values, patientId: pathway.patient_id })
}
