import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getDiary, type Diary } from '../../../contract/care/appointments/diary.ts'
import { mondayOf } from '../../../contract/platform/dates/weekdays.ts'
import { addDays, today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  cancelReferral,
  getPathway,
  pathwayHistory,
  savePathway,
  type PathwayView,
} from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { appointment, type Appointment } from '../../../contract/pathways/records/appointment.ts'
import { aClinician, expectSaved } from '../../testing/world/factories.ts'
import { aClass, sessionsOf } from '../../testing/known/knownClasses.ts'
import { aGround, caseOf, saveRecordOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let lead: TestUser
let ground: Ground
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
beforeEach(async () => {
  ground = await aGround(service, lead)
})
afterAll(() => service.close())

const ahead = (days: number): string => addDays(today(), days)

const save = (fields: Partial<InputOf<typeof appointment.save>>, of = ground) =>
  saveRecordOf(service, lead, caseOf('appointment'), of, { outcome: null, ...fields })
const book = async (fields: Partial<InputOf<typeof appointment.save>>, of = ground) =>
  expectSaved('appointment', await save(fields, of))
const view = async () => (await service.ask(getPathway, { id: ground.pathwayId }, lead)).body as PathwayView

/**
 * In next year, so that the day is after every referral date.
 * @param month from 1
 */
const lastSundayOf = (month: number): CalendarDate => {
  const last = addDays(`${Number(today().slice(0, 4)) + 1}-${String(month + 1).padStart(2, '0')}-01`, -1)
  return addDays(last, -new Date(last).getUTCDay())
}
const [springs, falls] = [lastSundayOf(3), lastSundayOf(10)]

describe('a second booking of the clinician is asked about', () => {
  const day = addDays(mondayOf(`${falls.slice(0, 4)}-03-08`), 2)
  const first = { appointmentDate: day, startTime: '10:00', minutes: 45, unusualConfirmed: false }

  it.each<[string, object, boolean]>([
    ['the same time', {}, true],
    ['one that begins before it ends', { startTime: '10:44' }, true],
    ['one that ends after it begins', { startTime: '09:30', minutes: 31 }, true],
    ['one around it', { startTime: '09:00', minutes: 120 }, true],
    ['one that begins when it ends', { startTime: '10:45' }, false],
    ['one that ends when it begins', { startTime: '09:30', minutes: 30 }, false],
    ['the same time of another day', { appointmentDate: addDays(day, -1) }, false],
    ['what is cancelled', { outcome: 'cancelledByPatient' }, false],
  ])('%s', async (_, second, isAsked) => {
    await book(first)
    const other = { ...(await aGround(service, lead)), clinicianId: ground.clinicianId }
    const answered = await save({ ...first, ...second }, other)
    expect(answered).toMatchObject(
      isAsked
        ? {
            status: 400,
            body: {
              unusualConfirmed: `The clinician has something else on ${formatDate(day)} from 10:00 to 10:45. Tick to save it all the same.`,
            },
          }
        : { status: 200 },
    )
    // The server asks and does not refuse. A sender that does not know the question is not asked.
    for (const unusualConfirmed of [true, undefined])
      expect((await save({ ...first, ...second, unusualConfirmed }, other)).status).toBe(200)
  })

  it('asks one of two people who book at the same moment', async () => {
    for (const startTime of Array.from({ length: 10 }, (_, hour) => `${hour + 10}:00`)) {
      const other = { ...(await aGround(service, lead)), clinicianId: ground.clinicianId }
      const booked = await Promise.all([ground, other].map((of) => save({ ...first, startTime }, of)))
      expect(booked.map(({ status }) => status).toSorted()).toEqual([200, 400])
    }
  })

  it.each<[string, string, string, number, boolean]>([
    // In March the clocks skip the hour from 01:00 to 02:00, so 00:50 plus 30 minutes runs into the skipped hour.
    ['on the last Sunday of March, in the hour that is left out', springs, '00:50', 30, true],
    ['on the last Sunday of March, before that hour', springs, '00:20', 30, false],
    ['on the last Sunday of October, in the first of the two hours', falls, '01:20', 30, true],
    ['on the last Sunday of October, before it', falls, '00:50', 30, false],
  ])('%s', async (_, date, startTime, minutes, isAsked) => {
    const at = date === springs ? '01:10' : '01:30'
    await book({ appointmentDate: date, startTime: at, minutes: 15 })
    const other = { ...(await aGround(service, lead)), clinicianId: ground.clinicianId }
    const { body } = await save({ appointmentDate: date, startTime, minutes, unusualConfirmed: false }, other)
    expect(JSON.stringify(body).includes('something else')).toBe(isAsked)
  })

  it('a session of a class that they give', async () => {
    const { id: classId } = await aClass(service, lead, { clinicianId: ground.clinicianId })
    const [session] = await sessionsOf(service, lead, classId)
    const appointmentDate = session?.sessionDate ?? ''
    const { status } = await save({ appointmentDate, startTime: '11:00', unusualConfirmed: false })
    expect(status).toBe(400)
  })

  it('not again, when nothing of its time is changed', async () => {
    await book(first)
    const { id, version } = await book({ ...first, unusualConfirmed: true })
    expect((await save({ ...first, id, version, note: 'Ring twice' })).status).toBe(200)
  })
})

describe('what happened', () => {
  it.each([
    ['attended', 1, 400],
    ['didNotAttend', 1, 400],
    ['wasNotBrought', 1, 400],
    ['cancelledByPatient', 1, 200],
    ['cancelledByService', 1, 200],
    ['attended', 0, 200],
    ['wasNotBrought', 0, 200],
  ] as const)('%s, %i days ahead', async (outcome, days, status) => {
    expect((await save({ appointmentDate: ahead(days), outcome })).status).toBe(status)
  })

  it('moves nobody to another list, and neither does a booking', async () => {
    const { stage, stageChanges } = await view()
    await book({ appointmentDate: ahead(3) })
    await book({ appointmentDate: ahead(-1), outcome: 'didNotAttend' })
    await book({ appointmentDate: ahead(-2), outcome: 'attended' })
    const after = await view()
    expect([after.stage, after.stageChanges]).toEqual([stage, stageChanges])
  })

  it.each(['24:00', 'about noon', '10.60'])('takes no start time like %s', async (startTime) => {
    expect(await save({ startTime })).toMatchObject({
      status: 400,
      body: { startTime: 'Enter a time as HH:mm, such as 14:30' },
    })
  })
})

describe('a discharge asks about vulnerability', () => {
  beforeEach(async () => {
    const ended = { id: ground.exerciseId, version: 1, completedDate: ahead(-2) }
    expectSaved('plan', await saveRecordOf(service, lead, caseOf('exercise'), ground, ended))
  })
  const discharge = (fields: object) =>
    service.ask(
      savePathway,
      {
        ...{ id: ground.pathwayId, patientId: ground.patientId, dischargeDate: today() },
        ...{ openPlansConfirmed: true, ...fields },
      },
      lead,
    )
  const asked = { status: 400, body: { vulnerability: expect.stringContaining('may be vulnerable') } }

  it.each<[string, object, object]>([
    ['without an answer', {}, asked],
    ['with an empty answer', { vulnerability: '' }, asked],
    ['of a sender that knows nothing of it', { openPlansConfirmed: undefined }, { status: 200 }],
    ['that was answered with no', { vulnerability: 'noSign' }, { status: 200 }],
    [
      'that was answered with yes and no word of what was done',
      { vulnerability: 'known' },
      { status: 400, body: { vulnerabilityNote: 'Say what was found and done' } },
    ],
    [
      'that was answered with yes and what was done',
      { vulnerability: 'possible', vulnerabilityNote: 'Rang the daughter' },
      { status: 200 },
    ],
  ])('%s, after a missed appointment', async (_, answer, answered) => {
    await book({ appointmentDate: ahead(-3), outcome: 'wasNotBrought' })
    expect(await discharge(answer)).toMatchObject(answered)
  })

  it('not of somebody who came since', async () => {
    await book({ appointmentDate: ahead(-3), outcome: 'didNotAttend' })
    await book({ appointmentDate: ahead(-2), outcome: 'attended' })
    expect((await discharge({})).status).toBe(200)
  })

  it('not about an appointment that was deleted', async () => {
    const { id, version } = await book({ appointmentDate: ahead(-3), outcome: 'didNotAttend' })
    expect((await service.ask(appointment.delete, { id, version }, lead)).status).toBe(200)
    expect((await discharge({})).status).toBe(200)
  })

  it('and keeps the answer, in the history too', async () => {
    await book({ appointmentDate: ahead(-3), outcome: 'didNotAttend' })
    const answer = { vulnerability: 'known', vulnerabilityNote: 'Told the safeguarding lead' } as const
    expect((await discharge(answer)).status).toBe(200)
    expect((await view()).pathway).toMatchObject(answer)
    const { body } = await service.ask(pathwayHistory, { id: ground.pathwayId }, lead)
    expect(JSON.stringify(body)).toContain('Told the safeguarding lead')
  })

  it('and a cancellation names it among what is open', async () => {
    await book({ appointmentDate: ahead(-3), outcome: 'didNotAttend' })
    const input = { id: ground.pathwayId, cancelReferralDate: today(), openPlansConfirmed: false }
    expect(await service.ask(cancelReferral, input, lead)).toMatchObject({
      status: 400,
      body: { openPlansConfirmed: expect.stringContaining('consider whether they may be vulnerable') },
    })
  })
})

describe('the diary', () => {
  const diary = async (input: InputOf<typeof getDiary>, user = lead) => service.ask(getDiary, input, user)

  it('says who has died, and whose referral is closed', async () => {
    const day = { appointmentDate: ahead(5), outcome: null }
    await book(day)
    const seen = async () => {
      const { body } = await diary({ from: ahead(5), days: 1, clinicianId: ground.clinicianId })
      return (body as Diary).appointments.map(({ deceased, isClosed }) => ({ deceased, isClosed }))
    }
    expect(await seen()).toEqual([{ deceased: false, isClosed: false }])
    const { body } = await service.ask(getPatient, { id: ground.patientId }, lead)
    const { pathways: _p, nextOfKin: _n, flags: _f, bmi: _b, names: _m, ...patient } = body as PatientView
    const died = { ...patient, deceasedDate: today(), deathBeforeRecordsConfirmed: true }
    expectSaved('death', await service.ask(savePatient, died as never, lead))
    expect(await seen()).toEqual([{ deceased: true, isClosed: false }])
    const cancel = { id: ground.pathwayId, cancelReferralDate: today() }
    expectSaved('cancellation', await service.ask(cancelReferral, cancel, lead))
    expect(await seen()).toEqual([{ deceased: true, isClosed: true }])
  })

  it('has the appointments and sessions of a clinician or a place, in their order, and no others', async () => {
    const monday = '2026-03-23'
    const late = await book({ appointmentDate: '2026-03-29', startTime: '14:00' })
    const early = await book({ appointmentDate: '2026-03-29', startTime: '09:00' })
    await book({ appointmentDate: '2026-03-30', startTime: '09:00' })
    await book({ appointmentDate: '2026-03-25', clinicianId: await aClinician(service) })
    const gone = await book({ appointmentDate: '2026-03-26' })
    expect((await service.ask(appointment.delete, gone, lead)).status).toBe(200)
    const { clinicianId } = ground
    await aClass(service, lead, { firstDate: '2026-03-24', weeks: 3, clinicianId })
    const week = (await diary({ from: monday, days: 7, clinicianId })).body as Diary
    expect(week.appointments.map(({ id }) => id)).toEqual([early.id, late.id])
    expect(week.sessions.map(({ sessionDate }) => sessionDate)).toEqual(['2026-03-24'])
    const day = (await diary({ from: '2026-03-30', days: 1, clinicianId })).body as Diary
    expect(day.appointments).toHaveLength(1)
    const { body } = await service.ask(appointment.get, { id: early.id }, lead)
    const { locationId } = body as Appointment
    const there = (await diary({ from: '2026-03-29', days: 1, locationId })).body as Diary
    expect(there.appointments.map(({ id }) => id)).toEqual(expect.arrayContaining([early.id, late.id]))
  })

  it.each([
    ['of nobody', {}],
    ['of both', { clinicianId: 1, locationId: 1 }],
    ['of more than a week', { clinicianId: 1, days: 8 }],
  ])('%s is refused', async (_, input) => {
    expect((await diary({ from: today(), days: 7, ...input })).status).toBe(400)
  })

  it('is not for people outside the service', async () => {
    const outsider = await service.as('External')
    expect((await diary({ from: today(), days: 1, clinicianId: 1 }, outsider)).status).toBe(403)
  })
})
