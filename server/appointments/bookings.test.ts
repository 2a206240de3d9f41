import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mondayOf } from '../../contract/classes/days.ts'
import { enrol } from '../../contract/classes/place.ts'
import { addDays, today } from '../../contract/dates.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { formatDate } from '../../contract/format.ts'
import type { appointment } from '../../contract/records/appointment.ts'
import { aClinician, aPathway, expectSaved } from '../testing/factories.ts'
import { aClass, inExercise } from '../testing/knownClasses.ts'
import { aGround, caseOf, saveRecordOf, type Ground } from '../testing/recordCases.ts'
import { testService, type TestService } from '../testing/service.ts'
import type { TestUser } from '../testing/users.ts'

/* Each booking beside what is booked already, and what becomes of it. */

type Fields = Partial<InputOf<typeof appointment.save>>

let service: TestService
let lead: TestUser
/** Where two bookings disturb each other, and where they do not. */
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

/** A Wednesday in the first days of March, when there is no bank holiday. */
const day = addDays(mondayOf(`${Number(today().slice(0, 4)) + 1}-03-08`), 2)
const at = { appointmentDate: day, startTime: '10:00', minutes: 45 }

const save = async (of: Ground, fields: Fields) =>
  saveRecordOf(service, lead, caseOf('appointment'), of, { outcome: null, ...at, ...fields })

/** Another referral of somebody, by the same clinician unless another is named. */
const groundOfSame = async ({ patientId, ...ground }: Ground): Promise<Ground> => {
  const { id: pathwayId } = await aPathway(service, lead, { patientId })
  return { ...ground, patientId, pathwayId }
}

const question = (sentences: string) => `${sentences} Tick to save it all the same.`
const elsewhere = (who: string, times = '10:00 to 10:45') =>
  `${who} something else on ${formatDate(day)} from ${times}.`

describe('an appointment', () => {
  /** Who and where the second booking shares with the first, what of it is otherwise, and who has something else; null: taken. */
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
    // Each by itself at a time of its own place.
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
      // Asked about, not forbidden; and a sender that does not know the question is not asked.
      expect((await save(patient, { ...second, unusualConfirmed: true })).status).toBe(200)
      expect((await save(patient, second)).status).toBe(200)
    }
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
