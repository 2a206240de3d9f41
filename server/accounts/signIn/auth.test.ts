import { OAuth2Client } from '@badgateway/oauth2-client'
import fc from 'fast-check'
import * as openid from 'openid-client'
import { ResourceOwnerPassword } from 'simple-oauth2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProfile, type TokenPair } from '../../../contract/accounts/session.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn as signInOf } from '../../testing/process/signIn.ts'
import { aUser } from '../../testing/world/users.ts'
import { lifetimes } from '../sessions/lifetimes.ts'
import { hashPassword, needsRehash, passwordMatches } from '../hashing/passwords.ts'

let service: TestService
let address: string
let userName: string
let userId: number
const password = 'seven brown kettles on a shelf'

beforeAll(async () => {
  service = await testService()
  const user = await aUser(service.db, ['Clinician'])
  userName = user.userName
  userId = user.userId
  await service.db.sql
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', userId)
    .execute()
  address = await service.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => service.close())

const post = (form: string, headers: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const signIn = async (): Promise<TokenPair> => {
  const response = await post(
    new URLSearchParams({ grant_type: 'password', username: userName, password }).toString(),
  )
  return response.json()
}
const renew = (pair: TokenPair) =>
  post(new URLSearchParams({ grant_type: 'refresh_token', refresh_token: pair.refresh_token }).toString())
const works = async (pair: TokenPair): Promise<boolean> => {
  const { statusCode } = await service.app.inject({
    url: getProfile.path,
    headers: { authorization: `Bearer ${pair.access_token}` },
  })
  return statusCode === 200
}

describe('AU-1: three OAuth clients complete both grants', () => {
  it('openid-client', async () => {
    const server = { issuer: address, token_endpoint: `${address}/oauth/token` }
    const config = new openid.Configuration(server, 'surefoot', undefined, openid.None())
    openid.allowInsecureRequests(config)
    const first = await openid.genericGrantRequest(config, 'password', { username: userName, password })
    const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(second).toMatchObject({ token_type: 'bearer', expires_in: lifetimes.access / 1000 })
    expect(second.access_token).not.toBe(first.access_token)
  })
  it('simple-oauth2', async () => {
    const client = new ResourceOwnerPassword({
      client: { id: 'surefoot', secret: '' },
      auth: { tokenHost: address, tokenPath: '/oauth/token' },
      options: { authorizationMethod: 'body' },
    })
    const first = await client.getToken({ username: userName, password })
    const second = await first.refresh()
    expect(second.token['access_token']).not.toBe(first.token['access_token'])
  })
  it('@badgateway/oauth2-client', async () => {
    const client = new OAuth2Client({ server: address, clientId: 'surefoot', tokenEndpoint: '/oauth/token' })
    const first = await client.password({ username: userName, password })
    const second = await client.refreshToken(first)
    expect(second.accessToken).not.toBe(first.accessToken)
  })
})

describe('AU-1, AU-2: the token call refuses in the words of RFC 6749', () => {
  const cases: [string, form: string, status: number, error: string, headers?: Record<string, string>][] = [
    ['nothing sent', '', 400, 'invalid_request'],
    ['no grant type', 'username=a&password=b', 400, 'invalid_request'],
    ['an unknown grant type', 'grant_type=client_credentials', 400, 'unsupported_grant_type'],
    ['no password', 'grant_type=password&username=a', 400, 'invalid_request'],
    ['a repeated parameter', 'grant_type=password&username=a&username=b&password=c', 400, 'invalid_request'],
    ['an unknown scope', 'grant_type=password&username=a&password=c&scope=all', 400, 'invalid_scope'],
    ['no refresh token', 'grant_type=refresh_token', 400, 'invalid_request'],
    ['an unknown refresh token', 'grant_type=refresh_token&refresh_token=x', 400, 'invalid_grant'],
    [
      'a long refresh token',
      `grant_type=refresh_token&refresh_token=${'x'.repeat(20_000)}`,
      400,
      'invalid_grant',
    ],
    [
      'a refresh token of other letters',
      'grant_type=refresh_token&refresh_token=%E7%8E%8B',
      400,
      'invalid_grant',
    ],
    ['too much', `grant_type=refresh_token&refresh_token=${'x'.repeat(40_000)}`, 400, 'invalid_request'],
    ['JSON', '{"grant_type":"password"}', 400, 'invalid_request', { 'content-type': 'application/json' }],
    [
      'a wrong client secret',
      'grant_type=password&username=a&password=c&client_secret=x',
      401,
      'invalid_client',
    ],
    [
      'an empty Basic header',
      'grant_type=password&username=a&password=c',
      400,
      'invalid_grant',
      { authorization: 'Basic ' },
    ],
  ]
  it('accepts a client_id, a parameter that it does not know, or an empty Basic header', async () => {
    const known = { grant_type: 'password', username: userName, password }
    const form = new URLSearchParams({ ...known, client_id: 'a', state: 'b' }).toString()
    const response = await post(form, { authorization: 'Basic ' })
    expect({ status: response.statusCode, body: response.json() as object }).toEqual({
      status: 200,
      body: {
        access_token: expect.any(String) as string,
        refresh_token: expect.any(String) as string,
        token_type: 'bearer',
        expires_in: lifetimes.access / 1000,
      },
    })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it.each(cases)('%s', async (_, form, status, error, headers) => {
    const response = await post(form, headers)
    expect({ status: response.statusCode, body: response.json() as object }).toMatchObject({
      status,
      body: { error },
    })
    expect((response.json() as { error_description: string }).error_description).toMatch(
      /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/,
    )
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('answers an unknown user, a wrong password, a locked and an inactive user in the same bytes, never with 401', async () => {
    const inactive = await aUser(service.db, ['Clinician'])
    await service.db.sql
      .updateTable('app_user')
      .set({ is_active: false, password_hash: await hashPassword(password) })
      .where('id', '=', inactive.userId)
      .execute()
    const locked = await aUserWithPassword(service, ['Clinician'], password)
    for (let time = 0; time < 10; time += 1) {
      service.time.now += 60_000
      await signInOf(service, locked.userName, 'not it')
    }
    const answers = await Promise.all(
      [
        { username: 'nobody at all', password },
        { username: locked.userName, password },
        { username: userName, password: 'not it' },
        { username: inactive.userName, password },
      ].map((credentials) =>
        post(new URLSearchParams({ grant_type: 'password', ...credentials }).toString()),
      ),
    )
    const seen = answers.map(({ statusCode, body, headers }) =>
      JSON.stringify({ statusCode, body, headers: Object.keys(headers).sort() }),
    )
    expect(new Set(seen).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(400)
    const { rows } = await service.db.owner.query<{ outcome: string }>(
      `select criteria ->> 'outcome' as outcome from audit_event where kind = 'refusal' order by id desc limit 4`,
    )
    expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual([
      'inactive user',
      'throttled',
      'unknown user',
      'wrong password',
    ])
  })
})

describe('AU-4, AU-5: passwords', () => {
  it('differ when they differ at the 73rd or the 128th character', async () => {
    const long = 'a'.repeat(128)
    const stored = await hashPassword(long)
    expect(needsRehash(stored)).toBe(false)
    expect(await passwordMatches(stored, long)).toBe(true)
    for (const place of [72, 127])
      expect(await passwordMatches(stored, `${long.slice(0, place)}b${long.slice(place + 1)}`)).toBe(false)
  })
})

describe('AU-6, AU-7: sessions', () => {
  const later = async (milliseconds: number, work: () => Promise<void>): Promise<void> => {
    service.time.now += milliseconds
    await work()
  }

  it('an access token works until its last second and not after', async () => {
    const pair = await signIn()
    await later(lifetimes.access - 1000, async () => expect(await works(pair)).toBe(true))
    await later(2000, async () => expect(await works(pair)).toBe(false))
  })
  it('a refresh token lasts its idle time and not a second more', async () => {
    const [early, late] = [await signIn(), await signIn()]
    await later(lifetimes.refreshIdle - 1000, async () => expect((await renew(early)).statusCode).toBe(200))
    await later(2000, async () => expect((await renew(late)).statusCode).toBe(400))
  })
  it('no refreshing carries a session past its eighth hour, nor ends it before', async () => {
    let pair = await signIn()
    const ends = service.time.now + lifetimes.session
    const minute = 60_000
    while (service.time.now < ends - lifetimes.access) {
      service.time.now = Math.min(service.time.now + lifetimes.refreshIdle - minute, ends - minute)
      pair = (await renew(pair)).json()
    }
    service.time.now = ends - 1000
    expect(await works(pair)).toBe(true)
    const last = await renew(pair)
    expect(last.statusCode).toBe(200)
    service.time.now = ends + 1000
    expect([await works(last.json()), (await renew(last.json())).statusCode]).toEqual([false, 400])
  })
  it('tokens are 256 random bits, of which the database knows neither', async () => {
    const pair = await signIn()
    const { rows } = await service.db.owner.query(
      `select access_token::text, refresh_token::text from access_token, refresh_token`,
    )
    for (const token of [pair.access_token, pair.refresh_token]) {
      const bytes = Buffer.from(token, 'base64url')
      expect(bytes).toHaveLength(32)
      expect(JSON.stringify(rows)).not.toContain(token)
      expect(JSON.stringify(rows)).not.toContain(bytes.toString('hex'))
    }
  })
  it('a used refresh token that comes again ends the session, and is in the audit trail', async () => {
    const first = await signIn()
    const second: TokenPair = (await renew(first)).json()
    service.time.now += lifetimes.repeat + 1
    expect((await renew(first)).statusCode).toBe(400)
    expect([await works(second), (await renew(second)).statusCode]).toEqual([false, 400])
    const { rows } = await service.db.owner.query(
      `select from audit_event where user_id = $1 and kind = 'refusal' and criteria ->> 'outcome' = 'reused'`,
      [userId],
    )
    expect(rows).toHaveLength(1)
  })
  it('twenty refreshes at once get one and the same pair', async () => {
    const pair = await signIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(pair)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
  })

  // Ten thousand sequences take some minutes.
  it(
    'over any sequence of refresh, replay and wait, only the immediate predecessor is let in again, for ten seconds',
    { timeout: 900_000 },
    async () => {
      const step = fc.oneof(
        { weight: 3, arbitrary: fc.constant({ kind: 'refresh' as const }) },
        {
          weight: 2,
          arbitrary: fc.record({
            kind: fc.constant('replay' as const),
            back: fc.integer({ min: 1, max: 4 }),
          }),
        },
        {
          weight: 2,
          arbitrary: fc.record({
            kind: fc.constant('wait' as const),
            seconds: fc.integer({ min: 1, max: 25 }),
          }),
        },
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
          const pairs = [await signIn()]
          let rotatedAt = 0
          let alive = true
          for (const each of steps) {
            if (each.kind === 'wait') service.time.now += each.seconds * 1000
            else if (each.kind === 'refresh') {
              const response = await renew(pairs.at(-1) as TokenPair)
              expect(response.statusCode).toBe(alive ? 200 : 400)
              if (alive) {
                pairs.push(response.json())
                rotatedAt = service.time.now
              }
            } else {
              const ancestor = pairs.at(-1 - each.back)
              if (ancestor === undefined) continue
              const response = await renew(ancestor)
              const isRepeat = alive && each.back === 1 && service.time.now - rotatedAt <= lifetimes.repeat
              expect(response.statusCode).toBe(isRepeat ? 200 : 400)
              if (isRepeat) expect(response.json()).toEqual(pairs.at(-1))
              else alive = false
              expect(await works(pairs.at(-1) as TokenPair)).toBe(alive)
            }
          }
        }),
        { numRuns: Number(process.env['SUREFOOT_SEQUENCES'] ?? 40) },
      )
    },
  )
})
