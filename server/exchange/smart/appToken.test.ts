import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentRoleHeader } from '../../../contract/accounts/session.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { purgeExpired } from '../../accounts/signIn/purgeExpired.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aPatient } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'
import {
  aFhirClient,
  askToken,
  assertionOf,
  jwtBearer,
  readingWith,
  sendTokenForm,
} from '../testing/fhirClient.ts'
import { allowed, anApp, askingOf, redeem, redirectUri, type TestApp } from '../testing/fhirApp.ts'

/* SMART App Launch: a token for an app that a signed-in user let read, and for nobody else. */

let service: TestService
let clinician: TestUser
let app: TestApp
let patientId: number
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  patientId = (await aPatient(service, clinician)).id
  app = await anApp(service)
})
afterAll(() => service.close())

const codeFor = (user = clinician, of = app, scope = 'launch/patient patient/*.rs'): Promise<string> =>
  allowed(service, user, { ...askingOf(of, { scope }), patientId })
const later = async (seconds: number, work: () => Promise<void>): Promise<void> => {
  const before = service.time.now
  service.time.now += seconds * 1000
  await work().finally(() => {
    service.time.now = before
  })
}
const run = (statement: string, ...values: unknown[]) => service.db.owner.query(statement, values)

describe('a token', () => {
  it('is given for a code and its verifier, with the patient and without a refresh token', async () => {
    const scope = 'launch/patient patient/Patient.rs patient/Flag.read openid fhirUser offline_access'
    const { status, body, headers } = await redeem(service, app, await codeFor(clinician, app, scope))
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^[\w-]{43}$/) as string,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'launch/patient patient/Patient.rs patient/Flag.rs',
        patient: String(patientId),
        need_patient_banner: true,
      },
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  it('is in the audit trail with the app, the user, the session and the patient, as is each read and refusal', async () => {
    const { body } = await redeem(
      service,
      app,
      await codeFor(clinician, app, 'launch/patient patient/Patient.rs'),
    )
    const get = readingWith(service, String(body['access_token']))
    expect((await get(`Patient/${patientId}`)).status).toBe(200)
    expect((await get('Task')).status).toBe(403)
    const { rows } = await run(
      `select kind, user_id, session_id, patient_ids, criteria from audit_event
       where criteria ->> 'fhirClient' = $1 and action not like 'POST /api/%' order by id desc limit 3`,
      String(app.id),
    )
    const who = { user_id: clinician.userId, session_id: clinician.sessionId }
    const criteria = { fhirClient: app.id, fhirClientName: 'Hospital record' }
    expect(rows).toMatchObject([
      { ...who, kind: 'refusal', criteria },
      { ...who, kind: 'read', criteria, patient_ids: [String(patientId)] },
      { ...who, kind: 'session', criteria, patient_ids: [String(patientId)] },
    ])
    expect(JSON.stringify(rows)).not.toContain(String(body['access_token']))
  })

  it('is stored as a hash alone', async () => {
    const { body } = await redeem(service, app, await codeFor())
    const token = String(body['access_token'])
    const { rows } = await run('select * from fhir_token where hash = $1', sha256(token))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('ends after an hour', async () => {
    const { body } = await redeem(service, app, await codeFor())
    const get = readingWith(service, String(body['access_token']))
    await later(3590, async () => expect((await get('Location')).status).toBe(200))
    await later(3601, async () => expect((await get('Location')).status).toBe(401))
  })

  it('needs a signed assertion of an app that has keys', async () => {
    const safe = await anApp(service, { hasKeys: true })
    expect(await redeem(service, safe, await codeFor(clinician, safe))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    const proof = async (of = safe) => ({
      client_assertion_type: jwtBearer,
      client_assertion: await assertionOf(of),
    })
    const given = await proof()
    expect((await redeem(service, safe, await codeFor(clinician, safe), given)).status).toBe(200)
    for (const [wrong, error] of [
      [given, 'invalid_client'],
      [await proof(await anApp(service, { hasKeys: true })), 'invalid_client'],
    ] as const)
      expect(await redeem(service, safe, await codeFor(clinician, safe), wrong)).toMatchObject({
        status: 401,
        body: { error },
      })
  })

  it('is of an app for an app, and of a program for a program', async () => {
    const program = await aFhirClient(service)
    const asApp = await sendTokenForm(service, {
      ...{ grant_type: 'authorization_code', code: await codeFor(), redirect_uri: redirectUri },
      ...{ code_verifier: 'x'.repeat(43), client_id: program.clientId },
    })
    expect(asApp).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } })
    const safe = await anApp(service, { hasKeys: true })
    expect(await askToken(service, await assertionOf(safe))).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client' },
    })
    expect(await askToken(service, await assertionOf(program), 'user/*.rs patient/*.rs')).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    })
  })
})

describe('no token', () => {
  const wrong: [string, Record<string, string>, string][] = [
    [
      'another verifier',
      { code_verifier: 'another-verifier-of-more-than-forty-three-chars' },
      'invalid_grant',
    ],
    ['a verifier that is too short', { code_verifier: 'short' }, 'invalid_grant'],
    ['another address', { redirect_uri: `${redirectUri}k` }, 'invalid_grant'],
    ['another address of the same app', { redirect_uri: 'http://localhost:9000/' }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['no address', { redirect_uri: '' }, 'invalid_request'],
    ['an app that is not known', { client_id: 'nobody-here' }, 'invalid_client'],
    ['no app', { client_id: '' }, 'invalid_request'],
  ]
  it.each(wrong)('for a code with %s', async (_, given, error) => {
    const { body } = await redeem(service, app, await codeFor(), given)
    expect(body).toMatchObject({ error })
    expect(body['access_token']).toBeUndefined()
  })

  it('for a code that nobody made, or of another app', async () => {
    expect((await redeem(service, app, 'invented')).body).toMatchObject({ error: 'invalid_grant' })
    expect((await redeem(service, await anApp(service), await codeFor())).body).toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('for a code that comes again, and the token made of it ends', async () => {
    const code = await codeFor()
    const { body } = await redeem(service, app, code)
    const get = readingWith(service, String(body['access_token']))
    expect((await get('Location')).status).toBe(200)
    await purgeExpired(service.db.pool, service.time.now + 120_000)
    expect((await redeem(service, app, code)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await get('Location')).status).toBe(401)
  })

  it('but one for a code that is sent twenty times at once, and it has ended', async () => {
    const code = await codeFor()
    const all = await Promise.all(Array.from({ length: 20 }, () => redeem(service, app, code)))
    const given = all.filter(({ status }) => status === 200)
    expect(given).toHaveLength(1)
    const get = readingWith(service, String(given[0]?.body['access_token']))
    expect((await get('Location')).status).toBe(401)
  })

  it('for a code that was tried with a wrong verifier', async () => {
    const code = await codeFor()
    await redeem(service, app, code, { code_verifier: 'x'.repeat(43) })
    expect((await redeem(service, app, code)).body).toMatchObject({ error: 'invalid_grant' })
  })

  it('for a code after a minute', async () => {
    const [inTime, late] = [await codeFor(), await codeFor()]
    await later(59, async () => expect((await redeem(service, app, inTime)).status).toBe(200))
    await later(61, async () =>
      expect((await redeem(service, app, late)).body).toMatchObject({ error: 'invalid_grant' }),
    )
  })
})

describe('a token and a code end at once', () => {
  const endings: [string, (user: TestUser, of: TestApp) => Promise<unknown>][] = [
    [
      'when the user signs out',
      ({ sessionId }) => run('update user_session set ended_at = now() where id = $1', sessionId),
    ],
    [
      'when the user was idle too long',
      ({ sessionId }) =>
        run(
          `update access_token set expires_at = now() - interval '1 minute' where session_id = $1`,
          sessionId,
        ),
    ],
    [
      'when the user may not sign in',
      ({ userId }) => run('update app_user set is_active = false where id = $1', userId),
    ],
    [
      'when the user must choose a new password',
      ({ userId }) => run('update app_user set must_change_password = true where id = $1', userId),
    ],
    ['when the role is taken away', ({ userId }) => run('delete from user_role where user_id = $1', userId)],
    [
      'when the role becomes External',
      ({ userId }) =>
        run(
          `update user_role set role_id = (select min(id) from role where profile = 'External') where user_id = $1`,
          userId,
        ),
    ],
    [
      'when the app is revoked',
      (_, { id }) =>
        run('update fhir_client set revoked_at = now(), revoked_by = approved_by where id = $1', id),
    ],
    [
      'when the app waits again',
      (_, { id }) => run('update fhir_client set approved_at = null, approved_by = null where id = $1', id),
    ],
  ]
  it.each(endings)('%s', async (_, end) => {
    await service.as('External')
    const user = await service.as('Clinician')
    const one = await anApp(service)
    const code = await codeFor(user, one)
    const { body } = await redeem(service, one, await codeFor(user, one))
    const get = readingWith(service, String(body['access_token']))
    expect((await get('Location')).status).toBe(200)
    await end(user, one)
    expect((await get('Location')).status).toBe(401)
    expect((await redeem(service, one, code)).status).toBeGreaterThanOrEqual(400)
  })

  it('when the role in which it was allowed is taken away, though another would do', async () => {
    const user = await service.as('Clinician', 'Team Lead')
    const [roleId] = user.roleIds
    const input = { ...askingOf(app), patientId }
    const code = await allowed(service, user, input, { [currentRoleHeader]: String(roleId) })
    const { body } = await redeem(service, app, code)
    const get = readingWith(service, String(body['access_token']))
    expect((await get('Location')).status).toBe(200)
    const { rows } = await run(
      `select role from audit_event where action = 'GET /fhir/R4/Location' order by id desc limit 1`,
    )
    expect(rows[0]).toEqual({ role: 'Clinician' })
    await run('delete from user_role where user_id = $1 and role_id = $2', user.userId, roleId)
    expect((await get('Location')).status).toBe(401)
  })

  it('and only those scopes are left that a new role may read', async () => {
    const user = await service.as('Clinician')
    const { body } = await redeem(service, app, await codeFor(user, app, 'user/List.rs user/Patient.rs'))
    const get = readingWith(service, String(body['access_token']))
    expect((await get('List')).status).toBe(200)
    const governance = await service.as('Information Governance')
    await run('update user_role set role_id = $2 where user_id = $1', user.userId, governance.roleIds[0])
    expect((await get('List')).status).toBe(403)
    expect((await get(`Patient/${patientId}`)).status).toBe(200)
  })

  it('and nothing of them is kept for longer than a day', async () => {
    await redeem(service, app, await codeFor())
    await purgeExpired(service.db.pool, service.time.now + 2 * 86_400_000)
    for (const table of ['fhir_token', 'fhir_code', 'fhir_launch'])
      expect((await run(`select count(*)::integer as count from ${table}`)).rows).toEqual([{ count: 0 }])
  })
})
