import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBankHolidays } from '../../../contract/care/appointments/holidays.ts'
import { saveClass } from '../../../contract/care/classes/class.ts'
import { mondayOf } from '../../../contract/platform/dates/weekdays.ts'
import { enrol } from '../../../contract/care/classes/place.ts'
import { saveSession } from '../../../contract/care/classes/register.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { appointment } from '../../../contract/pathways/records/appointment.ts'
import { recordKinds } from '../../../contract/pathways/records/kinds.ts'
import { aClinician, aPathway, expectSaved } from '../../testing/world/factories.ts'
import { aClass, classInputOf, inExercise, sessionsOf } from '../../testing/known/knownClasses.ts'
import { aGround, caseOf, saveRecordOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* Booking something that overlaps with an existing booking, or at an unusual time. */

type Fields = Partial<InputOf<typeof appointment.save>>

let service: TestService
let lead: TestUser
/** A location where two bookings conflict, and one where they do not. */
let room: number
let home: number
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  const placeOf = async (code: string) =>
    (
      await service.db.sql
        .selectFrom('location')
        .select('id')
        .where('national_code', '=', code)
        .executeTakeFirstOrThrow()
    ).id
  room = await placeOf('B01')
  home = await placeOf('A01')
})
afterAll(() => service.close())

/** A Wednesday in early March, when there is no bank holiday. */
const day = addDays(mondayOf(`${Number(today().slice(0, 4)) + 1}-03-08`), 2)
/** The first Monday in May, a bank holiday in all four nations. */
const may = mondayOf(`${day.slice(0, 4)}-05-07`)
const mayInWords = `${formatDate(may)} (Early May bank holiday)`
const at = { appointmentDate: day, startTime: '10:00', minutes: 45 }

const save = async (of: Ground, fields: Fields) =>
  saveRecordOf(service, lead, caseOf('appointment'), of, { outcome: null, ...at, ...fields })

/** Another referral of the same patient, with the same clinician unless another is named. */
const groundOfSame = async ({ patientId, ...ground }: Ground): Promise<Ground> => {
  const { id: pathwayId } = await aPathway(service, lead, { patientId })
  return { ...ground, patientId, pathwayId }
}

const question = (sentences: string) => `${sentences} Tick to save it all the same.`
const elsewhere = (who: string, times = '10:00 to 10:45') =>
  `${who} something else on ${formatDate(day)} from ${times}.`

describe('an appointment', () => {
  /**
   * What the second booking has in common with the first, its other fields, and who is already booked (null: no
   * question).
   */
  it.each<[string, ('clinician' | 'patient' | 'room')[], Fields, string | null]>([
    ['of somebody else, by somebody else, elsewhere', [], {}, null],
    ['of the same patient with two clinicians', ['patient'], {}, 'The patient has'],
    ['of the same patient, one a call', ['patient'], { appointmentType: 'call' }, 'The patient has'],
    ['of the same patient, from before', ['patient'], { startTime: '09:30', minutes: 31 }, 'The patient has'],
    ['of the same patient, right after', ['patient'], { startTime: '10:45' }, null],
    ['of the same patient, a day later', ['patient'], { appointmentDate: addDays(day, 1) }, null],
    ['of the same patient, cancelled', ['patient'], { outcome: 'cancelledByService' }, null],
    ['by the same clinician', ['clinician'], {}, 'The clinician has'],
    [
      'by the same clinician with the same patient',
      ['clinician', 'patient'],
      {},
      'The clinician and the patient have',
    ],
    ['in one room', ['room'], {}, 'The place has'],
    ['in one room, as it is free again', ['room'], { startTime: '10:45' }, null],
    ['a visit from that room', ['room'], { appointmentType: 'visit' }, null],
    ['a call from that room', ['room'], { appointmentType: 'call' }, null],
    [
      'in one room, of the same patient and clinician',
      ['room', 'patient', 'clinician'],
      {},
      'The clinician, the patient and the place have',
    ],
  ])('%s', async (_, shared, fields, who) => {
    // Every case uses its own location, so that cases do not affect each other.
    const locationId = await aRoom()
    const first = await aGround(service, lead)
    expectSaved('first', await save(first, { locationId, appointmentType: 'clinic' }))
    const patient = shared.includes('patient') ? await groundOfSame(first) : await aGround(service, lead)
    const clinicianId = shared.includes('clinician') ? first.clinicianId : await aClinician(service)
    const second: Fields = {
      ...{ appointmentType: 'clinic', locationId: shared.includes('room') ? locationId : await aRoom() },
      ...{ clinicianId, ...fields },
    }
    const answered = await save(patient, { ...second, unusualConfirmed: false })
    if (who === null) expect(answered.status).toBe(200)
    else {
      expect(answered).toMatchObject({
        status: 400,
        body: { unusualConfirmed: question(elsewhere(who)) },
      })
      // The server asks and does not refuse. A sender that does not know the question is not asked.
      expect((await save(patient, { ...second, unusualConfirmed: true })).status).toBe(200)
      expect((await save(patient, second)).status).toBe(200)
    }
  })

  const [saturday, sunday] = [addDays(day, 3), addDays(day, 4)]
  const night = 'It is not between 07:00 and 20:00.'
  it.each<[string, Fields, string | null]>([
    ['on a bank holiday', { appointmentDate: may }, `There is a bank holiday: ${mayInWords}.`],
    ['on the day after', { appointmentDate: addDays(may, 1) }, null],
    ['on a Sunday', { appointmentDate: sunday }, `${formatDate(sunday)} is a Sunday.`],
    ['on a Saturday', { appointmentDate: saturday }, null],
    ['before seven', { startTime: '06:55' }, night],
    ['at seven', { startTime: '07:00' }, null],
    ['until eight', { startTime: '19:15' }, null],
    ['after eight', { startTime: '19:16' }, night],
    ['at three in the night for three in the afternoon', { startTime: '03:00' }, night],
    [
      'at night on a Sunday, in one question',
      { appointmentDate: sunday, startTime: '05:00' },
      `${formatDate(sunday)} is a Sunday. ${night}`,
    ],
    ['at night, cancelled', { startTime: '05:00', outcome: 'cancelledByPatient' }, null],
    ['that was at night', { appointmentDate: addDays(today(), -1), startTime: '05:00' }, null],
  ])('%s', async (_, fields, asked) => {
    const of = await aGround(service, lead)
    const answered = await save(of, { ...fields, unusualConfirmed: false })
    expect(answered).toMatchObject(
      asked === null ? { status: 200 } : { status: 400, body: { unusualConfirmed: question(asked) } },
    )
    for (const unusualConfirmed of [true, undefined])
      expect((await save(of, { ...fields, unusualConfirmed })).status).toBe(200)
  })

  it('of two at one home, and two in the open air, is not asked about', async () => {
    for (const locationId of [home, home]) {
      const answered = await save(await aGround(service, lead), {
        ...{ appointmentType: 'clinic', locationId, clinicianId: await aClinician(service) },
        unusualConfirmed: false,
      })
      expect(answered.status).toBe(200)
    }
  })

  it('of somebody whose class is then', async () => {
    const person = await inExercise(service, lead)
    const { id: classId } = await aClass(service, lead, { firstDate: day, startTime: '10:00', weeks: 2 })
    const joins: InputOf<typeof enrol> = { classId, ...person, transport: 'own', joinedDate: today() }
    expectSaved('place', await service.ask(enrol, joins, lead))
    const of = { ...(await aGround(service, lead)), ...person }
    expect(await save(of, { startTime: '10:30', unusualConfirmed: false })).toMatchObject({
      body: { unusualConfirmed: question(elsewhere('The patient has', '10:00 to 11:00')) },
    })
  })

  it.each<[string, Fields, string]>([
    ['moved', { startTime: '10:15' }, 'The patient has'],
    ['given another length', { startTime: '09:00', minutes: 90 }, 'The patient has'],
    ['no longer cancelled', { startTime: '10:00', outcome: null }, 'The patient has'],
  ])('that is %s is asked about as a new one is', async (_, change, who) => {
    const first = await aGround(service, lead)
    expectSaved('first', await save(first, {}))
    const other = { ...(await groundOfSame(first)), clinicianId: await aClinician(service) }
    const isCancelled = change.outcome === null
    const saved = expectSaved(
      'second',
      await save(other, isCancelled ? { outcome: 'cancelledByPatient' } : { startTime: '09:00' }),
    )
    expect(await save(other, { ...saved, ...change, unusualConfirmed: false })).toMatchObject({
      body: { unusualConfirmed: question(elsewhere(who)) },
    })
  })

  it.each<[string, Fields, string | null]>([
    ['over another booking', {}, elsewhere('The patient has')],
    ['at a free time', { startTime: '14:00' }, null],
    ['on a bank holiday', { appointmentDate: may }, `There is a bank holiday: ${mayInWords}.`],
    ['over another, cancelled', { outcome: 'cancelledByPatient' }, null],
    ['of a day that has been', { appointmentDate: addDays(today(), -1), startTime: '05:00' }, null],
  ])('that was deleted and comes back %s', async (_, fields, asked) => {
    const first = await aGround(service, lead)
    const { calls } = recordKinds.appointment
    const { id, version } = expectSaved('first', await save(first, fields))
    expectSaved('deleted', await service.ask(calls.delete, { id, version }, lead))
    const other = { ...(await groundOfSame(first)), clinicianId: await aClinician(service) }
    expectSaved('second', await save(other, {}))
    const restored = await service.ask(calls.restore, { id, unusualConfirmed: false }, lead)
    expect(restored).toMatchObject(
      asked === null ? { status: 200 } : { status: 400, body: { unusualConfirmed: asked } },
    )
    // The server asks and does not refuse. A sender that does not know the question is not asked.
    const confirmed = asked === null ? {} : { unusualConfirmed: true }
    expect((await service.ask(calls.restore, { id, ...confirmed }, lead)).status).toBe(200)
  })

  it('that stays where it was is not asked about again', async () => {
    const first = await aGround(service, lead)
    expectSaved('first', await save(first, {}))
    const other = { ...(await groundOfSame(first)), clinicianId: await aClinician(service) }
    const saved = expectSaved('second', await save(other, {}))
    const noted = await save(other, { ...saved, note: 'Together', unusualConfirmed: false })
    expect(noted.status).toBe(200)
  })

  it.each(['patient', 'room'])('of one %s by two people at the same moment is asked of one', async (what) => {
    const locationId = await aRoom()
    const one = await aGround(service, lead)
    const other = what === 'patient' ? await groundOfSame(one) : await aGround(service, lead)
    const clinicianId = await aClinician(service)
    for (const hour of Array.from({ length: 8 }, (__, index) => index + 10)) {
      const fields = { startTime: `${hour}:00`, unusualConfirmed: false } as const
      const booked = await Promise.all([
        save(one, { ...fields, appointmentType: 'clinic', locationId }),
        save(other, {
          ...{ ...fields, clinicianId, appointmentType: 'clinic' },
          locationId: what === 'room' ? locationId : room,
        }),
      ])
      expect(booked.map(({ status }) => status).toSorted()).toEqual([200, 400])
    }
  })
})

describe('a class', () => {
  const saveOf = async (fields: Partial<InputOf<typeof saveClass>>) =>
    service.ask(saveClass, await classInputOf(service, { ...firstTwo, ...fields }), lead)
  const firstTwo = { firstDate: day, startTime: '10:00', weeks: 2 }

  /** What is already booked in the second week, what the class has in common with it, and who is already booked. */
  it.each<[string, 'clinic' | 'visit' | 'class', ('instructor' | 'room')[], object, string | null]>([
    ['over a visit of its instructor', 'visit', ['instructor'], {}, 'The instructor has'],
    ['over a clinic in its room', 'clinic', ['room'], {}, 'The place has'],
    ['over a visit from its room', 'visit', ['room'], {}, null],
    ['over another class of its instructor', 'class', ['instructor'], {}, 'The instructor has'],
    ['over another class in its room', 'class', ['room'], {}, 'The place has'],
    ['over another class of both', 'class', ['room', 'instructor'], {}, 'The instructor and the place have'],
    ['over neither', 'class', [], {}, null],
    ['after it', 'class', ['room', 'instructor'], { startTime: '11:00' }, null],
    ['with that day off', 'class', ['room'], { daysOff: [addDays(day, 7)] }, null],
    ['that ends the week before', 'class', ['room'], { weeks: 1 }, null],
  ])('%s', async (_, what, shared, fields, who) => {
    const [locationId, clinicianId] = [await aRoom(), await aClinician(service)]
    const there = { locationId, clinicianId }
    const then = addDays(day, 7)
    if (what === 'class') await aClass(service, lead, { ...there, ...firstTwo, firstDate: then, weeks: 1 })
    else {
      const first = { ...there, appointmentType: what, appointmentDate: then, minutes: 60 }
      expectSaved('there', await save(await aGround(service, lead), first))
    }
    const second = {
      locationId: shared.includes('room') ? locationId : await aRoom(),
      clinicianId: shared.includes('instructor') ? clinicianId : await aClinician(service),
      ...fields,
    }
    const answered = await saveOf({ ...second, unusualConfirmed: false })
    if (who === null) expect(answered.status).toBe(200)
    else {
      const sentence = `${who} something else on ${formatDate(then)} from 10:00 to 11:00.`
      expect(answered).toMatchObject({ status: 400, body: { unusualConfirmed: question(sentence) } })
      expect((await saveOf({ ...second, unusualConfirmed: true })).status).toBe(200)
      expect((await saveOf(second)).status).toBe(200)
    }
  })

  it.each<[string, object, string | null]>([
    ['with a bank holiday', {}, `There is a bank holiday: ${mayInWords}.`],
    ['with the bank holiday off', { daysOff: [may] }, null],
    ['at night', { firstDate: day, startTime: '19:30' }, 'It is not between 07:00 and 20:00.'],
    ['on Sundays', { firstDate: addDays(day, 4), weeks: 1 }, `${formatDate(addDays(day, 4))} is a Sunday.`],
  ])('%s', async (_, fields, asked) => {
    const given = { firstDate: addDays(may, -7), ...fields }
    expect(await saveOf({ ...given, unusualConfirmed: false })).toMatchObject(
      asked === null ? { status: 200 } : { status: 400, body: { unusualConfirmed: question(asked) } },
    )
    expect((await saveOf({ ...given, unusualConfirmed: true })).status).toBe(200)
  })

  it('names three times, and says how many more there are', async () => {
    const clinicianId = await aClinician(service)
    await aClass(service, lead, { ...firstTwo, clinicianId, weeks: 8 })
    const { body } = await saveOf({ clinicianId, weeks: 8, unusualConfirmed: false })
    const { unusualConfirmed } = body as { unusualConfirmed: string }
    expect(unusualConfirmed.match(/The instructor has something else/g)).toHaveLength(3)
    expect(unusualConfirmed).toContain('It is the same at 5 more times. Tick to save it all the same.')
  })

  it('that is moved over something is asked about, and one that is renamed is not', async () => {
    const clinicianId = await aClinician(service)
    await aClass(service, lead, { ...firstTwo, clinicianId })
    const input = await classInputOf(service, { ...firstTwo, clinicianId, startTime: '14:00' })
    const saved = expectSaved('class', await service.ask(saveClass, input, lead))
    const asking = { ...input, ...saved, unusualConfirmed: false }
    expect((await service.ask(saveClass, { ...asking, startTime: '10:30' }, lead)).status).toBe(400)
    const moved = { ...asking, startTime: '10:30', unusualConfirmed: true }
    const { version } = expectSaved('moved', await service.ask(saveClass, moved, lead))
    const renamed = { ...moved, version, name: 'Renamed', unusualConfirmed: false }
    expect((await service.ask(saveClass, renamed, lead)).status).toBe(200)
  })

  it('that is moved over an appointment of somebody in it is asked about', async () => {
    const person = await inExercise(service, lead)
    const input = await classInputOf(service, firstTwo)
    const { id, version } = expectSaved('class', await service.ask(saveClass, input, lead))
    const joins = { classId: id, ...person, transport: 'own', joinedDate: today() } as const
    expectSaved('place', await service.ask(enrol, joins, lead))
    const of = { ...(await aGround(service, lead)), ...person }
    expectSaved('visit', await save(of, { appointmentDate: addDays(day, 7), startTime: '14:30' }))
    const moving = { ...input, id, version, startTime: '14:00' }
    const next = `1 person has a place and is told that the class is next on ${formatDate(day)} at 14:00.`
    const sentence = `${next} Somebody in the class has something else on ${formatDate(addDays(day, 7))} from 14:30 to 15:15.`
    expect(await service.ask(saveClass, { ...moving, unusualConfirmed: false }, lead)).toMatchObject({
      body: { unusualConfirmed: question(sentence) },
    })
    expect((await service.ask(saveClass, { ...moving, unusualConfirmed: true }, lead)).status).toBe(200)
  })

  it('is not asked about who only waits for a place in it', async () => {
    const person = await inExercise(service, lead)
    const { id: classId } = await aClass(service, lead, { ...firstTwo, capacity: 1 })
    const first = { classId, ...(await inExercise(service, lead)), transport: 'own' } as const
    expectSaved('place', await service.ask(enrol, first, lead))
    expectSaved('visit', await save({ ...(await aGround(service, lead)), ...person }, { startTime: '10:30' }))
    const waits = { classId, ...person, transport: 'own', unusualConfirmed: false } as const
    expect(await service.ask(enrol, waits, lead)).toMatchObject({ status: 200, body: { state: 'waiting' } })
  })

  it.each<[string, object, boolean]>([
    ['over an appointment', {}, true],
    ['from the session after it on', { joinedDate: addDays(day, 1) }, false],
  ])('is asked about who joins it %s', async (_, fields, isAsked) => {
    const person = await inExercise(service, lead)
    const { id: classId } = await aClass(service, lead, firstTwo)
    const of = { ...(await aGround(service, lead)), ...person }
    expectSaved('visit', await save(of, { startTime: '10:30' }))
    const joins = { classId, ...person, transport: 'own', joinedDate: today(), ...fields } as const
    const answered = await service.ask(enrol, { ...joins, unusualConfirmed: false }, lead)
    if (!isAsked) expect(answered.status).toBe(200)
    else {
      const sentence = elsewhere('The patient has', '10:30 to 11:15')
      expect(answered).toMatchObject({ status: 400, body: { unusualConfirmed: question(sentence) } })
      expect((await service.ask(enrol, { ...joins, unusualConfirmed: true }, lead)).status).toBe(200)
    }
  })

  it('asks about who covers a session, and not about those in it, whose time stays', async () => {
    const [clinicianId, { id: classId }] = [await aClinician(service), await aClass(service, lead, firstTwo)]
    const person = await inExercise(service, lead)
    const joins = { classId, ...person, transport: 'own', joinedDate: today() } as const
    expectSaved('place', await service.ask(enrol, joins, lead))
    expectSaved('visit', await save({ ...(await aGround(service, lead)), ...person }, { startTime: '10:30' }))
    await aClass(service, lead, { ...firstTwo, clinicianId })
    const [session] = await sessionsOf(service, lead, classId)
    const cover = { id: session?.id ?? 0, version: 1, minutes: 60, clinicianId }
    expect(await service.ask(saveSession, { ...cover, unusualConfirmed: false }, lead)).toMatchObject({
      body: { unusualConfirmed: question(elsewhere('The instructor has', '10:00 to 11:00')) },
    })
    expect((await service.ask(saveSession, { ...cover, unusualConfirmed: true }, lead)).status).toBe(200)
  })

  it('and an appointment of its instructor at the same moment: one is asked', async () => {
    const of = await aGround(service, lead)
    for (const hour of Array.from({ length: 8 }, (_, index) => index + 10)) {
      const asking = { startTime: `${hour}:00`, unusualConfirmed: false } as const
      const booked = await Promise.all([
        save(of, asking),
        saveOf({ ...asking, clinicianId: of.clinicianId, minutes: 45 }),
      ])
      expect(booked.map(({ status }) => status).toSorted()).toEqual([200, 400])
    }
  })
})

let rooms = 0
const aRoom = async (): Promise<number> => {
  rooms += 1
  const { id } = await service.db.sql
    .insertInto('location')
    .values({ name: `Room ${rooms}`, national_code: 'B01' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('the bank holidays', () => {
  const holidays = (from: string, until: string) => service.ask(getBankHolidays, { from, until }, lead)

  it('are named from one day to another', async () => {
    expect((await holidays(addDays(may, -6), may)).body).toEqual([
      { day: may, name: 'Early May bank holiday' },
    ])
    expect((await holidays(addDays(may, 1), addDays(may, 7))).body).toEqual([])
  })

  it.each([
    ['before the first', -1],
    ['years behind it', 801],
  ])('are refused for a last day %s', async (_, days) => {
    expect(await holidays(may, addDays(may, days))).toMatchObject({
      status: 400,
      body: { until: 'Choose a last day up to 800 days after the first' },
    })
  })
})
