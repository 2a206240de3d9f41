import type { SentMessage } from '../../../contract/pathways/records/sentMessage.ts'
import { sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  appointment,
  appointmentInput,
  appointmentRecord,
  isCancelled,
  outcomeBeforeDay,
  tooFarAhead,
  type AppointmentOutcome,
  type AppointmentType,
} from '../../../contract/pathways/records/appointment.ts'
import { unusualHours } from '../../../contract/pathways/records/usualHours.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { selected } from '../../platform/writes/columns.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { closeTellings } from '../tasks/closeTellings.ts'
import { bookedOver, takeBookingsInTurn } from './bookings.ts'
import { recordColumns, recordKind, recordsOnPathway } from './kind.ts'
import { onPathway } from './parents.ts'

type AppointmentInput = z.output<typeof appointmentInput>
type Stored = StoredRow<'appointment'> | null

export const appointmentColumns = recordColumns(appointmentInput.shape)

const outcomeBefore = (before: Stored): AppointmentOutcome | null =>
  // The table allows no other value.
  (before?.outcome ?? null) as AppointmentOutcome | null
const outcomeAfter = ({ outcome }: AppointmentInput, before: Stored): AppointmentOutcome | null =>
  outcome === undefined ? outcomeBefore(before) : outcome

/** The appointment stays at its time, with its clinician, at its place. */
const isThen = (input: AppointmentInput, before: StoredRow<'appointment'>): boolean =>
  before.appointment_date === input.appointmentDate &&
  before.start_time === input.startTime &&
  before.minutes === input.minutes &&
  before.clinician_id === input.clinicianId &&
  before.location_id === input.locationId &&
  before.appointment_type === input.appointmentType

type Booking = Parameters<typeof bookedOver>[1]

const needOf = ({ clinicianId, locationId, pathwayId, appointmentType }: Omit<Booking, 'id'>) => ({
  ...{ clinicianId, pathwayId, roomId: appointmentType === 'clinic' ? locationId : null },
})
const unusualOf = async (writing: Writing, booking: Booking): Promise<string[]> => [
  ...(await bookedOver(writing, booking)),
  ...unusualHours([{ ...booking, day: booking.appointmentDate }], writing.bankHolidayOn),
]

/** The last texts and e-mails about an appointment, for a statement with `record`. */
const lastMessages = raw<SentMessage[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('purpose', purpose, 'channel', channel, 'state', state,
    'at', coalesce(settled_at, sent_at, created_at), 'why', why, 'numberEnd', number_end) order by id desc), '[]')
  from (select * from sent_message where appointment_id = record.id order by id desc limit 3) as message)`

/**
 * When the patient said on their own page that they come to an appointment as it is now, for a statement with it. Null
 * also if they asked for another time since.
 * @param of its name in the statement
 */
export const confirmedAt = (of: string) => raw<string | null>`(
  select confirmed_at from confirmed_appointment as confirmed where confirmed.id = ${raw.ref(`${of}.id`)})`

export const appointmentKind = recordKind(appointment, {
  entity: 'appointment',
  table: 'appointment',
  labels: appointmentRecord.labels,
  parent: onPathway,
  columns: appointmentColumns,
  settle: async (writing, input, before) => {
    const outcome = outcomeAfter(input, before)
    if (!isCancelled(outcome)) await takeBookingsInTurn(writing, needOf(input))
    if (outcome !== null && !isCancelled(outcome) && input.appointmentDate > today())
      throw new ValidationProblem({ outcome: outcomeBeforeDay })
    const stays = before !== null && isThen(input, before) && outcomeBefore(before) === outcome
    if (before !== null && !stays) await closeTellings(writing, raw`task.appointment_id = ${before.id}`)
    // Another time is not the slot's, and the place of a cancelled appointment may have gone to somebody else.
    const keepsSlot =
      before === null ||
      isCancelled(outcome) ||
      (isThen(input, before) && !isCancelled(outcomeBefore(before)))
    return keepsSlot ? {} : { slot_id: null, slot_place: null }
  },
  unusual: async (writing, input, before) => {
    const { appointmentDate: day } = input
    // An unchanged booking was questioned when it was made. A cancelled one had given up its time, so it is questioned
    // again.
    const wasThen = before !== null && isThen(input, before) && !isCancelled(outcomeBefore(before))
    if (wasThen || isCancelled(outcomeAfter(input, before))) return []
    return [
      ...(await unusualOf(writing, { ...input, id: before?.id ?? 0 })),
      ...(tooFarAhead(day, today()) ? [`${formatDate(day)} is more than two years ahead.`] : []),
    ]
  },
  unusualRestored: async (writing, row) => {
    const booked: Booking = {
      ...{
        id: row.id,
        clinicianId: row.clinician_id,
        locationId: row.location_id,
        pathwayId: row.pathway_id,
      },
      ...{ appointmentType: row.appointment_type, appointmentDate: row.appointment_date },
      ...{ startTime: row.start_time, minutes: row.minutes, slotId: row.slot_id },
    }
    // An appointment in the past is over, and a cancelled one does not use its time.
    if (booked.appointmentDate < today() || isCancelled(outcomeBefore(row))) return []
    await takeBookingsInTurn(writing, needOf(booked))
    return unusualOf(writing, booked)
  },
  single: {
    index: 'appointment_slot_place',
    refusal: 'The place in the clinic has gone to somebody else. Nothing was saved: book another one.',
  },
  // Staff write notes for each other.
  readOutside: { note: null, messages: null },
  select: recordsOnPathway('appointment')
    .innerJoin('location', 'location.id', 'record.location_id')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .leftJoin('appointment_reminder as reminder', (join) =>
      join
        .onRef('reminder.appointment_id', '=', 'record.id')
        .onRef('reminder.appointment_date', '=', 'record.appointment_date')
        .onRef('reminder.start_time', '=', 'record.start_time')
        .on('reminder.state', '=', raw.lit('sent')),
    )
    .select(selected('record', appointmentColumns))
    .select('reminder.settled_at as remindedAt')
    .select(confirmedAt('record').as('confirmedAt'))
    .select(lastMessages.as('messages'))
    .select((row) =>
      jsonBuildObject({
        location: row.ref('location.name'),
        clinician: row.ref('clinician.display_name'),
      }).as('names'),
    )
    // The table allows no other value.
    .$narrowType<{ appointmentType: AppointmentType; outcome: AppointmentOutcome | null }>(),
  days: ['appointmentDate'],
})
