import { z } from 'zod'
import { flagChip } from '../../patients/flags/chips.ts'
import { appointmentTypes } from '../../pathways/records/appointment.ts'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import { withheldField } from '../../platform/calls/withheld.ts'
import {
  existingId,
  optionalText,
  requiredDate,
  saved,
  searchedText,
  version,
} from '../../platform/fields/fields.ts'
import { unusualConfirmed } from '../../platform/fields/unusual.ts'

/* Free slots: found, booked, moved to and given up. */

export const dayParts = [
  { code: 'morning', title: 'Morning', from: '00:00', until: '12:00' },
  { code: 'afternoon', title: 'Afternoon', from: '12:00', until: '17:00' },
  { code: 'evening', title: 'Evening', from: '17:00', until: '24:00' },
] as const
const dayPartCodes = dayParts.map(({ code }) => code)

/** How many slots are shown at once. */
export const slotsShown = 20

export const freeSlot = z.object({
  id: z.int(),
  clinicId: z.int(),
  clinic: z.string(),
  appointmentType: z.enum(appointmentTypes),
  slotDate: z.string(),
  startTime: z.string(),
  minutes: z.int(),
  /** Places that are still free. */
  free: z.int(),
  /** It was booked before, and is free again. */
  isFreed: z.boolean(),
  /** A place is kept for somebody to whom it was offered. Only the slots of one clinic show these. */
  isOffered: z.boolean(),
  names: z.object({ clinician: z.string(), location: z.string() }),
})
export type FreeSlot = z.output<typeof freeSlot>

export const findSlots = endpoint({
  method: 'GET',
  path: '/api/slot/free',
  summary: 'The next free slots, earliest first',
  input: z.object({
    from: requiredDate('First day required'),
    until: requiredDate('Last day required').optional(),
    clinicId: existingId().optional(),
    appointmentType: z.enum(appointmentTypes).optional(),
    clinicianId: existingId().optional(),
    locationId: existingId().optional(),
    part: z.enum(dayPartCodes).optional(),
    /** Only clinics and rounds that serve this postcode district, such as 'BD1'. */
    district: searchedText(8),
    /** Slots at which this referral's patient has something else are left out. */
    pathwayId: existingId().optional(),
  }),
  reply: z.array(freeSlot),
})

/** How somebody is told about a booking, by their contact preference. */
export const tellings = ['letter', 'text', 'mail', 'call', 'nobody'] as const
export type Telling = (typeof tellings)[number]

const booking = {
  slotId: existingId('Slot required'),
  note: optionalText(500),
  /** False if the person knows already; then nothing is sent. */
  tell: z.boolean().optional(),
  unusualConfirmed,
}
const told = { told: z.enum(tellings) }

export const bookSlot = endpoint({
  method: 'POST',
  path: '/api/slot/book',
  summary: 'Book a place in a slot for a referral, and tell the person',
  input: z.object({ pathwayId: existingId(), ...booking }),
  reply: saved.extend(told),
})

/** Who wanted the change: with the national codes of ATTENDED OR DID NOT ATTEND. */
const reasons = z.enum(['cancelledByPatient', 'cancelledByService'], { error: 'Say who wanted it' })

export const moveBooking = endpoint({
  method: 'POST',
  path: '/api/slot/move',
  summary: 'Move an appointment to a place in another slot, and tell the person',
  input: z.object({ appointmentId: existingId(), version: version(), reason: reasons, ...booking }),
  reply: saved.extend(told),
})

export const cancelBooking = endpoint({
  method: 'POST',
  path: '/api/slot/cancel',
  summary: 'Cancel an appointment with who wanted it, and tell the person',
  input: z.object({
    id: existingId(),
    version: version(),
    reason: reasons,
    tell: z.boolean().optional(),
  }),
  reply: saved.extend(told),
})

const person = {
  pathwayId: z.int(),
  patientId: z.int(),
  familyName: z.string(),
  firstName: z.string().nullable(),
  namePrefix: z.string().nullable(),
  nhsNumber: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  postcode: z.string().nullable(),
  deceased: z.boolean(),
  flags: z.array(flagChip).optional(),
  ...withheldField,
}

export const clinicBooking = z.object({
  /** Id of the appointment. */
  id: z.int(),
  version: z.int(),
  appointmentDate: z.string(),
  startTime: z.string(),
  minutes: z.int(),
  /** The clinic no longer has this time: somebody has to move the person. */
  isToMove: z.boolean(),
  ...person,
})
export type ClinicBooking = z.output<typeof clinicBooking>

export const clinicBookings = endpoint({
  method: 'GET',
  path: '/api/clinic/bookings',
  summary: 'Who is booked in a clinic from today on: first those to move, then in order of time',
  input: z.object({ id: existingId() }),
  reply: z.array(clinicBooking),
})

export const slotCandidate = z.object({
  ...person,
  /** Days on the list of the clinic. */
  waitingDays: z.int().nullable(),
  /** The offer of this slot that they have not answered; null if it was not offered to them. */
  offer: z.object({ id: z.int(), version: z.int(), offeredDate: z.string() }).nullable(),
})
export type SlotCandidate = z.output<typeof slotCandidate>

export const slotCandidates = endpoint({
  method: 'GET',
  path: '/api/slot/candidates',
  summary:
    'Who waits longest on the list that a free slot is for, lives where it serves, has nothing booked and did not refuse it',
  input: z.object({ id: existingId() }),
  reply: z.object({ slot: freeSlot, candidates: z.array(slotCandidate) }),
})
export type SlotCandidates = z.output<typeof slotCandidates.reply>

/** Days after that of the offer for which an offered place is left out of the search. */
export const offerHeldDays = 1

export const offerSlot = endpoint({
  method: 'POST',
  path: '/api/slot/offer',
  summary:
    'Offer a free slot to somebody who waits, and tell them; it is kept for them until the end of the next day',
  input: z.object({ slotId: existingId(), pathwayId: existingId() }),
  reply: saved.extend(told),
})

export const refuseSlot = saveCall({
  path: '/api/slot/refuse',
  summary: 'Record that somebody said no to an offered slot',
  input: z.object({ id: existingId(), version: version() }),
})

export const slotEndpoints = [
  findSlots,
  bookSlot,
  moveBooking,
  cancelBooking,
  clinicBookings,
  slotCandidates,
  offerSlot,
  refuseSlot,
] as const
