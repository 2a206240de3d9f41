import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classPeople, enrol, leaveClass, type ClassPerson } from '../../../contract/care/classes/place.ts'
import { bookSlot, cancelBooking } from '../../../contract/care/clinics/slot.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import { aClass } from '../../testing/known/knownClasses.ts'
import { aClinic, slotsOf } from '../../testing/known/knownClinics.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aClinician, aPathway, expectSaved } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { hiddenOf, opened } from '../person/testing/opened.ts'
import { freedTasks, offerFreed } from './offerFreed.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

const offersOf = async (slotId: number) =>
  (
    await service.db.owner.query<{ pathwayId: number; isRefused: boolean }>(
      `select pathway_id::integer as "pathwayId", refused_date is not null as "isRefused"
       from slot_offer where slot_id = $1 order by id`,
      [slotId],
    )
  ).rows

/** A clinic for a list of its own, slots that somebody gave up, and three people who wait, the longest first. */
const freed = async (slots = 1) => {
  const clinicianId = await aClinician(service)
  await service.db.owner.query(`update clinic set for_stage = null`)
  await service.db.owner.query(
    `update work_list set stage = 'awaitingDischarge' where stage = 'awaitingAssessment'`,
  )
  const giver = await aPathway(service, lead)
  await aClinic(service, lead, { clinicianId, forStage: 'awaitingAssessment' })
  const slotIds = (await slotsOf(service, lead, clinicianId)).slice(0, slots).map(({ id }) => id)
  const [slotId = 0] = slotIds
  const bookings = []
  for (const each of slotIds) {
    const booked = await service.ask(bookSlot, { slotId: each, pathwayId: giver.id, tell: false }, lead)
    bookings.push(expectSaved('booked', booked))
  }
  const people = [await aPathway(service, lead), await aPathway(service, lead), await aPathway(service, lead)]
  for (const [index, { id: pathwayId }] of people.entries())
    await service.db.owner.query(
      `update work_list set since = current_date - $2::integer where pathway_id = $1`,
      [pathwayId, 300 - index],
    )
  await offerFreed(service.parts)
  expect(await offersOf(slotId)).toEqual([])
  for (const { id, version } of bookings) {
    const reason = 'cancelledByPatient' as const
    const cancelled = await service.ask(cancelBooking, { id, version, reason, tell: false }, lead)
    expectSaved('cancelled', cancelled)
  }
  return { slotId, slotIds, giver, people }
}
const offered = (pathwayId = 0, isRefused = false) => ({ pathwayId, isRefused })

describe('a slot that somebody gave up', () => {
  it('is offered to who waits longest, one at a time, and to the next after a No or some hours', async () => {
    const { slotId, people } = await freed()
    const [first, second, third] = people
    await offerFreed(service.parts)
    await offerFreed(service.parts)
    expect(await offersOf(slotId)).toEqual([offered(first?.id)])
    const visitor = await opened(service, lead, first?.patientId ?? 0)
    const home = await visitor.get('/my/home')
    expect(home.page).toContain('A place is free')
    const no = await visitor.post('/my/offer', { ...hiddenOf(home, 'offer'), answer: 'no' })
    expect(no.to).toBe('/my/appointments?said=refused')
    await offerFreed(service.parts)
    expect(await offersOf(slotId)).toEqual([offered(first?.id, true), offered(second?.id)])
    await service.db.owner.query(
      `update slot_offer set kept_until = clock_timestamp() - interval '1 minute' where slot_id = $1`,
      [slotId],
    )
    await offerFreed(service.parts)
    expect(await offersOf(slotId)).toEqual([
      offered(first?.id, true),
      offered(second?.id),
      offered(third?.id),
    ])
    // Nobody lost their place on the list by silence.
    const { rows } = await service.db.owner.query(
      `select from work_list where pathway_id = any($1) and stage = 'awaitingAssessment'`,
      [people.map(({ id }) => id)],
    )
    expect(rows).toHaveLength(3)
  })

  it('is booked with a Yes, for one of two who answer at the same moment, and never twice', async () => {
    const { slotId, people } = await freed()
    const [first, second] = people
    await offerFreed(service.parts)
    await service.db.owner.query(
      `insert into slot_offer (slot_id, pathway_id, offered_date, kept_until) values ($1, $2, current_date, now() - interval '1 hour')`,
      [slotId, second?.id],
    )
    const [one, two] = [
      await opened(service, lead, first?.patientId ?? 0),
      await opened(service, lead, second?.patientId ?? 0),
    ]
    const sent = async (visitor: typeof one) => ({
      ...hiddenOf(await visitor.get('/my/home'), 'offer'),
      answer: 'yes',
    })
    const [yesOfOne, yesOfTwo] = [await sent(one), await sent(two)]
    const answers = await Promise.all([
      one.post('/my/offer', yesOfOne),
      one.post('/my/offer', yesOfOne),
      two.post('/my/offer', yesOfTwo),
    ])
    expect(new Set(answers.map(({ to }) => to))).toEqual(
      new Set(['/my/appointments?said=took', '/my/appointments?said=gone']),
    )
    const { rows } = await service.db.owner.query(
      `select from appointment where slot_id = $1 and outcome is null and is_active`,
      [slotId],
    )
    expect(rows).toHaveLength(1)
  })

  it('goes to two people where there are two, and to the next of the list where one says no', async () => {
    const { slotIds, people } = await freed(2)
    const [first, second, third] = people
    const [one = 0, two = 0] = slotIds
    await offerFreed(service.parts)
    expect(await offersOf(one)).toEqual([offered(first?.id)])
    expect(await offersOf(two)).toEqual([offered(second?.id)])
    const visitor = await opened(service, lead, second?.patientId ?? 0)
    const sent = { ...hiddenOf(await visitor.get('/my/home'), 'offer'), answer: 'no' }
    expect((await visitor.post('/my/offer', sent)).to).toBe('/my/appointments?said=refused')
    await offerFreed(service.parts)
    expect(await offersOf(two)).toEqual([offered(second?.id, true), offered(third?.id)])
  })

  it('is booked once by somebody who was offered two', async () => {
    const { slotIds, people } = await freed(2)
    const [first] = people
    await offerFreed(service.parts)
    await service.db.owner.query(
      `insert into slot_offer (slot_id, pathway_id, offered_date) values ($1, $2, current_date)`,
      [slotIds[1], first?.id],
    )
    const visitor = await opened(service, lead, first?.patientId ?? 0)
    const home = await visitor.get('/my/home')
    const yes = [0, 2].map((nth) => ({ ...hiddenOf(home, 'offer', nth), answer: 'yes' }))
    const answers = []
    for (const each of yes) answers.push((await visitor.post('/my/offer', each)).to)
    expect(answers).toEqual(['/my/appointments?said=took', '/my/appointments?said=gone'])
    const { rows } = await service.db.owner.query(
      `select from appointment where pathway_id = $1 and outcome is null and is_active`,
      [first?.id],
    )
    expect(rows).toHaveLength(1)
  })

  it('leaves the page once the person is booked for the same, and stays away when that slot is given up', async () => {
    const { slotId, slotIds, people } = await freed(2)
    const [first] = people
    const pathwayId = first?.id ?? 0
    await offerFreed(service.parts)
    await service.db.owner.query('update slot_offer set refused_date = current_date where slot_id = $1', [
      slotIds[1],
    ])
    const visitor = await opened(service, lead, first?.patientId ?? 0)
    const yes = { ...hiddenOf(await visitor.get('/my/home'), 'offer'), answer: 'yes' }
    const isOffered = async () => (await visitor.get('/my/home')).page.includes('A place is free')
    const book = async (id: number) =>
      expectSaved('booked', await service.ask(bookSlot, { slotId: id, pathwayId, tell: false }, lead))
    const cancel = async (booked: { id: number; version: number }) =>
      expectSaved(
        'cancelled',
        await service.ask(cancelBooking, { ...booked, reason: 'cancelledByPatient', tell: false }, lead),
      )
    expect(await isOffered()).toBe(true)
    const other = await book(slotIds[1] ?? 0)
    expect(await isOffered()).toBe(false)
    expect((await visitor.post('/my/offer', yes)).to).toBe('/my/appointments?said=gone')
    await cancel(other)
    expect(await isOffered()).toBe(true)
    await cancel(await book(slotId))
    expect(await isOffered()).toBe(false)
    expect((await visitor.post('/my/offer', yes)).to).toBe('/my/appointments?said=gone')
  })

  it('is not offered to who could not come to it', async () => {
    const { slotId, giver, people } = await freed()
    await service.db.owner.query(
      `update work_list set since = current_date - 400, stage = 'awaitingAssessment' where pathway_id = $1`,
      [giver.id],
    )
    await offerFreed(service.parts)
    expect(await offersOf(slotId)).toEqual([offered(people[0]?.id)])
  })

  it('is not offered to a restricted record, or to somebody who is not to be told', async () => {
    const { slotId, people } = await freed()
    const [first, second, third] = people
    await service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason) values ($1, 'safety', 'In a refuge')`,
      [first?.patientId],
    )
    await service.db.owner.query('update patient set deceased_date = current_date where id = $1', [
      second?.patientId,
    ])
    await offerFreed(service.parts)
    expect(await offersOf(slotId)).toEqual([offered(third?.id)])
  })

  it.each([
    ['at night', true, '03:00'],
    ['without the setting', false, '11:00'],
  ])('is not offered %s', async (_, offersFreedPlaces, time) => {
    const { slotId } = await freed()
    const clock = () => Date.parse(`${today()}T${time}:00Z`)
    const tasks = freedTasks({ ...service.parts, offersFreedPlaces, clock })
    await tasks['offerFreedPlaces']?.({}, undefined as never)
    expect(await offersOf(slotId)).toEqual([])
  })
})

describe('a place in a class that somebody gave up', () => {
  it('is offered to who has waited longest; after a working day without an answer somebody rings, and the next is offered it too', async () => {
    const { id: classId } = await aClass(service, lead, { capacity: 1 })
    const enter = async () => {
      const { id: pathwayId } = await aPathway(service, lead)
      const answer = await service.ask(enrol, { classId, pathwayId, transport: 'own' }, lead)
      return { pathwayId, ...expectSaved('place', answer) }
    }
    const [inClass, first, second] = [await enter(), await enter(), await enter()]
    const people = async () =>
      ((await service.ask(classPeople, { id: classId }, lead)).body as ClassPerson[]).map(({ id, state }) => [
        id,
        state,
      ])
    await offerFreed(service.parts)
    expect(await people()).toContainEqual([first.id, 'waiting'])
    const left = { leftDate: today(), leftReason: 'home', planAnswer: 'goesOn' } as const
    const done = await service.ask(leaveClass, { id: inClass.id, version: inClass.version, ...left }, lead)
    expectSaved('left', done)
    await offerFreed(service.parts)
    await offerFreed(service.parts)
    expect(await people()).toEqual(
      expect.arrayContaining([
        [first.id, 'offered'],
        [second.id, 'waiting'],
      ]),
    )
    await service.db.owner.query('delete from task where class_place_id = $1', [first.id])
    await service.db.owner.query(
      `update class_place set offered_at = now() - interval '6 days' where id = $1`,
      [first.id],
    )
    await offerFreed(service.parts)
    await offerFreed(service.parts)
    const { body } = await service.ask(tasksOfPathway, { pathwayId: first.pathwayId }, lead)
    expect((body as Task[]).filter(({ text }) => text.includes('they have not answered'))).toHaveLength(1)
    expect(await people()).toEqual(
      expect.arrayContaining([
        [first.id, 'offered'],
        [second.id, 'offered'],
      ]),
    )
    const view = (await service.ask(getPathway, { id: first.pathwayId }, lead)).body as PathwayView
    expect(view.stage.open).toBe(true)
  })
})
