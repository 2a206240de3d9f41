import { saveHomeExercise } from '../../../contract/care/classes/homeExercise.ts'
import { acceptPlace, enrol, leaveClass, offerPlace } from '../../../contract/care/classes/place.ts'
import { markAttendance, saveSession } from '../../../contract/care/classes/register.ts'
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { today } from '../../../contract/platform/dates/dates.ts'
import { endpoint, type Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { endpoints } from '../../../contract/app/endpoints.ts'
import { representatives, shapeOfCall } from '../../../contract/testing/representatives.ts'
import type { Profile } from '../../../contract/accounts/permissions.ts'
import { getPathway, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import { frat } from '../../../contract/pathways/records/frat.ts'
import { currentRoleHeader, getProfile, type UserProfile } from '../../../contract/accounts/session.ts'
import { unauthenticated } from '../../platform/errors.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import { aFrat, aPathway, fratInputOf, patientInputOf } from '../world/factories.ts'
import { recordCases } from '../values/recordCases.ts'
import { testService, type TestService } from '../process/service.ts'
import { tableSums } from '../reading/tableSums.ts'
import type { TestUser } from '../world/users.ts'

/*
 * Every route of the contract for every kind of caller, against docs/reference/access.md, which people wrote and read
 * (AZ-2 to AZ-4). Cells: Y let in, - refused with 403, G only within the reach of a search, else 404.
 */

const profiles: Profile[] = [
  'Admissions',
  'Clinician',
  'Team Lead',
  'System Administrator',
  'Information Governance',
  'External',
  'none',
]

const expected = new Map(
  [
    ...readFileSync(new URL('../../../docs/reference/access.md', import.meta.url), 'utf8').matchAll(
      /^\| `(\w+ [^`]+)` \| (.+) \|$/gm,
    ),
  ].map(([, route = '', cells = '']) => [route, cells.split(' | ')]),
)

let service: TestService
const users = new Map<Profile, TestUser>()

beforeAll(async () => {
  service = await testService()
  for (const profile of profiles) users.set(profile, await service.as(profile))
})
afterAll(() => service.close())

const calls = endpoints.filter(({ path }) => path.startsWith('/api/'))
/** Calls around which every table is compared. It takes most of the time of this file. */
const compared = new Set(representatives(calls, shapeOfCall))

const send = async (
  { method, path }: { method: string; path: string },
  headers: Record<string, string> = {},
): Promise<number> => {
  const response = await service.app.inject({
    method: method as 'GET' | 'POST',
    url: path,
    headers,
    ...(method === 'GET' ? { query: { id: '999999', pathwayId: '999999' } } : { payload: {} }),
  })
  return response.statusCode
}
const bearer = (user: TestUser | undefined) => ({ authorization: `Bearer ${user?.accessToken}` })

/** What any caller leaves: the audit trail, and the counts of limits. External users leave nothing else (AZ-5). */
const everyones = ['audit_event', 'external_search', 'sign_in_bucket', 'call_log']

describe('who may call what', () => {
  it('is written down for every route, and for no route that does not exist', () => {
    expect([...expected.keys()].sort()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort())
  })

  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (route, call) => {
    const cells = expected.get(route) ?? []
    for (const [index, profile] of profiles.entries()) {
      const before =
        profile === 'External' && compared.has(call) ? await tableSums(service.db, everyones) : null
      const status = await send(call, bearer(users.get(profile)))
      if (before !== null)
        expect({ route, sums: await tableSums(service.db, everyones) }).toEqual({ route, sums: before })
      // Let in means past the rights: the made-up input is then refused for itself.
      const seen = call.anyone
        ? 'A'
        : status === 403
          ? '-'
          : profile === 'External' && status === 404
            ? 'G'
            : 'Y'
      expect({ route, profile, seen }).toEqual({ route, profile, seen: cells[index] })
      expect(status).toBeLessThan(500)
    }
    const anonymous = await send(call)
    if (call.anyone) expect([200, 400]).toContain(anonymous)
    else expect({ route, anonymous }).toEqual({ route, anonymous: 401 })
  })

  it('refuses a malformed, unknown, expired or ended token, and a disabled user, everywhere', async () => {
    const [expired, ended, disabled] = [
      await service.as('Team Lead'),
      await service.as('Team Lead'),
      await service.as('Team Lead'),
    ]
    const { sql } = service.db
    const past = new Date(service.time.now - 1000).toISOString()
    await sql
      .updateTable('access_token')
      .set({ expires_at: past })
      .where('session_id', '=', expired.sessionId)
      .execute()
    await sql.updateTable('user_session').set({ ended_at: past }).where('id', '=', ended.sessionId).execute()
    await sql.updateTable('app_user').set({ is_active: false }).where('id', '=', disabled.userId).execute()
    const callers: Record<string, Record<string, string>> = {
      malformed: { authorization: 'Bearer not a token' },
      unknown: { authorization: 'Bearer AAAA' },
      expired: bearer(expired),
      ended: bearer(ended),
      disabled: bearer(disabled),
    }
    for (const call of calls.filter(({ anyone }) => !anyone))
      for (const [caller, headers] of Object.entries(callers))
        expect({ path: call.path, caller, status: await send(call, headers) }).toEqual({
          path: call.path,
          caller,
          status: 401,
        })
  })

  it('lets the current role narrow rights and never widen them', async () => {
    const both = await service.as('Clinician', 'System Administrator')
    const [clinician, administrator] = both.roleIds
    const list = { method: 'GET', path: '/api/list/awaitingAssessment' }
    expect(await send(list, bearer(both))).toBe(200)
    expect(await send(list, { ...bearer(both), [currentRoleHeader]: String(clinician) })).toBe(200)
    expect(await send(list, { ...bearer(both), [currentRoleHeader]: String(administrator) })).toBe(403)
    const external = users.get('External')
    expect(await send(list, { ...bearer(external), [currentRoleHeader]: String(clinician) })).toBe(403)
    const [lead] = users.get('Team Lead')?.roleIds ?? []
    // A role of somebody else, and what only becomes the number of one's own when it is read as a number.
    for (const spelt of [`${lead}`, 'Clinician', `${clinician}.0`, `+${clinician}`, `${clinician}e0`])
      expect({ spelt, status: await send(list, { ...bearer(both), [currentRoleHeader]: spelt }) }).toEqual({
        spelt,
        status: 403,
      })
  })

  it('lets nobody in for the name of a role: its profile counts', async () => {
    const user = await service.as('Clinician')
    const list = { method: 'GET', path: '/api/list/awaitingAssessment' }
    await service.db.sql.deleteFrom('user_role').where('user_id', '=', user.userId).execute()
    expect(await send(list, bearer(user))).toBe(403)
    const named = await service.db.sql
      .insertInto('role')
      .values({ name: ' Team Lead ', profile: 'none', is_active: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    await service.db.sql
      .updateTable('role')
      .set({ name: 'Team Lead (renamed)', is_active: true })
      .where('id', '=', named.id)
      .execute()
    await service.db.sql.insertInto('user_role').values({ user_id: user.userId, role_id: named.id }).execute()
    expect(await send(list, bearer(user))).toBe(403)
  })

  it('leaves a row in the audit trail for each refusal of somebody, and one with their number for those of nobody', async () => {
    await service.parts.refusals.flush()
    const before = await refusals()
    const list = { method: 'GET', path: '/api/list/awaitingAssessment' }
    for (let time = 0; time < 3; time += 1) await send(list, bearer(users.get('External')))
    for (let time = 0; time < 30; time += 1) await send(list)
    expect((await refusals()) - before).toBe(3)
    await service.parts.refusals.flush()
    expect((await refusals()) - before).toBe(4)
  })
})

const refusals = async (): Promise<number> => {
  const { rows } = await service.db.owner.query<{ count: string }>(
    `select count(*) from audit_event where kind = 'refusal'`,
  )
  return Number(rows[0]?.count)
}

describe('a call that does not do as it declares', () => {
  const reading: Rights = { capability: 'patient.read', audit: 'read', idempotency: 'safe', rate: 'read' }
  const writing: Rights = { ...reading, audit: 'write' }
  const madeUp = (more: Partial<Endpoint>) =>
    endpoint({
      ...{
        method: 'GET',
        path: '/api/made/up',
        summary: 'Made up',
        input: z.object({}),
        reply: z.object({}),
      },
      ...more,
    })
  const serverWith = (call: Endpoint, rights: Rights, answer: (of: Call) => Promise<object>) => {
    const app = fastify({ logger: false })
    app.decorateRequest('principal', null)
    route(app, service.parts, call, rights, answer)
    return app
  }
  const nothing = () => Promise.resolve({})
  const unsaid = 'POST /api/made/up must say that it takesNoKey: it keeps no reply for a key'

  it.each<[string, Partial<Endpoint>, Rights]>([
    ['POST /api/made/up takes a key', { method: 'POST', takesNoKey: true }, writing],
    [unsaid, { method: 'POST' }, reading],
    [unsaid, { method: 'POST' }, { ...writing, capability: 'account.own' }],
  ])('stops the server from starting: %s', (said, call, rights) => {
    expect(() => serverWith(madeUp(call), rights, nothing)).toThrow(said)
  })

  it.each<[string, Partial<Endpoint>, Rights, Profile, (of: Call) => Promise<object>]>([
    ['GET /api/made/up answered without saying what it showed', {}, reading, 'Clinician', nothing],
    ['POST /api/made/up answered without writing', { method: 'POST' }, writing, 'Clinician', nothing],
    [
      'GET /api/made/up replied without asking which records are within reach',
      {},
      { ...reading, capability: ['patient.read', 'patient.readGranted'] },
      'External',
      ({ showed }) => {
        showed({})
        return nothing()
      },
    ],
  ])('shows nothing: %s', async (message, call, rights, profile, answer) => {
    const app = serverWith(madeUp(call), rights, answer)
    const { method, path: url } = madeUp(call)
    const response = await app.inject({ method, url, headers: bearer(users.get(profile)) })
    expect(response.json()).toMatchObject({ statusCode: 500, message })
    await app.close()
  })

  it.each<[string, boolean, Profile, Error]>([
    ['The database did not confirm a commit', true, 'Clinician', new Error('Lost on the way')],
    ['Please sign in.', true, 'Clinician', unauthenticated()],
    ['Lost on the way', false, 'Clinician', new Error('Lost on the way')],
    ['Your role does not allow this.', true, 'External', new Error('Lost on the way')],
  ])('says what may have been saved: %s', async (message, saves, profile, failure) => {
    const rights: Rights = { ...writing, capability: ['patient.read', 'patient.readGranted'] }
    const app = serverWith(madeUp({ method: 'POST' }), rights, async ({ write }) => {
      if (saves) await write(nothing)
      throw failure
    })
    const headers = bearer(users.get(profile))
    const response = await app.inject({ method: 'POST', url: '/api/made/up', headers })
    expect(response.json()).toMatchObject({ message })
    await app.close()
  })
})

describe('where clinical records are taken from Admissions', () => {
  let narrow: TestService
  beforeAll(async () => {
    narrow = await testService({ admissionsWriteClinical: false })
  })
  afterAll(() => narrow.close())

  it('refuses them every record and discharge, and leaves them patients and referrals', async () => {
    const [clerk, clinician] = [await narrow.as('Admissions'), await narrow.as('Clinician')]
    for (const { calls: kind } of recordCases)
      for (const call of [kind.save, kind.delete])
        expect({ path: call.path, status: (await narrow.ask(call, {}, clerk)).status }).toEqual({
          path: call.path,
          status: 403,
        })
    const ofClasses = [
      enrol,
      offerPlace,
      acceptPlace,
      leaveClass,
      markAttendance,
      saveSession,
      saveHomeExercise,
    ]
    for (const call of ofClasses) expect((await narrow.ask(call, {} as never, clerk)).status).toBe(403)
    const { id, patientId } = await aPathway(narrow, clerk)
    const discharge = { id, patientId, dischargeDate: today() }
    expect((await narrow.ask(savePathway, discharge, clerk)).status).toBe(403)
    expect((await narrow.ask(savePathway, { id, patientId, comments: 'Rang' }, clerk)).status).toBe(200)
    expect((await narrow.ask(savePatient, await patientInputOf(narrow), clerk)).status).toBe(200)
    expect((await aFrat(narrow, clinician, id)).id).toBeGreaterThan(0)
    await narrow.ask(getPathway, { id }, clinician)
    expect((await narrow.ask(savePathway, discharge, clinician)).status).toBe(200)
  })

  it('holds for the role, not for a person who is a clinician as well, and is told to the browser', async () => {
    const both = await narrow.as('Admissions', 'Clinician')
    const input = await fratInputOf(narrow, (await aPathway(narrow, both)).id)
    const asClerk = { [currentRoleHeader]: String(both.roleIds[0]) }
    expect((await narrow.ask(frat.save, input, both, asClerk)).status).toBe(403)
    expect((await narrow.ask(frat.save, input, both)).status).toBe(200)
    const told = async (of: TestService, user: TestUser) =>
      ((await of.ask(getProfile, {}, user)).body as UserProfile).settings.admissionsWriteClinical
    expect(await told(narrow, both)).toBe(false)
    expect(await told(service, await service.as('Admissions'))).toBe(true)
  })
})
