import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import {
  aFhirClient,
  askToken,
  assertionOf,
  readingAs,
  tokenUrl,
  type TestClient,
} from '../testing/fhirClient.ts'
import { configurationOf } from './configuration.ts'
import { allows, grantScopes } from './scopes.ts'

/* SMART Backend Services: a token for who proves to be a registered client, and for nobody else. */

let service: TestService
let client: TestClient
beforeAll(async () => {
  service = await testService()
  await service.as('System Administrator')
  client = await aFhirClient(service)
})
afterAll(() => service.close())

const seconds = () => client.now()

describe('a token', () => {
  it('is given for a signed assertion, for five minutes and for what was asked', async () => {
    const { status, body, headers } = await askToken(
      service,
      await assertionOf(client),
      'system/Patient.rs system/Flag.r',
    )
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', expires_in: 300, scope: 'system/Patient.rs system/Flag.r' },
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  it('is in the audit trail, with the client and without the token', async () => {
    const { body } = await askToken(service, await assertionOf(client), 'system/Task.rs')
    const { rows } = await service.db.owner.query<{ criteria: object }>(
      `select criteria from audit_event where action = 'POST /fhir/token' order by id desc limit 1`,
    )
    expect(rows[0]?.criteria).toMatchObject({ fhirClient: client.id, scopes: ['system/Task.rs'] })
    expect(JSON.stringify(rows)).not.toContain(String(body['access_token']))
    const stored = await service.db.owner.query('select * from fhir_token')
    expect(JSON.stringify(stored.rows)).not.toContain(String(body['access_token']))
  })

  it('ends after five minutes', async () => {
    const get = await readingAs(service, client)
    expect((await get('Location')).status).toBe(200)
    const before = service.time.now
    service.time.now += 301_000
    expect((await get('Location')).status).toBe(401)
    service.time.now = before
  })

  it('is told to a program that looks for it', async () => {
    const found = await service.app.inject({ method: 'GET', url: '/fhir/R4/.well-known/smart-configuration' })
    expect(found.statusCode).toBe(200)
    expect(JSON.parse(found.payload)).toEqual(
      configurationOf({ publicUrl: 'http://localhost:3000', keyHosts: [] }),
    )
    expect(JSON.parse(found.payload)).toMatchObject({ token_endpoint: tokenUrl })
  })
})

describe('no token', () => {
  const other = generateKeyPair('ES384')
  const forged: [string, () => Promise<string>][] = [
    ['is expired', () => assertionOf(client, { exp: seconds() - 60 })],
    ['is valid for more than five minutes', () => assertionOf(client, { exp: seconds() + 600 })],
    ['has no end', () => assertionOf(client, { exp: undefined })],
    ['has no jti', () => assertionOf(client, { jti: undefined })],
    ['has a jti that is too long', () => assertionOf(client, { jti: 'x'.repeat(300) })],
    ['is for another address', () => assertionOf(client, { aud: 'http://localhost:3000/oauth/token' })],
    ['is for no address', () => assertionOf(client, { aud: undefined })],
    ['is of another subject', () => assertionOf(client, { sub: 'somebody-else' })],
    [
      'is of a client that does not exist',
      () => assertionOf(client, { iss: 'nobody-here', sub: 'nobody-here' }),
    ],
    ['is signed with another key', async () => assertionOf({ ...client, key: (await other).privateKey })],
    ['names a key that is not registered', () => assertionOf(client, {}, { kid: 'unknown' })],
    [
      'is not signed',
      async () => {
        const [, payload] = (await assertionOf(client)).split('.')
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
      },
    ],
    [
      'is signed with the public key as a secret',
      async () => {
        const secret = new TextEncoder().encode(JSON.stringify(await exportJWK((await other).publicKey)))
        return new SignJWT({
          iss: client.clientId,
          sub: client.clientId,
          aud: tokenUrl,
          jti: randomUUID(),
          exp: seconds() + 300,
        })
          .setProtectedHeader({ alg: 'HS256', kid: 'test' })
          .sign(secret)
      },
    ],
    [
      'is changed after signing',
      async () =>
        (await assertionOf(client)).replace(/\.[^.]*\./, `.${Buffer.from('{}').toString('base64url')}.`),
    ],
    ['is no JWT', async () => 'x'.repeat(9000)],
    ['has another type of number', () => assertionOf(client, { exp: 1e300 })],
  ]

  it.each(forged)('for an assertion that %s', async (_, forge) => {
    const { status, body } = await askToken(service, await forge())
    expect({ status, body }).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    expect(body['access_token']).toBeUndefined()
  })

  it('for an assertion that was used before, and one of twenty at once', async () => {
    const assertion = await assertionOf(client)
    const all = await Promise.all(Array.from({ length: 20 }, () => askToken(service, assertion)))
    expect(all.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 401),
    ])
  })

  it.each([
    ['waits for Information Governance', 'approved_at = null, approved_by = null'],
    ['was ended', 'revoked_at = now(), revoked_by = approved_by'],
    ['has expired', `expires_date = '${addDays(today(), -1)}'`],
  ])('for a client that %s, and its token ends at once', async (_, change) => {
    const one = await aFhirClient(service)
    const get = await readingAs(service, one)
    expect((await get('Location')).status).toBe(200)
    await service.db.owner.query(`update fhir_client set ${change} where id = $1`, [one.id])
    expect((await get('Location')).status).toBe(401)
    const { status, body } = await askToken(service, await assertionOf(one))
    expect({ status, body }).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  it.each([
    ['grant_type=password', 400, 'unsupported_grant_type'],
    ['grant_type=client_credentials', 400, 'invalid_request'],
    ['', 400, 'invalid_request'],
    ['grant_type=client_credentials&grant_type=client_credentials', 400, 'invalid_request'],
    ['grant_type=%ff', 400, 'invalid_request'],
    [`grant_type=${'x'.repeat(20_000)}`, 400, 'invalid_request'],
  ])('for the form %j', async (payload, expected, error) => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/fhir/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
    expect([response.statusCode, (JSON.parse(response.payload) as { error: string }).error]).toEqual([
      expected,
      error,
    ])
  })

  it.each([
    ['object', { grant_type: 'x' }],
    ['list', [5]],
    ['pairs', [['grant_type', 'client_credentials']]],
  ])('for a JSON %s', async (_, payload) => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/fhir/token',
      payload: payload as object,
    })
    expect([response.statusCode, JSON.parse(response.payload)]).toMatchObject([
      400,
      { error: 'invalid_request' },
    ])
  })

  it.each(['a\u0000', 'x'.repeat(5000), '', 7])('for the issuer %j', async (iss) => {
    const payload = Buffer.from(JSON.stringify({ iss })).toString('base64url')
    const forged = `${Buffer.from('{"alg":"ES384"}').toString('base64url')}.${payload}.x`
    expect((await askToken(service, forged)).status).toBe(401)
  })
})

describe('keys that a client publishes', () => {
  let server: Server
  let keys: JWK[] = []
  let asked = 0
  let url: string
  const pairs = Promise.all([generateKeyPair('RS384'), generateKeyPair('ES384')])
  beforeAll(async () => {
    server = createServer((request, reply) => {
      asked += 1
      if (request.url?.startsWith('/status') === true)
        return reply.writeHead(Number(request.url.slice(7))).end()
      if (request.url === '/moved') return reply.writeHead(302, { location: '/keys' }).end()
      return reply.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://localhost:${(server.address() as { port: number }).port}`
  })
  afterAll(() => server.close())

  const publishing = async (path = '/keys'): Promise<TestClient> => {
    const one = await aFhirClient(service)
    await service.db.owner.query('update fhir_client set jwks = null, jwks_url = $2 where id = $1', [
      one.id,
      url + path,
    ])
    return one
  }
  const signed = async (one: TestClient, kid: string, alg: 'RS384' | 'ES384'): Promise<string> => {
    const [rs, es] = await pairs
    return assertionOf({ ...one, key: (alg === 'RS384' ? rs : es).privateKey }, {}, { kid, alg })
  }

  it('are fetched once, and again when a key is not known yet', async () => {
    const [rs, es] = await pairs
    keys = [{ ...(await exportJWK(rs.publicKey)), kid: 'first' }]
    const one = await publishing()
    asked = 0
    for (let time = 0; time < 3; time += 1)
      expect((await askToken(service, await signed(one, 'first', 'RS384'))).status).toBe(200)
    expect(asked).toBe(1)
    const rotated = await publishing('/rotated')
    expect((await askToken(service, await signed(rotated, 'first', 'RS384'))).status).toBe(200)
    keys = [...keys, { ...(await exportJWK(es.publicKey)), kid: 'second' }]
    // A wait between two fetches keeps a stranger from making the service fetch at will.
    expect((await askToken(service, await signed(rotated, 'second', 'ES384'))).status).toBe(401)
  })

  it.each([204, 205, 304, 404, 500, 999])('are not there if their address answers %d', async (status) => {
    const one = await publishing(`/status${status}`)
    expect((await askToken(service, await signed(one, 'first', 'RS384'))).status).toBe(401)
  })

  it('are not fetched through a redirect, nor from inside the network', async () => {
    const moved = await publishing('/moved')
    expect(await askToken(service, await signed(moved, 'first', 'RS384'))).toMatchObject({
      status: 401,
      body: { error_description: 'The keys of this client could not be read.' },
    })
    for (const inside of [
      'https://127.0.0.1:9/keys',
      'https://[::1]:9/keys',
      'https://10.0.0.1/keys',
      'http://example.org/keys',
    ]) {
      const one = await publishing()
      await service.db.owner.query('update fhir_client set jwks_url = $2 where id = $1', [one.id, inside])
      expect((await askToken(service, await signed(one, 'first', 'RS384'))).status).toBe(401)
    }
  })
})

describe('scopes', () => {
  it.each([
    ['system/Patient.rs', ['Patient'], ['system/Patient.rs']],
    ['system/*.rs', ['Patient', 'Flag'], ['system/Patient.rs', 'system/Flag.rs']],
    ['system/Patient.read', ['Patient'], ['system/Patient.rs']],
    ['system/Patient.r system/Patient.s', ['Patient'], ['system/Patient.rs']],
    ['system/Patient.cruds', ['Patient'], ['system/Patient.rs']],
    ['system/Patient.cud', ['Patient'], []],
    ['system/Patient.write', ['Patient'], []],
    ['system/Flag.rs', ['Patient'], []],
    ['user/Patient.rs patient/Patient.rs openid', ['Patient'], []],
    ['system/Patient.sr', ['Patient'], []],
    ['system/patient.rs', ['Patient'], []],
    ['', ['Patient'], []],
  ] as const)('%j for a client of %j are %j', (asked, types, granted) => {
    expect(grantScopes(asked, types, 'ownCare')).toEqual(granted)
  })

  it.each([
    ['system/ServiceRequest.c', ['system/ServiceRequest.c']],
    ['system/ServiceRequest.cruds', ['system/ServiceRequest.c']],
    ['system/ServiceRequest.rs system/*.rs', []],
    ['user/ServiceRequest.c', []],
    ['system/Patient.c', []],
  ])('%j for a client that sends referrals are %j', (asked, granted) => {
    expect(grantScopes(asked, ['ServiceRequest'], 'referring')).toEqual(granted)
  })

  it('allow what they name and nothing else', () => {
    expect(allows(['system/ServiceRequest.c'], 'ServiceRequest', 'c')).toBe(true)
    expect(allows(['system/ServiceRequest.c'], 'ServiceRequest', 'r')).toBe(false)
    expect(allows(['system/ServiceRequest.rs'], 'ServiceRequest', 'c')).toBe(false)
    expect(allows(['system/Patient.r'], 'Patient', 'r')).toBe(true)
    expect(allows(['system/Patient.r'], 'Patient', 's')).toBe(false)
    expect(allows(['system/Patient.rs'], 'Flag', 'r')).toBe(false)
  })
})
