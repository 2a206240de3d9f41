import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getClinic, saveClinic, type ClinicView } from '../../../contract/care/clinics/clinic.ts'
import {
  bookSlot,
  cancelBooking,
  clinicBookings,
  findSlots,
  moveBooking,
  offerSlot,
  refuseSlot,
  slotCandidates,
  type ClinicBooking,
  type FreeSlot,
  type SlotCandidates,
} from '../../../contract/care/clinics/slot.ts'
import { enrol } from '../../../contract/care/classes/place.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { appointment } from '../../../contract/pathways/records/appointment.ts'
import { cancelReferral, getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import { aClass } from '../../testing/known/knownClasses.ts'
import { aClinic, clinicInputOf, slotsOf, somebody } from '../../testing/known/knownClinics.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aClinician, expectSaved, type Saved } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { extendSlots } from './generate.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

/** A clinic with a clinician of its own, so that its slots can be asked for alone. */
const clinic = async (overrides: Parameters<typeof clinicInputOf>[1] = {}) => {
  const clinicianId = await aClinician(service)
  const { id } = await aClinic(service, lead, { clinicianId, ...overrides })
  return { id, clinicianId, free: () => slotsOf(service, lead, clinicianId) }
}

const viewOf = async (id: number): Promise<ClinicView> =>
  (await service.ask(getClinic, { id }, lead)).body as ClinicView
const book = async (slotId: number | undefined, pathwayId: number, more: object = {}) =>
  service.ask(bookSlot, { slotId: slotId ?? 0, pathwayId, ...more }, lead)
const candidatesOf = async (slotId: number | undefined): Promise<SlotCandidates['candidates']> =>
  ((await service.ask(slotCandidates, { id: slotId ?? 0 }, lead)).body as SlotCandidates).candidates
const appointmentsOf = async (pathwayId: number): Promise<PathwayView['appointment']> =>
  ((await service.ask(getPathway, { id: pathwayId }, lead)).body as PathwayView).appointment
const tasksOf = async (pathwayId: number): Promise<string[]> =>
  ((await service.ask(tasksOfPathway, { pathwayId }, lead)).body as Task[])
    .filter(({ kind }) => kind === 'manual')
    .map(({ text }) => text)

describe('a clinic', () => {
  it('has its slots for half a year, but not on days off', async () => {
    const { id, free } = await clinic()
    const [first] = await free()
    const { firstDate, free: places } = await viewOf(id)
    expect(first).toMatchObject({ slotDate: firstDate, startTime: '09:30', minutes: 30, free: 1 })
    expect(places).toBeGreaterThan(20 * 6)
    const view = await viewOf(id)
    const off = { ...view, exceptions: [{ day: firstDate, isHeld: false }] }
    expectSaved('day off', await service.ask(saveClinic, off, lead))
    expect((await free())[0]?.slotDate).toBe(addDays(firstDate, 7))
  })

  it('never moves a booked person: it asks, keeps the time, and lists who is to be moved', async () => {
    const { id, free } = await clinic()
    const [slot] = await free()
    const pathwayId = await somebody(service, lead)
    expect((await book(slot?.id, pathwayId)).status).toBe(200)
    const view = await viewOf(id)
    const later = { ...view, startTime: '13:30' }
    expect(await service.ask(saveClinic, { ...later, unusualConfirmed: false }, lead)).toMatchObject({
      status: 400,
      body: { unusualConfirmed: expect.stringContaining('1 appointment is booked at times') as string },
    })
    expectSaved('later', await service.ask(saveClinic, { ...later, unusualConfirmed: true }, lead))
    expect(await appointmentsOf(pathwayId)).toMatchObject([
      { appointmentDate: slot?.slotDate, startTime: '09:30', outcome: null },
    ])
    expect(await viewOf(id)).toMatchObject({ toMove: 1, booked: 0 })
    const bookings = (await service.ask(clinicBookings, { id }, lead)).body as ClinicBooking[]
    expect(bookings).toMatchObject([{ pathwayId, isToMove: true }])
    expect((await free()).every(({ startTime }) => startTime >= '13:30')).toBe(true)
  })

  it('takes a person back to the list of the booked once it has their time again', async () => {
    const { id, free } = await clinic()
    const [slot, next] = await free()
    const pathwayId = await somebody(service, lead)
    expect((await book(slot?.id, pathwayId)).status).toBe(200)
    const before = await viewOf(id)
    const off = { ...before, exceptions: [{ day: before.firstDate, isHeld: false }] }
    expectSaved('day off', await service.ask(saveClinic, { ...off, unusualConfirmed: true }, lead))
    expect(await viewOf(id)).toMatchObject({ toMove: 1, booked: 0 })
    const held = { ...(await viewOf(id)), exceptions: [] }
    expectSaved('held', await service.ask(saveClinic, held, lead))
    expect(await viewOf(id)).toMatchObject({ toMove: 0, booked: 1, free: before.free })
    expect((await free())[0]).toMatchObject({ slotDate: next?.slotDate, startTime: next?.startTime })
  })

  it('is changed although a slot of it was offered: the offer is no longer found or booked', async () => {
    const { id, free } = await clinic({ forStage: 'awaitingAssessment' })
    const [slot] = await free()
    const pathwayId = await somebody(service, lead)
    expectSaved('offer', await service.ask(offerSlot, { slotId: slot?.id ?? 0, pathwayId }, lead))
    expectSaved('later', await service.ask(saveClinic, { ...(await viewOf(id)), startTime: '13:30' }, lead))
    expect((await book(slot?.id, pathwayId)).body).toMatchObject({
      message: 'The clinic no longer has this slot. Choose another one.',
    })
  })

  it('keeps its slots when they are extended again, and adds what is missing', async () => {
    const { id } = await clinic()
    const { free } = await viewOf(id)
    await service.db.owner.query(
      'delete from clinic_slot where clinic_id = $1 and slot_date > current_date + 100',
      [id],
    )
    await extendSlots(service.db.sql, today(), () => null)
    await extendSlots(service.db.sql, today(), () => null)
    expect((await viewOf(id)).free).toBeGreaterThanOrEqual(free)
  })

  it('refuses a last slot after midnight and a last day before the first', async () => {
    const input = await clinicInputOf(service, { startTime: '22:00', lastDate: '2020-01-01' })
    expect(await service.ask(saveClinic, input, lead)).toMatchObject({
      status: 400,
      body: { slots: 'The last slot ends after midnight', lastDate: 'The last day is before the first' },
    })
  })
})

describe('a slot', () => {
  it('that is free again goes to one of twenty who are booked at the same moment, in plain words for the others', async () => {
    const { free } = await clinic()
    const [slot] = await free()
    const { id, version } = (await book(slot?.id, await somebody(service, lead))).body as Saved
    const reason = 'cancelledByPatient' as const
    expectSaved('freed', await service.ask(cancelBooking, { id, version, reason }, lead))
    const people = await Promise.all(Array.from({ length: 20 }, () => somebody(service, lead)))
    const replies = await Promise.all(people.map((pathwayId) => book(slot?.id, pathwayId)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      message: 'Somebody else has just been booked here. Choose another slot.',
    })
  })

  it('has as many places as its clinic says, and each is taken once', async () => {
    const { free, id } = await clinic({ places: 3 })
    const [slot] = await free()
    const people = await Promise.all(Array.from({ length: 4 }, () => somebody(service, lead)))
    const statuses: number[] = []
    for (const pathwayId of people) statuses.push((await book(slot?.id, pathwayId)).status)
    expect(statuses).toEqual([200, 200, 200, 409])
    const { rows } = await service.db.owner.query<{ slot_place: number }>(
      'select slot_place from appointment where slot_id = $1 order by slot_place',
      [slot?.id],
    )
    expect(rows.map((row) => row.slot_place)).toEqual([1, 2, 3])
    expect((await viewOf(id)).booked).toBe(3)
  })

  it('is found behind many at which the clinician, or the person, is in a class', async () => {
    const shape = { slots: 40, minutes: 5, startTime: '09:00' }
    const { free, id, clinicianId } = await clinic(shape)
    const { firstDate } = await viewOf(id)
    const hours = { firstDate, weeks: 2, startTime: '09:00', minutes: 300 }
    const taught = await aClass(service, lead, { ...hours, clinicianId })
    expect((await free())[0]?.slotDate).toBe(addDays(firstDate, 14))
    const pathwayId = await somebody(service, lead)
    const joins = { classId: taught.id, pathwayId, transport: 'own' } as const
    expectSaved('place', await service.ask(enrol, joins, lead))
    const other = await clinic({ ...shape, firstDate })
    expect((await other.free())[0]?.slotDate).toBe(firstDate)
    const asked = { from: today(), clinicId: other.id, pathwayId }
    const forThem = (await service.ask(findSlots, asked, lead)).body as FreeSlot[]
    expect(forThem[0]?.slotDate).toBe(addDays(firstDate, 14))
    expect(forThem).toHaveLength(20)
  })

  it('in the past, of a clinic that no longer has it, or of nobody, is not booked', async () => {
    const { free, id } = await clinic()
    const [slot] = await free()
    const pathwayId = await somebody(service, lead)
    await service.db.owner.query('update clinic_slot set slot_date = current_date - 3 where id = $1', [
      slot?.id,
    ])
    expect((await book(slot?.id, pathwayId)).body).toMatchObject({
      message: 'This slot has begun already. Choose a later one.',
    })
    const [next] = await free()
    await service.db.owner.query('update clinic_slot set is_withdrawn = true where id = $1', [next?.id])
    expect((await book(next?.id, pathwayId)).body).toMatchObject({
      message: 'The clinic no longer has this slot. Choose another one.',
    })
    expect((await book(999_999, pathwayId)).status).toBe(404)
    expect((await viewOf(id)).booked).toBe(0)
  })

  it('is booked or its referral closed, whichever comes first: nothing booked is left', async () => {
    const { free } = await clinic()
    for (const slot of (await free()).slice(0, 6)) {
      const id = await somebody(service, lead)
      const closing = { id, cancelReferralDate: today(), openPlansConfirmed: true, tell: false }
      const [booked, closed] = await Promise.all([
        book(slot.id, id),
        service.ask(cancelReferral, closing, lead),
      ])
      expectSaved('closed', closed)
      expect([200, 409]).toContain(booked.status)
      expect((await appointmentsOf(id)).map(({ outcome }) => outcome)).toEqual(
        booked.status === 200 ? ['cancelledByService'] : [],
      )
    }
  })

  it('is booked or taken away by a change of its clinic, whichever comes first: nobody is booked unlisted', async () => {
    for (const startTime of ['13:30', '14:00', '14:30']) {
      const { id, free } = await clinic()
      const [slot] = await free()
      const pathwayId = await somebody(service, lead)
      const [booked, changed] = await Promise.all([
        book(slot?.id, pathwayId),
        service.ask(saveClinic, { ...(await viewOf(id)), startTime }, lead),
      ])
      expectSaved('changed', changed)
      expect([200, 404, 409]).toContain(booked.status)
      const listed = (await service.ask(clinicBookings, { id }, lead)).body as ClinicBooking[]
      expect(listed.map(({ isToMove, pathwayId: who }) => [isToMove, who])).toEqual(
        booked.status === 200 ? [[true, pathwayId]] : [],
      )
    }
  })

  it('goes to one of two who are booked at the same moment into one room, by two clinics', async () => {
    const { id: locationId } = await service.db.sql
      .insertInto('location')
      .values({ name: 'Room 7', is_active: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [one, other] = [await clinic({ locationId }), await clinic({ locationId })]
    const slots = [(await one.free())[0], (await other.free())[0]]
    const people = [await somebody(service, lead), await somebody(service, lead)]
    const replies = await Promise.all(slots.map((slot, at) => book(slot?.id, people[at] ?? 0)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      message: expect.stringMatching(/^The place has something else on/) as string,
    })
    expect((await one.free())[0]?.id).not.toBe(slots[0]?.id)
    expect((await other.free())[0]?.id).not.toBe(slots[1]?.id)
  })

  it('counts its places rightly when two of its people are cancelled at the same moment', async () => {
    const { free, id } = await clinic({ places: 3 })
    const [slot] = await free()
    const booked: Saved[] = []
    for (let at = 0; at < 3; at += 1)
      booked.push((await book(slot?.id, await somebody(service, lead))).body as Saved)
    const reason = 'cancelledByService' as const
    await Promise.all(
      booked.map(({ id: each, version }) => service.ask(cancelBooking, { id: each, version, reason }, lead)),
    )
    expect(await viewOf(id)).toMatchObject({ booked: 0 })
    expect((await free())[0]).toMatchObject({ id: slot?.id, free: 3 })
  })

  it('is neither booked for nor offered to somebody who has died or refused the service', async () => {
    const { free } = await clinic()
    const [slot] = await free()
    const ends = {
      'This patient has died.': 'update patient set deceased_date = current_date - 1',
      'This patient has refused the service. See the flags of the patient.':
        'update patient set consent_refused_date = current_date - 1',
    }
    for (const [message, update] of Object.entries(ends)) {
      const pathwayId = await somebody(service, lead)
      await service.db.owner.query(`${update} where id = (select patient_id from pathway where id = $1)`, [
        pathwayId,
      ])
      const asked = { slotId: slot?.id ?? 0, pathwayId }
      for (const each of [bookSlot, offerSlot])
        expect(await service.ask(each, asked, lead)).toMatchObject({ status: 409, body: { message } })
    }
    expect((await free())[0]?.id).toBe(slot?.id)
  })

  it('is free again when its appointment is cancelled, and is offered to who waits longest and fits', async () => {
    const { free } = await clinic({ forStage: 'awaitingAssessment' })
    const [slot] = await free()
    const pathwayId = await somebody(service, lead)
    const { id, version } = (await book(slot?.id, pathwayId)).body as Saved
    expect((await free())[0]?.id).not.toBe(slot?.id)
    expectSaved(
      'cancelled',
      await service.ask(cancelBooking, { id, version, reason: 'cancelledByPatient' }, lead),
    )
    expect((await free())[0]?.id).toBe(slot?.id)
    expect((await free())[0]).toMatchObject({ isFreed: true })
    const candidates = await candidatesOf(slot?.id)
    expect(candidates.length).toBeGreaterThan(0)
    const waits = candidates.map(({ waitingDays }) => waitingDays ?? -1)
    expect(waits).toEqual(waits.toSorted((a, b) => b - a))
  })

  it('is kept for the person to whom it was offered, and goes to the next when they say no', async () => {
    const { free, id } = await clinic({ forStage: 'awaitingAssessment' })
    const [slot] = await free()
    const [first] = await candidatesOf(slot?.id)
    const pathwayId = first?.pathwayId ?? 0
    const offered = { slotId: slot?.id ?? 0, pathwayId }
    const before = await tasksOf(pathwayId)
    const { id: offerId, version } = expectSaved('offer', await service.ask(offerSlot, offered, lead))
    const tasks = await tasksOf(pathwayId)
    expect(tasks).toHaveLength(before.length + 1)
    expect(tasks).toContainEqual(
      expect.stringMatching(/^Ring the person: the appointment of .+ has a free place$/),
    )
    // Offering it again sends nothing again.
    expect((await service.ask(offerSlot, offered, lead)).body).toMatchObject({ id: offerId })
    expect(await tasksOf(pathwayId)).toEqual(tasks)
    expect((await candidatesOf(slot?.id))[0]).toMatchObject({ pathwayId, offer: { offeredDate: today() } })
    // Nobody else finds it until they have answered, but they do.
    expect((await free())[0]?.id).not.toBe(slot?.id)
    const forThem = (await service.ask(findSlots, { from: today(), clinicId: id, pathwayId }, lead))
      .body as FreeSlot[]
    expect(forThem[0]?.id).toBe(slot?.id)
    const other = await somebody(service, lead)
    const kept = { message: expect.stringContaining('kept for somebody to whom it was offered') as string }
    expect((await book(slot?.id, other)).body).toMatchObject(kept)
    const toOther = { ...offered, pathwayId: other }
    expect((await service.ask(offerSlot, toOther, lead)).body).toMatchObject(kept)
    expectSaved('refusal', await service.ask(refuseSlot, { id: offerId, version }, lead))
    expect((await free())[0]?.id).toBe(slot?.id)
    expect((await candidatesOf(slot?.id)).map((each) => each.pathwayId)).not.toContain(pathwayId)
    expect((await service.ask(offerSlot, offered, lead)).status).toBe(409)
  })
})

describe('an appointment in a slot', () => {
  it('is moved in one step, with who wanted it', async () => {
    const { free } = await clinic()
    const [first, second] = await free()
    const pathwayId = await somebody(service, lead)
    const { id: appointmentId, version } = (await book(first?.id, pathwayId)).body as Saved
    const moved = await service.ask(
      moveBooking,
      { appointmentId, version, reason: 'cancelledByPatient', slotId: second?.id ?? 0 },
      lead,
    )
    expect(moved.status).toBe(200)
    expect(await appointmentsOf(pathwayId)).toMatchObject([
      { startTime: second?.startTime, outcome: null },
      { startTime: first?.startTime, outcome: 'cancelledByPatient' },
    ])
  })

  it('stays where it is if the slot that it should move to is taken', async () => {
    const { free } = await clinic()
    const [first, second] = await free()
    const [one, other] = [await somebody(service, lead), await somebody(service, lead)]
    const { id: appointmentId, version } = (await book(first?.id, one)).body as Saved
    await book(second?.id, other)
    const moved = await service.ask(
      moveBooking,
      { appointmentId, version, reason: 'cancelledByService', slotId: second?.id ?? 0 },
      lead,
    )
    expect(moved.status).toBe(409)
    expect(await appointmentsOf(one)).toMatchObject([{ startTime: first?.startTime, outcome: null }])
  })

  it('gives its place up when it is changed to another time by hand', async () => {
    const { free } = await clinic()
    const [slot] = await free()
    const pathwayId = await somebody(service, lead)
    await book(slot?.id, pathwayId)
    const [booked] = await appointmentsOf(pathwayId)
    if (booked === undefined) throw new Error('Nothing is booked')
    expectSaved('by hand', await service.ask(appointment.save, { ...booked, startTime: '16:00' }, lead))
    expect((await free())[0]?.id).toBe(slot?.id)
    // Its former place may have gone to somebody else, so it is not taken back.
    const other = await somebody(service, lead)
    expect((await book(slot?.id, other)).status).toBe(200)
  })
})
