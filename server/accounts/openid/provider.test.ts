import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  beginProvider,
  getProvider,
  nameAtProvider,
  providerGrant,
} from '../../../contract/accounts/provider.ts'
import { getProfile, type TokenPair } from '../../../contract/accounts/session.ts'
import { getUser } from '../../../contract/accounts/user.ts'
import {
  clientId,
  clientSecret,
  startProvider,
  type RunningProvider,
} from '../../testing/process/provider.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aUser, type TestUser } from '../../testing/world/users.ts'

const publicUrl = 'https://surefoot.example.org'
let provider: RunningProvider
let service: TestService
let administrator: TestUser
beforeAll(async () => {
  provider = await startProvider(`${publicUrl}/login`)
  service = await testService({
    publicUrl,
    secondFactorFor: ['Clinician'],
    provider: {
      issuer: provider.issuer,
      clientId,
      clientSecret,
      label: 'NHS CIS2',
      scope: 'openid profile',
      claim: 'nhsid_useruid',
    },
  })
  administrator = await service.as('System Administrator')
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const newBinding = (): string => randomBytes(32).toString('base64url')
const begin = async (binding: string): Promise<string> =>
  ((await service.ask(beginProvider, { binding })).body as { url: string }).url

const bringBack = (returned: URL, binding: string, more: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: providerGrant,
      ...Object.fromEntries(returned.searchParams),
      binding,
      ...more,
    }).toString(),
  })

const comeAs = async (name: string) => {
  const binding = newBinding()
  return bringBack(await provider.visit(await begin(binding), name), binding)
}

const known = async (name: string): Promise<number> => {
  const { userId } = await aUser(service.db, ['Clinician'])
  const answer = await service.ask(nameAtProvider, { userId, identifier: `uid-${name}` }, administrator)
  expect(answer.status).toBe(200)
  return userId
}

describe('signing in through an OpenID provider', () => {
  it('signs in people who are users already, with no step pending: the provider has its own second step', async () => {
    const userId = await known('priya')
    const answer = await comeAs('priya')
    expect(answer.statusCode).toBe(200)
    const accessToken = answer.json<TokenPair>().access_token
    const { body } = await service.ask(getProfile, {}, { accessToken } as TestUser)
    expect(body).toMatchObject({ user: { id: userId }, owes: null })
  })

  it('creates nobody', async () => {
    const count = async () =>
      (await service.db.owner.query<{ count: string }>('select count(*) from app_user')).rows[0]?.count
    const before = await count()
    const answer = await comeAs('stranger')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: 'invalid_grant' })
    expect(await count()).toBe(before)
  })

  it('refuses a disabled user', async () => {
    const userId = await known('leaver')
    await service.db.sql.updateTable('app_user').set({ is_active: false }).where('id', '=', userId).execute()
    expect((await comeAs('leaver')).statusCode).toBe(400)
  })

  it('uses PKCE, state and nonce, and asks to be sent back to the configured address only', async () => {
    const url = new URL(await begin(newBinding()))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: `${publicUrl}/login`,
      code_challenge_method: 'S256',
    })
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(url.searchParams.get(name)?.length).toBeGreaterThanOrEqual(32)
  })

  it('is finished only by the browser that began it, once, and in time', async () => {
    await known('ruth')
    const binding = newBinding()
    const returned = await provider.visit(await begin(binding), 'ruth')
    expect((await bringBack(returned, newBinding())).statusCode).toBe(400)
    const answers = await Promise.all(Array.from({ length: 10 }, () => bringBack(returned, binding)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const late = await provider.visit(await begin(binding), 'ruth')
    service.time.now += 11 * 60_000
    expect((await bringBack(late, binding)).statusCode).toBe(400)
  })

  it('refuses a state or a code of another attempt', async () => {
    await known('carol')
    const [mine, theirs] = [newBinding(), newBinding()]
    const own = await provider.visit(await begin(mine), 'carol')
    const other = await provider.visit(await begin(theirs), 'carol')
    const mixed = new URL(own)
    mixed.searchParams.set('code', other.searchParams.get('code') ?? '')
    expect((await bringBack(mixed, mine)).statusCode).toBe(400)
    expect((await bringBack(own, mine, { state: 'made up' })).statusCode).toBe(400)
  })

  it('signs out who came in under a name that is no longer theirs, and shows administrators the new one', async () => {
    const userId = await known('moved')
    const { access_token: accessToken } = (await comeAs('moved')).json<TokenPair>()
    const works = async () => (await service.ask(getProfile, {}, { accessToken } as TestUser)).status
    const name = (identifier: string | null) =>
      service.ask(nameAtProvider, { userId, identifier }, administrator)
    await name('uid-moved')
    expect(await works()).toBe(200)
    await name('uid-elsewhere')
    expect(await works()).toBe(401)
    expect((await comeAs('moved')).statusCode).toBe(400)
    expect((await service.ask(getUser, { id: userId }, administrator)).body).toMatchObject({
      user: { providerIdentifier: 'uid-elsewhere' },
    })
    const { rows } = await service.db.owner.query<{ records: unknown }>(
      `select records from audit_event where action = $1 order by id desc limit 1`,
      [`POST ${nameAtProvider.path}`],
    )
    expect(rows[0]?.records).toMatchObject([
      { before: { providerIdentifier: 'uid-moved' }, after: { providerIdentifier: 'uid-elsewhere' } },
    ])
  })

  it('knows each identifier for one user only', async () => {
    await known('simon')
    const { userId } = await aUser(service.db, ['Clinician'])
    expect(
      await service.ask(nameAtProvider, { userId, identifier: 'uid-simon' }, administrator),
    ).toMatchObject({
      status: 400,
      body: { identifier: 'Another user has this identifier' },
    })
  })
})

describe('a provider that does not answer', () => {
  it('is explained in plain words, and the password can still be used', async () => {
    const gone = await startProvider(`${publicUrl}/login`)
    const settings = { clientId, clientSecret, label: 'NHS CIS2', scope: 'openid', claim: 'sub' }
    const own = await testService({ publicUrl, provider: { ...settings, issuer: gone.issuer } })
    const binding = newBinding()
    const { url } = (await own.ask(beginProvider, { binding })).body as { url: string }
    const returned = await gone.visit(url, 'priya')
    await gone.close()
    const away = {
      code: 'unavailable',
      message: expect.stringMatching(/^Your organisation’s sign-in service does not answer/) as string,
    }
    const payload = { grant_type: providerGrant, ...Object.fromEntries(returned.searchParams), binding }
    const finished = await own.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(payload).toString(),
    })
    expect(finished.statusCode).toBe(503)
    expect(finished.json()).toMatchObject(away)
    await own.close()
    const never = await testService({ publicUrl, provider: { ...settings, issuer: 'http://127.0.0.1:9' } })
    expect(await never.ask(beginProvider, { binding })).toMatchObject({ status: 503, body: away })
    await never.close()
  })
})

describe('without a provider', () => {
  it('there is no sign-in through a provider', async () => {
    const plain = await testService()
    expect((await plain.ask(getProvider, {})).body).toEqual({
      label: null,
      passkeys: false,
      demonstration: false,
      mail: true,
      texts: true,
    })
    expect((await plain.ask(beginProvider, { binding: newBinding() })).status).toBe(404)
    const response = await plain.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=${encodeURIComponent(providerGrant)}&code=a&state=b&binding=c`,
    })
    expect(response.json()).toMatchObject({ error: 'unsupported_grant_type' })
    await plain.close()
  })
})
