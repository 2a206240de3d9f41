import type { FastifyInstance } from 'fastify'
import { getClinic, listClinics, saveClinic } from '../../../contract/care/clinics/clinic.ts'
import {
  bookSlot,
  cancelBooking,
  clinicBookings,
  findSlots,
  moveBooking,
  offerSlot,
  refuseSlot,
  slotCandidates,
} from '../../../contract/care/clinics/slot.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { londonClock } from '../../../contract/platform/dates/wallTime.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import { book, cancel, move } from './book.ts'
import { readClinic, readClinics, saveClinicRow } from './clinics.ts'
import { offer, refuse } from './offer.ts'
import { readBookings, readCandidates, readFreeSlots } from './find.ts'
import { tellWith } from '../telling/tell.ts'

const reads = { idempotency: 'safe', rate: 'read' } as const
const ofPeople: Rights = { ...reads, capability: 'workList.read', audit: 'read', restricted: 'lists' }
/** A clinic and a free slot name nobody except the clinician. */
const ofClinics: Rights = { ...reads, capability: 'workList.read', audit: 'none' }
const books: Rights = { capability: 'clinical.write', audit: 'write', idempotency: 'create', rate: 'write' }

const idsOf = (people: readonly { patientId: number; pathwayId: number }[]) => ({
  patientIds: people.map(({ patientId }) => patientId),
  pathwayIds: people.map(({ pathwayId }) => pathwayId),
})

/** Clinics and rounds, their free slots, and bookings in them. */
export const serveClinics = (
  app: FastifyInstance,
  service: AccountsService,
  recordDeath: RecordDeath,
): void => {
  const { sql } = service.db
  const bookings = () => ({ recordDeath, tell: tellWith(service), now: service.clock() })
  route(app, service, listClinics, ofClinics, () => readClinics(sql))
  route(app, service, getClinic, ofClinics, (_, { id }) => readClinic(sql, id))
  route(
    app,
    service,
    saveClinic,
    { capability: 'class.write', audit: 'write', idempotency: 'create', rate: 'write' },
    (call, input) => call.write((writing) => saveClinicRow(writing, input)),
  )
  route(app, service, findSlots, ofClinics, (_, input) =>
    readFreeSlots(sql, input, londonClock(service.clock())),
  )
  route(app, service, bookSlot, books, (call, input) =>
    call.write((writing) => book(writing, input, bookings())),
  )
  route(app, service, moveBooking, books, (call, input) =>
    call.write((writing) => move(writing, input, bookings())),
  )
  route(app, service, cancelBooking, { ...books, idempotency: 'repeatable' }, (call, input) =>
    call.write((writing) => cancel(writing, input, bookings())),
  )
  route(app, service, offerSlot, { ...books, idempotency: 'repeatable' }, (call, input) =>
    call.write((writing) => offer(writing, input, bookings())),
  )
  route(app, service, refuseSlot, { ...books, idempotency: 'repeatable' }, (call, input) =>
    call.write((writing) => refuse(writing, input, service.clock())),
  )
  route(app, service, clinicBookings, ofPeople, async (call, { id }) => {
    const found = await readBookings(sql, id, today(service.clock()), call.principal)
    call.showed({
      ...idsOf(found),
      criteria: { clinicId: id },
      records: found.map((each) => ({ entity: 'appointment', id: each.id, version: each.version })),
    })
    return found
  })
  route(app, service, slotCandidates, ofPeople, async (call, { id }) => {
    const found = await readCandidates(sql, id, today(service.clock()), call.principal)
    call.showed({ ...idsOf(found.candidates), criteria: { slotId: id } })
    return found
  })
}
