import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renewCalendarFeed } from '../../../contract/care/appointments/calendarFeed.ts'
import { getClass, saveClass, type ClassView } from '../../../contract/care/classes/class.ts'
import { cancelSession, closeClass } from '../../../contract/care/classes/closing.ts'
import { saveSession } from '../../../contract/care/classes/register.ts'
import { getDiary, type Diary } from '../../../contract/care/appointments/diary.ts'
import { appointment } from '../../../contract/pathways/records/appointment.ts'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import { aClinician, done, expectSaved } from '../../testing/world/factories.ts'
import { classInputOf, sessionsOf } from '../../testing/known/knownClasses.ts'
import { aGround, caseOf, saveRecordOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* A clinician's calendar as two programs read it that were not written here, beside the diary as the product shows it. */

/** A window of four weeks back and a year ahead of this day has both changes of UK clocks and the bank holidays. */
const asOf = Date.parse('2026-10-20T09:00:00Z')

let service: TestService
let user: TestUser
let ground: Ground
let path: string
beforeAll(async () => {
  service = await testService()
  service.time.now = asOf
})
beforeEach(async () => {
  user = await service.as('Clinician', 'Team Lead')
  const clinicianId = await aClinician(service)
  await service.db.owner.query('update app_user set clinician_id = $2 where id = $1', [
    user.userId,
    clinicianId,
  ])
  ground = { ...(await aGround(service, user)), clinicianId }
  const { body } = await service.ask(renewCalendarFeed, {}, user)
  path = new URL((body as { address: string }).address).pathname
})
afterAll(async () => {
  await service.close()
  // node-ical defines it for the whole process, in which tests of pages make windows that do not have it.
  Reflect.deleteProperty(globalThis, 'Temporal')
})

const book = async (fields: Record<string, unknown>) =>
  expectSaved(
    'appointment',
    await saveRecordOf(service, user, caseOf('appointment'), ground, { outcome: null, ...fields }),
  )
const giveClass = async (fields: Partial<Parameters<typeof classInputOf>[1]> = {}) => {
  const input = await classInputOf(service, {
    clinicianId: ground.clinicianId,
    unusualConfirmed: true,
    ...fields,
  })
  return { input, ...(await done({ service, user }, saveClass, input)) }
}

interface Event {
  uid: string
  /** Instants in ISO form. */
  start: string
  end: string
  sequence: number
  status: string
}

const byUid = (one: Event, other: Event): number => (one.uid < other.uid ? -1 : 1)

const readByIcalJs = (text: string): Event[] =>
  new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component) => {
      const { uid, startDate, endDate, sequence } = new ICAL.Event(component)
      return {
        ...{ uid, start: startDate.toJSDate().toISOString(), end: endDate.toJSDate().toISOString() },
        ...{ sequence, status: String(component.getFirstPropertyValue('status')) },
      }
    })
    .toSorted(byUid)

const readByNodeIcal = (text: string): Event[] =>
  Object.values(nodeIcal.sync.parseICS(text))
    .filter((part) => part?.type === 'VEVENT')
    .map(({ uid, start, end, sequence, status }) => ({
      ...{ uid, start: start.toISOString(), end: end?.toISOString() ?? '' },
      ...{ sequence: Number(sequence), status: String(status) },
    }))
    .toSorted(byUid)

/** The calendar, which both programs must read alike. */
const readCalendar = async (of: TestService = service): Promise<Event[]> => {
  const { statusCode, body } = await of.app.inject({ method: 'GET', url: path })
  expect(statusCode).toBe(200)
  const events = readByIcalJs(body)
  expect(readByNodeIcal(body)).toEqual(events)
  return events
}
const eventOf = async (what: string, id: number): Promise<Event | undefined> =>
  (await readCalendar()).find(({ uid }) => uid.startsWith(`${what}-${id}@`))

const london = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' },
})

/** What the diary shows, from the calls of the product. */
const diaryFrom = async (from: string, weeks: number): Promise<Map<string, string>> => {
  const shown = new Map<string, string>()
  for (let week = 0; week < weeks; week += 1) {
    const input = { from: addDays(from, 7 * week), days: 7, clinicianId: ground.clinicianId }
    const { body } = await service.ask(getDiary, input, user)
    const { appointments, sessions } = body as Diary
    for (const { id, appointmentDate, startTime } of appointments)
      shown.set(`appointment-${id}`, `${appointmentDate} ${startTime}`)
    for (const { id, sessionDate, startTime } of sessions)
      shown.set(`session-${id}`, `${sessionDate} ${startTime}`)
  }
  return shown
}
const nameOf = ({ uid }: Event): string => uid.split('@')[0] ?? ''

describe('across both changes of UK clocks', () => {
  it.each([
    ['2026-10-24', '10:30', '2026-10-24T09:30:00.000Z'],
    ['2026-10-25', '00:30', '2026-10-24T23:30:00.000Z'],
    // Occurs twice; the first is meant (RFC 5545, section 3.3.5).
    ['2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '02:30', '2026-10-25T02:30:00.000Z'],
    ['2026-10-26', '10:30', '2026-10-26T10:30:00.000Z'],
    ['2027-03-27', '10:30', '2027-03-27T10:30:00.000Z'],
    ['2027-03-28', '00:30', '2027-03-28T00:30:00.000Z'],
    // Does not occur: an hour later on the clock.
    ['2027-03-28', '01:30', '2027-03-28T01:30:00.000Z'],
    ['2027-03-28', '02:30', '2027-03-28T01:30:00.000Z'],
    ['2027-03-29', '10:30', '2027-03-29T09:30:00.000Z'],
  ])('an appointment on %s at %s is at the instant %s', async (appointmentDate, startTime, start) => {
    const { id } = await book({ appointmentDate, startTime, minutes: 45 })
    const end = new Date(Date.parse(start) + 45 * 60_000).toISOString()
    expect(await eventOf('appointment', id)).toMatchObject({ start, end, status: 'CONFIRMED', sequence: 0 })
  })

  it('an appointment that lasts over the change takes as long as it takes', async () => {
    const { id } = await book({ appointmentDate: '2026-10-25', startTime: '00:30', minutes: 120 })
    expect(await eventOf('appointment', id)).toMatchObject({
      ...{ start: '2026-10-24T23:30:00.000Z', end: '2026-10-25T01:30:00.000Z' },
    })
  })

  it('a class over the bank holidays is at the times of the diary, and not on its days off', async () => {
    const daysOff = ['2026-12-25', '2027-01-01', '2027-03-26']
    await giveClass({ firstDate: '2026-10-16', weeks: 30, startTime: '10:30', daysOff })
    const events = await readCalendar()
    const diary = await diaryFrom('2026-10-12', 32)
    expect(events).toHaveLength(27)
    expect(new Map(events.map((event) => [nameOf(event), london.format(new Date(event.start))]))).toEqual(
      diary,
    )
    expect([...diary.values()].filter((at) => daysOff.some((day) => at.startsWith(day)))).toEqual([])
    const hours = Map.groupBy(events, ({ start }) => start.slice(11, 16))
    expect([hours.get('09:30')?.length, hours.get('10:30')?.length]).toEqual([8, 19])
  })
})

describe('is cancelled as such, with the same UID and a higher sequence', () => {
  const confirmed = (sequence: number) => ({ status: 'CONFIRMED', sequence })
  const cancelled = (sequence: number) => ({ status: 'CANCELLED', sequence })
  const day = '2026-10-27'

  it('an appointment that is deleted, and confirmed when it is restored', async () => {
    const saved = await book({ appointmentDate: day })
    const before = await eventOf('appointment', saved.id)
    expect(before).toMatchObject(confirmed(0))
    await done({ service, user }, appointment.delete, { id: saved.id, version: saved.version })
    expect(await eventOf('appointment', saved.id)).toEqual({ ...before, ...cancelled(1) })
    // Asking again is no change.
    expect(await eventOf('appointment', saved.id)).toEqual({ ...before, ...cancelled(1) })
    await service.db.owner.query('update appointment set is_active = true where id = $1', [saved.id])
    expect(await eventOf('appointment', saved.id)).toEqual({ ...before, ...confirmed(2) })
  })

  it('an appointment that another clinician takes, who has it under the same UID', async () => {
    const saved = await book({ appointmentDate: day })
    const before = await eventOf('appointment', saved.id)
    const colleague = await service.as('Clinician')
    const colleagueId = await aClinician(service)
    await service.db.owner.query('update app_user set clinician_id = $2 where id = $1', [
      colleague.userId,
      colleagueId,
    ])
    await book({ ...saved, appointmentDate: day, clinicianId: colleagueId })
    expect(await eventOf('appointment', saved.id)).toEqual({ ...before, ...cancelled(1) })
    const { body } = await service.ask(renewCalendarFeed, {}, colleague)
    path = new URL((body as { address: string }).address).pathname
    expect(await eventOf('appointment', saved.id)).toEqual({ ...before, ...confirmed(1) })
  })

  it('an appointment whose outcome says so, and whose new time only moves it', async () => {
    const saved = await book({ appointmentDate: day })
    await readCalendar()
    const moved = await book({ ...saved, appointmentDate: addDays(day, 1), startTime: '14:00' })
    expect(await eventOf('appointment', saved.id)).toMatchObject({
      ...confirmed(1),
      start: '2026-10-28T14:00:00.000Z',
    })
    await book({
      ...moved,
      appointmentDate: addDays(day, 1),
      startTime: '14:00',
      outcome: 'cancelledByService',
    })
    expect(await eventOf('appointment', saved.id)).toMatchObject(cancelled(2))
  })

  it('a note that no calendar shows changes nothing in it', async () => {
    const saved = await book({ appointmentDate: day })
    const before = await readCalendar()
    await book({ ...saved, appointmentDate: day, note: 'The bell is broken' })
    expect(await readCalendar()).toEqual(before)
  })

  const ofClass = async (change: (given: Awaited<ReturnType<typeof giveClass>>) => Promise<unknown>) => {
    const given = await giveClass({ firstDate: '2027-01-05', weeks: 4, startTime: '10:30' })
    const before = await readCalendar()
    expect(before.map(({ status, sequence }) => ({ status, sequence }))).toEqual(
      before.map(() => confirmed(0)),
    )
    await change(given)
    const after = await readCalendar()
    for (const { uid } of before) expect(after.map((event) => event.uid)).toContain(uid)
    return after.toSorted((one, other) => (one.start < other.start ? -1 : 1))
  }
  const short = ({ start, status, sequence }: Event) => `${start.slice(0, 16)} ${status} ${sequence}`
  const versionOf = async (id: number) =>
    ((await service.ask(getClass, { id }, user)).body as ClassView).version

  it('a session whose day becomes a day off', async () => {
    const after = await ofClass(async ({ id }) => {
      const session = (await sessionsOf(service, user, id))[1]
      const input = { id: session?.id ?? 0, version: session?.version ?? 0, tell: false }
      await done({ service, user }, cancelSession, input)
    })
    expect(after.map(short)).toEqual([
      '2027-01-05T10:30 CONFIRMED 0',
      '2027-01-12T10:30 CANCELLED 1',
      '2027-01-19T10:30 CONFIRMED 0',
      '2027-01-26T10:30 CONFIRMED 0',
    ])
  })

  it('the sessions of a class that is closed early', async () => {
    const after = await ofClass(async ({ id }) => {
      const input = { id, version: await versionOf(id), lastDate: '2027-01-12', people: [], tell: false }
      await done({ service, user }, closeClass, input)
    })
    expect(after.map(short)).toEqual([
      '2027-01-05T10:30 CONFIRMED 0',
      '2027-01-12T10:30 CONFIRMED 0',
      '2027-01-19T10:30 CANCELLED 1',
      '2027-01-26T10:30 CANCELLED 1',
    ])
  })

  it('the sessions of a class that moves to another weekday, and an hour only moves them', async () => {
    const after = await ofClass(async ({ input, id }) => {
      const later = { ...input, id, startTime: '11:30' }
      await done({ service, user }, saveClass, { ...later, version: await versionOf(id) })
      expect((await readCalendar()).map(short)).toContain('2027-01-05T11:30 CONFIRMED 1')
      const moved = { ...later, firstDate: '2027-01-06', version: await versionOf(id) }
      await done({ service, user }, saveClass, moved)
    })
    expect(after.map(short)).toEqual(
      [5, 12, 19, 26].flatMap((each) => [
        `2027-01-${String(each).padStart(2, '0')}T11:30 CANCELLED 2`,
        `2027-01-${String(each + 1).padStart(2, '0')}T11:30 CONFIRMED 0`,
      ]),
    )
  })

  it('a session that a colleague covers', async () => {
    const after = await ofClass(async ({ input, id }) => {
      const session = (await sessionsOf(service, user, id))[0]
      const { startTime, minutes, exerciseTypeId, locationId } = input
      const fields = { startTime, minutes, exerciseTypeId, locationId, unusualConfirmed: true }
      await done({ service, user }, saveSession, {
        ...{ id: session?.id ?? 0, version: session?.version ?? 0, ...fields },
        clinicianId: await aClinician(service),
      })
    })
    expect(after.map(short)[0]).toBe('2027-01-05T10:30 CANCELLED 1')
  })

  it('until it is older than a calendar shows', async () => {
    const saved = await book({ appointmentDate: '2026-09-22' })
    await readCalendar()
    await done({ service, user }, appointment.delete, { id: saved.id, version: saved.version })
    expect(await eventOf('appointment', saved.id)).toMatchObject(cancelled(1))
    service.time.now = asOf + 24 * 60 * 60_000
    expect(await readCalendar()).toEqual([])
    service.time.now = asOf
  })
})

it('keeps its UIDs when the service gets another address', async () => {
  await book({ appointmentDate: '2026-10-27' })
  const before = await readCalendar()
  const moved = await testService({ publicUrl: 'https://falls.elsewhere.example' }, {}, service.db)
  moved.time.now = asOf
  expect(await readCalendar(moved)).toEqual(before)
  expect(before[0]?.uid).not.toContain('elsewhere')
  await moved.app.close()
})
