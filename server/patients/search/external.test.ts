import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openExternalSearch } from '../../../contract/accounts/account.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import { searchExternal, searchNhsNumber } from '../../../contract/patients/search/search.ts'
import { getUser, listUsers, type UserView } from '../../../contract/accounts/user.ts'
import { buildApp } from '../../app/app.ts'
import { connect } from '../../platform/db/connection/connect.ts'
import { aPathway, aPatient, nextNhsNumber, patientInputOf } from '../../testing/world/factories.ts'
import { deliver, startReceivers } from '../../testing/process/messages.ts'
import { partsOn } from '../../testing/process/parts.ts'
import { bearer, requestOf } from '../../testing/values/request.ts'
import { testService, type Asked, type TestService } from '../../testing/process/service.ts'
import { aSharedPatient, type SharedPatient, type ThreeDetails } from '../../testing/process/shared.ts'
import { tableSums } from '../../testing/reading/tableSums.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let staff: TestUser
let external: TestUser
beforeAll(async () => {
  service = await testService()
  staff = await service.as('Admissions')
})
afterAll(() => service.close())
// A fresh budget for each test.
beforeEach(async () => {
  external = await service.as('External')
})

const minute = 60_000
const search = (details: ThreeDetails, user = external): Promise<Asked> =>
  service.ask(searchExternal, details, user)
const nobody = (): ThreeDetails => ({
  nhsNumber: nextNhsNumber(),
  familyName: 'Nobody',
  dateOfBirth: '1940-02-03',
})
const miss = async (times: number, user = external): Promise<number[]> => {
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) statuses.push((await search(nobody(), user)).status)
  return statuses
}

describe('three details that are all exactly right', () => {
  it('answer the id of the pathway', async () => {
    const { details, pathwayId } = await aSharedPatient(service, staff)
    expect(await search(details)).toMatchObject({ status: 200, body: pathwayId })
  })

  it.each([
    ["O'Connell-Šmith", 'o’connell šmith'],
    ["O'Connell-Šmith", 'OCONNELLSMITH'],
    ['MÜLLER', 'muller'],
    ['Łukasz', 'LUKASZ'],
    ['De La Cruz', 'delacruz'],
    ['Dupré', 'Dupre\u0301'],
    ['Van  Dyk', ' van dyk '],
  ])('find %s as %j: case, accents and spaces do not count', async (familyName, typed) => {
    const { details, pathwayId } = await aSharedPatient(service, staff, { familyName })
    expect((await search({ ...details, familyName: typed })).body).toBe(pathwayId)
  })

  it('open nothing for staff, who need no grant to read it', async () => {
    const { details, pathwayId } = await aSharedPatient(service, staff)
    expect((await search(details, staff)).body).toBe(pathwayId)
    const grants = await service.db.owner.query('select from external_grant where user_id = $1', [
      staff.userId,
    ])
    expect(grants.rows).toHaveLength(0)
  })

  it('find the number in groups, too', async () => {
    const { details, pathwayId } = await aSharedPatient(service, staff)
    const [first, second, third] = [/^.{3}/, /(?<=^.{3}).{3}/, /.{4}$/].map(
      (part) => part.exec(details.nhsNumber)?.[0],
    )
    for (const between of [' ', '-'])
      expect(
        (await search({ ...details, nhsNumber: `${first}${between}${second}${between}${third}` })).body,
      ).toBe(pathwayId)
  })

  it('open the open pathway before a later one that is closed, else the latest', async () => {
    const { details, patientId, pathwayId } = await aSharedPatient(service, staff, {}, day(-50))
    const referred = { patientId, consentGiven: true, secondReferral: true }
    const later = await aPathway(service, staff, { ...referred, ...day(-10) })
    expect((await search(details)).body).toBe(later.id)
    await close(later.id)
    expect((await search(details)).body).toBe(pathwayId)
    await close(pathwayId)
    expect((await search(details)).body).toBe(later.id)
  })

  it.each(['nhsNumber', 'familyName', 'dateOfBirth'] as const)('are all asked for: %s', async (field) => {
    const message = {
      nhsNumber: 'NHS Number required',
      familyName: 'Family Name required',
      dateOfBirth: 'Date of Birth required',
    }[field]
    for (const blank of ['', '   ', null, undefined]) {
      const asked = await service.app.inject({
        method: 'POST',
        url: searchExternal.path,
        headers: bearer(external),
        payload: { ...nobody(), [field]: blank },
      })
      expect({ status: asked.statusCode, body: asked.json<unknown>() }).toEqual({
        status: 400,
        body: { [field]: message },
      })
    }
    // A search without all three details does not count.
    expect(await miss(10)).toEqual(Array(10).fill(200))
  })
})

const day = (days: number) => ({ referralDate: addDays(today(), days) })
const close = (id: number) =>
  service.db.sql.updateTable('pathway').set({ discharge_date: today() }).where('id', '=', id).execute()
const change = async ({ patientId }: SharedPatient, values: Record<string, unknown>): Promise<void> => {
  await service.db.sql.updateTable('patient').set(values).where('id', '=', patientId).execute()
}

/** Every way to find nobody, each for a person who exists. */
const misses: [why: string, details: (person: SharedPatient) => Promise<ThreeDetails> | ThreeDetails][] = [
  ['nobody of the kind', nobody],
  ['another number', ({ details }) => ({ ...details, nhsNumber: nextNhsNumber() })],
  ['a number too short', ({ details }) => ({ ...details, nhsNumber: details.nhsNumber.slice(0, 9) })],
  ['another name', ({ details }) => ({ ...details, familyName: 'Nobody' })],
  [
    'the beginning of the name',
    ({ details }) => ({ ...details, familyName: details.familyName.slice(0, -1) }),
  ],
  ['a wildcard', ({ details }) => ({ ...details, familyName: '%' })],
  ['a name of marks alone', ({ details }) => ({ ...details, familyName: "'" })],
  ['another day', ({ details }) => ({ ...details, dateOfBirth: addDays(details.dateOfBirth, 1) })],
  [
    'no pathway',
    async () => {
      const input = await patientInputOf(service)
      await aPatient(service, staff, input)
      return {
        nhsNumber: String(input.nhsNumber),
        familyName: String(input.familyName),
        dateOfBirth: String(input.dateOfBirth),
      }
    },
  ],
  [
    'a deleted pathway',
    async ({ details, pathwayId }) => {
      await service.db.sql
        .updateTable('pathway')
        .set({ is_active: false })
        .where('id', '=', pathwayId)
        .execute()
      return details
    },
  ],
  [
    'a deceased patient',
    async (person) => (await change(person, { deceased_date: today() }), person.details),
  ],
  ['a deleted patient', async (person) => (await change(person, { is_active: false }), person.details)],
  [
    'a refusal with its day',
    async (person) => (await change(person, { consent_refused_date: today() }), person.details),
  ],
  [
    'a refusal with a time alone',
    async (person) => (await change(person, { time_consent_refused: '00:00' }), person.details),
  ],
  ...([false, null] as const).map((consentGiven): (typeof misses)[number] => [
    consentGiven === false ? 'consent not given' : 'consent not asked for',
    async () => (await aSharedPatient(service, staff, {}, { consentGiven })).details,
  ]),
  [
    'an open pathway without consent, though an earlier one has it',
    async ({ details, patientId, pathwayId }) => {
      await close(pathwayId)
      await aPathway(service, staff, { patientId, ...day(-1), secondReferral: true })
      return details
    },
  ],
]

describe('every kind of miss', () => {
  it('answers null in the same bytes and opens nothing', async () => {
    const answers: [string, string][] = []
    for (const [why, detailsOf] of misses) {
      const details = await detailsOf(await aSharedPatient(service, staff))
      const user = await service.as('External')
      const response = await service.app.inject(requestOf(searchExternal, details, bearer(user)))
      const { 'x-request-id': _request, date: _date, ...headers } = response.headers
      answers.push([why, JSON.stringify([response.statusCode, response.body, headers])])
    }
    const [first] = answers
    expect(first?.[1]).toContain('[200,"null",')
    for (const [why, answer] of answers) expect({ why, answer }).toEqual({ why, answer: first?.[1] })
    const { rows } = await service.db.owner.query(
      `select from external_grant join app_user on app_user.id = user_id where user_id > $1`,
      [external.userId],
    )
    expect(rows).toHaveLength(0)
  })

  it('is in the audit trail as a search that found nobody, and nowhere else', async () => {
    const details = { ...nobody(), familyName: 'Zzyzxwick' }
    const response = await service.app.inject(requestOf(searchExternal, details, bearer(external)))
    expect(await eventsOf(response.headers['x-request-id'])).toEqual([
      {
        kind: 'read',
        user_id: external.userId,
        patient_ids: [],
        pathway_ids: [],
        criteria: { ...details, found: false },
      },
    ])
    const { rows } = await service.db.owner.query<{ text: string }>(
      `select (select coalesce(string_agg(t::text, ' '), '') from external_search t)
         || (select coalesce(string_agg(t::text, ' '), '') from graphile_worker._private_jobs t) as text`,
    )
    expect(rows[0]?.text).not.toMatch(new RegExp(`Zzyzxwick|${details.nhsNumber}`, 'i'))
  })
})

const eventsOf = async (requestId: unknown) => {
  const { rows } = await service.db.owner.query<Record<string, unknown>>(
    `select kind, user_id, to_jsonb(patient_ids) as patient_ids, to_jsonb(pathway_ids) as pathway_ids, criteria
     from audit_event where request_id = $1`,
    [requestId],
  )
  return rows
}

describe('a hit', () => {
  it('is in the audit trail with whom it found', async () => {
    const { details, patientId, pathwayId } = await aSharedPatient(service, staff)
    const response = await service.app.inject(requestOf(searchExternal, details, bearer(external)))
    expect(await eventsOf(response.headers['x-request-id'])).toEqual([
      {
        kind: 'read',
        user_id: external.userId,
        patient_ids: [patientId],
        pathway_ids: [pathwayId],
        criteria: { ...details, found: true },
      },
    ])
  })

  it('is worth nothing while the audit trail cannot be written: no answer, no grant, no count', async () => {
    const { details } = await aSharedPatient(service, staff)
    const before = await tableSums(service.db, [])
    await service.db.owner.query('revoke insert on audit_event from surefoot_app')
    try {
      expect((await search(details)).status).toBe(503)
      expect((await search(nobody())).status).toBe(503)
      expect(await tableSums(service.db, [])).toEqual(before)
    } finally {
      await service.db.owner.query('grant insert on audit_event to surefoot_app')
    }
  })
})

describe('AZ-6: the budget of misses', () => {
  it('pauses the search for a quarter of an hour after ten, says so, and goes on by itself', async () => {
    const { details, pathwayId } = await aSharedPatient(service, staff)
    expect(await miss(10)).toEqual(Array(10).fill(200))
    for (const asked of [details, nobody()]) {
      const paused = await search(asked)
      expect(paused).toMatchObject({
        status: 429,
        body: {
          code: 'too-often',
          message:
            'Too many searches found nobody, so searching is paused. You can search again in 15 minutes.',
        },
        headers: { 'retry-after': '900' },
      })
    }
    service.time.now += 14 * minute + 1
    expect(await search(details)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    service.time.now += minute
    expect((await search(details)).body).toBe(pathwayId)
  })

  it('counts misses of a quarter of an hour only, and finds never', async () => {
    const { details, pathwayId } = await aSharedPatient(service, staff)
    expect(await miss(9)).toEqual(Array(9).fill(200))
    for (let time = 0; time < 12; time += 1) expect((await search(details)).body).toBe(pathwayId)
    service.time.now += 15 * minute
    expect(await miss(9)).toEqual(Array(9).fill(200))
    expect((await search(details)).body).toBe(pathwayId)
  })

  it('is one person’s own, and none for staff, who may search anyway', async () => {
    await miss(10)
    expect((await search(nobody(), await service.as('External'))).status).toBe(200)
    expect(await miss(40, staff)).toEqual(Array(40).fill(200))
    expect(await miss(40, await service.as('External', 'Clinician'))).toEqual(Array(40).fill(200))
  })

  it('of fifty guesses at once in two processes, ten are looked at', async () => {
    const db = connect(service.db.url)
    const second = await buildApp(await partsOn(db, () => service.time.now), { logLevel: false })
    try {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 === 0 ? service.app : second).inject(
            requestOf(searchExternal, nobody(), bearer(external)),
          ),
        ),
      )
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 200)).toHaveLength(10)
      expect(statuses.filter((status) => status === 429)).toHaveLength(40)
      const { rows } = await service.db.owner.query(
        `select from audit_event where user_id = $1 and criteria ->> 'found' = 'false'`,
        [external.userId],
      )
      expect(rows).toHaveLength(10)
    } finally {
      await second.close()
      await db.close()
    }
  })
})

describe('thirty misses in a day', () => {
  const missThirty = async (user: TestUser): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      expect(await miss(10, user)).toEqual(Array(10).fill(200))
      service.time.now += 15 * minute
    }
  }

  it('switch the search off until an administrator switches it on, who sees it and hears of it', async () => {
    const administrator = await service.as('System Administrator')
    await service.db.sql
      .updateTable('app_user')
      .set({ email: 'administrator@example.org' })
      .where('id', '=', administrator.userId)
      .execute()
    const { details, pathwayId } = await aSharedPatient(service, staff)
    await missThirty(external)
    service.time.now += 48 * 60 * minute
    const closed = await search(details, (external = await again(external)))
    expect(closed).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((closed.body as { message: string }).message).toMatch(/^Your search was switched off/)

    const outside = await startReceivers()
    await deliver(service, outside.courier)
    expect(outside.mails.map(({ to }) => to)).toEqual([['administrator@example.org']])
    expect(outside.mails[0]?.subject).toBe('A patient search in Surefoot was switched off')
    expect(outside.mails[0]?.text).toContain(`/falls/user/view?id=${external.userId}`)
    await outside.close()

    const operator = await again(administrator)
    const shown = async (): Promise<(string | null | undefined)[]> => {
      const view = (await service.ask(getUser, { id: external.userId }, operator)).body as UserView
      const list = (await service.ask(listUsers, {}, operator)).body as UserView['user'][]
      return [view.user.searchClosedAt, list.find(({ id }) => id === external.userId)?.searchClosedAt]
    }
    expect(await shown()).toEqual([expect.stringMatching(/^\d{4}-/), expect.stringMatching(/^\d{4}-/)])
    expect((await service.ask(openExternalSearch, { userId: external.userId }, external)).status).toBe(403)
    expect((await service.ask(openExternalSearch, { userId: 999_999 }, operator)).status).toBe(404)
    expect((await service.ask(openExternalSearch, { userId: external.userId }, operator)).status).toBe(200)
    expect(await shown()).toEqual([null, null])
    expect((await search(details, external)).body).toBe(pathwayId)
  })

  it('are thirty of one day, not of two', async () => {
    for (const wait of [15 * minute, 24 * 60 * minute, 15 * minute]) {
      expect(await miss(10)).toEqual(Array(10).fill(200))
      service.time.now += wait
      external = await again(external)
    }
    expect((await search(nobody())).status).toBe(200)
  })

  /** The same user on another day. */
  const again = async (user: TestUser): Promise<TestUser> => {
    const at = (hours: number) => new Date(service.time.now + hours * 60 * minute).toISOString()
    await service.db.sql
      .updateTable('user_session')
      .set({ expires_at: at(8) })
      .where('id', '=', user.sessionId)
      .execute()
    await service.db.sql
      .updateTable('access_token')
      .set({ expires_at: at(8) })
      .where('session_id', '=', user.sessionId)
      .execute()
    return user
  }
})

it('leaves the other searches closed to External users', async () => {
  expect((await service.ask(searchNhsNumber, { nhsNumber: nextNhsNumber() }, external)).status).toBe(403)
  expect((await service.ask(savePatient, await patientInputOf(service), external)).status).toBe(403)
})
