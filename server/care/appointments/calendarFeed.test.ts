import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  feedOfNobody,
  getCalendarFeed,
  renewCalendarFeed,
  withdrawCalendarFeed,
  type CalendarFeedView,
} from '../../../contract/care/appointments/calendarFeed.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { cancelReferral } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { instantAt } from '../../../contract/platform/dates/wallTime.ts'
import { aClinician, expectSaved } from '../../testing/world/factories.ts'
import { aClass } from '../../testing/known/knownClasses.ts'
import { aGround, caseOf, saveRecordOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { writeCalendar } from './calendar.ts'

let service: TestService
let user: TestUser
let ground: Ground
beforeAll(async () => {
  service = await testService()
})
beforeEach(async () => {
  user = await service.as('Clinician')
  const clinicianId = await aClinician(service)
  await service.db.owner.query('update app_user set clinician_id = $2 where id = $1', [
    user.userId,
    clinicianId,
  ])
  ground = { ...(await aGround(service, user)), clinicianId }
})
afterAll(() => service.close())

const renew = async () => {
  const { status, body } = await service.ask(renewCalendarFeed, {}, user)
  expect(status).toBe(200)
  return new URL((body as { address: string }).address).pathname
}
const read = (url: string) => service.app.inject({ method: 'GET', url })
const book = async (fields: Record<string, unknown>) =>
  expectSaved('appointment', await saveRecordOf(service, user, caseOf('appointment'), ground, fields))
const feed = async () => (await service.ask(getCalendarFeed, {}, user)).body as CalendarFeedView

/** Reads a calendar as a program does: unfolds the lines and returns each event with its properties. */
const eventsOf = (text: string): Record<string, string>[] =>
  text
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event
          .split('END:VEVENT')[0]
          ?.trim()
          .split('\r\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]) ?? [],
      ),
    )
const compact = (day: string, time: string): string =>
  instantOf(instantAt(day, time)).replaceAll(/[-:]|\.\d{3}/g, '')

it('names no patient, and each reading is in the audit trail', async () => {
  const day = addDays(today(), 3)
  const { id } = await book({ appointmentDate: day, startTime: '10:30', minutes: 45, outcome: null })
  await aClass(service, user, {
    clinicianId: ground.clinicianId,
    firstDate: day,
    weeks: 1,
    name: 'Steady; steps',
  })
  const path = await renew()
  const { statusCode, headers, body } = await read(path)
  expect({ statusCode, type: headers['content-type'] }).toEqual({
    statusCode: 200,
    type: 'text/calendar; charset=utf-8',
  })
  expect(headers['cache-control']).toBe('private, no-cache')
  expect(eventsOf(body)).toMatchObject([
    {
      SUMMARY: 'Visit',
      DTSTART: compact(day, '10:30'),
      DTEND: compact(day, '11:15'),
      STATUS: 'CONFIRMED',
      UID: expect.stringContaining(`appointment-${id}@`),
    },
    { SUMMARY: String.raw`Steady\; steps` },
  ])
  const { rows: people } = await service.db.owner.query<{ family_name: string; nhs_number: string }>(
    'select family_name, nhs_number from patient where id = $1',
    [ground.patientId],
  )
  for (const words of Object.values(people[0] ?? {})) expect(body).not.toContain(words)
  expect(body).not.toContain('side door')
  const { rows } = await service.db.owner.query(
    `select kind, user_id as "userId", patient_ids as "patientIds", records from audit_event
     where action = 'GET /calendar/{secret}' and user_id = $1`,
    [user.userId],
  )
  expect(rows).toEqual([
    {
      kind: 'read',
      userId: user.userId,
      patientIds: [],
      records: [{ entity: 'appointment', id, version: 1 }],
    },
  ])
})

it('says of a cancelled appointment that it is cancelled, and that it changed', async () => {
  const fields = { appointmentDate: addDays(today(), 3), outcome: null }
  const { id, version } = await book(fields)
  await book({ ...fields, id, version, outcome: 'cancelledByPatient' })
  expect(eventsOf((await read(await renew())).body)).toMatchObject([{ STATUS: 'CANCELLED', SEQUENCE: '1' }])
})

describe('a program that asks again', () => {
  const ask = (
    url: string,
    headers: Record<string, string | undefined> = {},
    method: 'GET' | 'HEAD' = 'GET',
  ) => service.app.inject({ method, url, headers: headers as Record<string, string> })
  const readings = async () => {
    const { rows } = await service.db.owner.query(
      `select from audit_event where action = 'GET /calendar/{secret}' and user_id = $1`,
      [user.userId],
    )
    return rows.length
  }

  it('is told that nothing is new, by what it has or since when, and that is no reading', async () => {
    const fields = { appointmentDate: addDays(today(), 3), outcome: null }
    const { id } = await book(fields)
    const path = await renew()
    const { headers, body } = await ask(path)
    const { etag = '', 'last-modified': modified = '' } = headers as Record<string, string>
    expect(body).toContain(`X-WR-CALNAME:Surefoot: OKAFOR\\, Ada`)
    expect(body).toContain('X-PUBLISHED-TTL:PT1H\r\n')
    for (const known of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-modified-since': modified },
    ]) {
      const again = await ask(path, known)
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag])
    }
    expect(await readings()).toBe(1)
    // A change counts even within the same second.
    await service.db.owner.query('update appointment set is_active = false where id = $1', [id])
    for (const known of [{ 'if-none-match': etag }, { 'if-modified-since': modified }])
      expect((await ask(path, known)).statusCode).toBe(200)
    expect(await readings()).toBe(3)
    expect(Date.parse(String((await ask(path)).headers['last-modified']))).toBeGreaterThan(
      Date.parse(modified),
    )
    // If the request names a tag, if-modified-since is ignored.
    expect((await ask(path, { 'if-none-match': '"other"', 'if-modified-since': modified })).statusCode).toBe(
      200,
    )
  })

  it('by HEAD has the same answer without the calendar', async () => {
    const path = await renew()
    const got = await ask(path)
    const head = await ask(path, {}, 'HEAD')
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'cache-control'])
      expect(head.headers[name], name).toBe(got.headers[name])
    expect((await ask(path, { 'if-none-match': String(got.headers['etag']) }, 'HEAD')).statusCode).toBe(304)
    const other = `${path.slice(0, -5)}${path.at(-5) === 'A' ? 'E' : 'A'}.ics`
    expect((await ask(other, {}, 'HEAD')).statusCode).toBe(404)
  })
})

describe('says of a booking that may not stand to look in the diary, and not why', () => {
  const lookFirst = 'Visit – please look in the diary'
  const cancelled = async () =>
    expectSaved(
      'cancellation',
      await service.ask(
        cancelReferral,
        { id: ground.pathwayId, cancelReferralDate: addDays(today(), -1) },
        user,
      ),
    )
  const died = async () => {
    const { body } = await service.ask(getPatient, { id: ground.patientId }, user)
    const { pathways: _p, nextOfKin: _n, flags: _f, bmi: _b, names: _m, ...patient } = body as PatientView
    const change = { ...patient, deceasedDate: today(), deathBeforeRecordsConfirmed: true }
    expectSaved('patient', await service.ask(savePatient, change as never, user))
  }
  it.each<[string, number, string | null, () => Promise<unknown>, string]>([
    ['nothing happened', 3, null, () => Promise.resolve(), 'Visit'],
    ['the referral was closed', -1, null, cancelled, lookFirst],
    ['the referral was closed, and what it was is known', -3, 'attended', cancelled, 'Visit'],
    ['the person died', 3, null, died, lookFirst],
  ])('%s, %i days from now', async (_, days, outcome, happens, summary) => {
    await book({ appointmentDate: addDays(today(), days), outcome })
    await happens()
    const { body } = await read(await renew())
    expect(eventsOf(body).map(({ SUMMARY }) => SUMMARY)).toEqual([summary])
    expect(body).not.toMatch(/closed|cancel|died|dead/i)
  })
})

describe('is gone when the address is renewed or withdrawn, or its owner may no longer read lists', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['renewed', renew],
    ['withdrawn', () => service.ask(withdrawCalendarFeed, {}, user)],
    [
      'of somebody whose sign-in ended',
      () => service.db.owner.query('update app_user set is_active = false where id = $1', [user.userId]),
    ],
    [
      'of somebody without a role',
      () => service.db.owner.query('delete from user_role where user_id = $1', [user.userId]),
    ],
    [
      'of somebody who is tied to no clinician any more',
      () => service.db.owner.query('update app_user set clinician_id = null where id = $1', [user.userId]),
    ],
  ])('%s', async (_, end) => {
    const path = await renew()
    expect((await read(path)).statusCode).toBe(200)
    await end()
    const gone = await read(path)
    const never = await read(`/calendar/${'A'.repeat(43)}.ics`)
    const { requestId: _one, ...said } = gone.json<Record<string, unknown>>()
    const { requestId: _other, ...toAnybody } = never.json<Record<string, unknown>>()
    expect(gone.statusCode).toBe(404)
    expect(said).toEqual(toAnybody)
  })
})

it('is told of without its address', async () => {
  expect(await feed()).toMatchObject({ madeAt: null, clinician: expect.any(String) })
  const path = await renew()
  const told = await feed()
  expect(told.madeAt).not.toBeNull()
  const secret = path.split('/').at(-1)?.slice(0, -4) ?? ''
  expect(JSON.stringify(told)).not.toContain(secret)
  const { rows } = await service.db.owner.query<{ text: string }>(
    `select feed::text || coalesce((select string_agg(audit_event::text, '') from audit_event), '') as text from calendar_feed as feed`,
  )
  for (const { text } of rows) expect(text).not.toContain(secret)
})

it('is of nobody who is tied to no clinician', async () => {
  const clerk = await service.as('Admissions')
  expect(await service.ask(renewCalendarFeed, {}, clerk)).toMatchObject({
    status: 409,
    body: { message: feedOfNobody },
  })
})

it('folds lines of more than 75 octets, and cuts no character in two', () => {
  const location = 'Café ä'.repeat(40)
  const text = writeCalendar('Surefoot', [
    {
      ...{ uid: 'one', sequence: 0, changedAt: 0, startsAt: 0, endsAt: 60_000, summary: 'a, b\nc' },
      ...{ location, isCancelled: false },
    },
  ])
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(eventsOf(text)).toMatchObject([{ LOCATION: location, SUMMARY: String.raw`a\, b\nc` }])
})
