import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approveClient,
  getClient,
  listClients,
  revokeClient,
  saveClient,
  type ClientRow,
  type ClientView,
} from '../../../contract/exchange/client.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { clientInputOf } from '../../testing/known/knownFhirClients.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { done, firstOf } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let administrator: TestUser
let governance: TestUser
/** Holds both roles, which still does not let them agree to what they registered. */
let both: TestUser
beforeAll(async () => {
  service = await testService()
  administrator = await service.as('System Administrator')
  governance = await service.as('Information Governance')
  both = await service.as('System Administrator', 'Information Governance')
})
afterAll(() => service.close())

type Sent = Partial<InputOf<typeof saveClient>>
const save = (sent: Sent = {}, user = administrator) => service.ask(saveClient, clientInputOf(sent), user)
const registered = async (sent: Sent = {}, user = administrator): Promise<ClientView> =>
  view((await done({ service, user }, saveClient, clientInputOf(sent))).id)
const view = async (id: number): Promise<ClientView> =>
  (await service.ask(getClient, { id }, governance)).body as ClientView
const approve = ({ id, version }: ClientRow, user = governance) =>
  service.ask(approveClient, { id, version }, user)
const revoke = ({ id, version }: ClientRow, user = administrator) =>
  service.ask(revokeClient, { id, version }, user)
const active = async (sent: Sent = {}): Promise<ClientView> => {
  const client = await registered(sent)
  expect((await approve(client)).status).toBe(200)
  return view(client.id)
}
/** What a form sends that changes one thing. */
const change = ({ id, version, jwks, jwksUrl, ...client }: ClientView, sent: Sent, user = administrator) =>
  service.ask(
    saveClient,
    clientInputOf({
      ...{ id, version, jwks, jwksUrl, name: client.name, purpose: client.purpose, types: client.types },
      ...sent,
    }),
    user,
  )
const giveToken = (clientId: number) =>
  service.db.sql
    .insertInto('fhir_token')
    .values({
      hash: Buffer.from(`token ${clientId}`),
      client_id: clientId,
      scopes: ['system/Patient.rs'],
      issued_at: '2026-03-01T09:00:00Z',
      expires_at: '2099-03-01T09:05:00Z',
    })
    .execute()
const tokensOf = async (clientId: number): Promise<number> =>
  (await service.db.sql.selectFrom('fhir_token').select('hash').where('client_id', '=', clientId).execute())
    .length

const key = { kty: 'EC', crv: 'P-256', x: 'c29tZXRoaW5n', y: 'b3RoZXI', kid: 'first' }
const keySet = (...keys: unknown[]): string => JSON.stringify({ keys })

describe('a FHIR client', () => {
  it('waits until Information Governance agrees, and then is active', async () => {
    const client = await registered()
    expect(client).toMatchObject({ state: 'waiting', approvedBy: null, changedById: administrator.userId })
    expect(client.clientId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await approve(client, administrator)).status).toBe(403)
    expect((await approve(client)).status).toBe(200)
    const agreed = await view(client.id)
    expect(agreed).toMatchObject({ state: 'active', clientId: client.clientId })
    expect(agreed.approvedBy).not.toBeNull()
    const { body } = await service.ask(listClients, {}, governance)
    expect(body).toMatchObject({
      isOffered: true,
      base: 'http://localhost:3000/fhir/R4',
      tokenUrl: 'http://localhost:3000/fhir/token',
      clients: expect.arrayContaining([
        expect.objectContaining({ id: client.id, state: 'active' }),
      ]) as object,
    })
  })

  it('is agreed to neither by who registered it nor by who changed it', async () => {
    const mine = await registered({}, both)
    expect(await approve(mine, both)).toMatchObject({
      status: 409,
      body: { message: 'You registered or changed this client yourself. Somebody else must agree to it.' },
    })
    expect((await change(mine, { contact: 'Lee Marsh, lee@example.org' })).status).toBe(200)
    expect((await approve(await view(mine.id), both)).status).toBe(409)
    const theirs = await registered()
    expect((await change(theirs, { contact: 'Lee Marsh, lee@example.org' }, both)).status).toBe(200)
    expect((await approve(await view(theirs.id), both)).status).toBe(409)
    expect((await approve(await view(theirs.id))).status).toBe(200)
  })

  it('is agreed to only as it was seen', async () => {
    const client = await registered()
    expect((await change(client, { types: ['Patient', 'Binary'] })).status).toBe(200)
    expect((await approve(client)).status).toBe(409)
    expect(await view(client.id)).toMatchObject({ state: 'waiting' })
  })

  it('waits again after a change, without its tokens', async () => {
    const client = await active()
    await giveToken(client.id)
    expect((await change(client, { types: ['Patient'] })).status).toBe(200)
    expect(await view(client.id)).toMatchObject({
      ...{
        state: 'waiting',
        types: ['Patient'],
        approvedBy: null,
        approvedAt: null,
        clientId: client.clientId,
      },
    })
    expect(await tokensOf(client.id)).toBe(0)
  })

  it('expires after its last day', async () => {
    const client = await active()
    await service.db.owner.query(`update fhir_client set expires_date = '2026-01-31' where id = $1`, [
      client.id,
    ])
    expect(await view(client.id)).toMatchObject({ state: 'expired' })
  })

  it('is revoked at once, by either, for good', async () => {
    for (const user of [administrator, governance]) {
      const client = await active()
      await giveToken(client.id)
      expect((await revoke(client, user)).status).toBe(200)
      expect(await tokensOf(client.id)).toBe(0)
      const revoked = await view(client.id)
      expect(revoked).toMatchObject({ state: 'revoked' })
      expect(await revoke(client, user)).toMatchObject({ status: 200, body: { version: revoked.version } })
      expect(await change(revoked, { name: 'Again' })).toMatchObject({
        status: 409,
        body: { message: 'This client was revoked, which is final. Register it again if it is needed.' },
      })
      expect((await approve(revoked)).status).toBe(409)
      expect(await view(client.id)).toEqual(revoked)
    }
  })

  it('has each change in the audit trail, before and after', async () => {
    const client = await active()
    expect((await change(client, { types: ['Patient'] })).status).toBe(200)
    const { rows } = await service.db.owner.query<{ records: unknown }>(
      `select records from audit_event where action = 'POST /api/fhirClient/save' order by id desc limit 1`,
    )
    expect(rows[0]?.records).toMatchObject([
      {
        ...{ entity: 'fhirClient', id: client.id },
        before: { types: ['Patient', 'Condition'], approved_by: governance.userId },
        after: { types: ['Patient'], approved_by: null },
      },
    ])
  })
})

describe('the keys of a FHIR client', () => {
  it('are stored without what a signature does not need, and read back as text', async () => {
    const { jwks } = await registered({ jwks: keySet({ ...key, x5c: ['certificate'] }), jwksUrl: null })
    expect(JSON.parse(jwks ?? '')).toEqual({ keys: [key] })
  })

  it('take the place of an address, and give it back', async () => {
    const client = await registered()
    expect((await change(client, { jwks: keySet(key), jwksUrl: null })).status).toBe(200)
    const withKeys = await view(client.id)
    expect(withKeys.jwksUrl).toBeNull()
    const address = 'https://record.example.org/keys'
    expect((await change(withKeys, { jwks: null, jwksUrl: address })).status).toBe(200)
    expect(await view(client.id)).toMatchObject({ jwks: null, jwksUrl: address })
  })

  it('do not count as changed when they come back as they were shown', async () => {
    const client = await registered({ jwks: keySet(key), jwksUrl: null })
    expect(await change(client, { organisation: client.organisation })).toMatchObject({
      body: { version: client.version },
    })
  })

  it.each(['http://record.example.org/jwks.json', 'https://:', 'https://a:b', 'ftp://record.example.org/'])(
    'are not fetched from %s',
    async (jwksUrl) => {
      expect(await save({ jwksUrl })).toMatchObject({
        status: 400,
        body: { jwksUrl: 'Enter an address that begins with https://' },
      })
    },
  )

  it('are fetched without https only from hosts that the service names', async () => {
    expect((await save({ jwksUrl: 'http://localhost:8080/jwks.json' })).status).toBe(200)
  })
})

describe('an app', () => {
  const redirectUrls = 'https://app.example.org/callback\nhttp://localhost:9000/'
  const anApp: Sent = {
    kind: 'app',
    jwksUrl: null,
    redirectUrls,
    launchUrl: 'https://app.example.org/launch',
  }

  it('needs no keys, and is agreed to with its addresses', async () => {
    const app = await active(anApp)
    expect(app).toMatchObject({ ...anApp, state: 'active', jwks: null })
    expect((await change(app, { ...anApp, redirectUrls: 'https://app.example.org/other' })).status).toBe(200)
    expect(await view(app.id)).toMatchObject({
      state: 'waiting',
      redirectUrls: 'https://app.example.org/other',
    })
    const moved = await view(app.id)
    expect(
      (await change(moved, { ...anApp, redirectUrls: moved.redirectUrls, launchUrl: null })).status,
    ).toBe(200)
    expect(await view(app.id)).toMatchObject({ launchUrl: null })
  })

  it('that comes back as it was shown is not changed', async () => {
    const app = await registered(anApp)
    expect(await change(app, anApp)).toMatchObject({ status: 200, body: { version: app.version } })
  })

  it('becomes a program, which has none of its addresses and needs keys', async () => {
    const app = await registered(anApp)
    expect(await change(app, { ...anApp, kind: 'program' })).toMatchObject({
      status: 400,
      body: { jwks: 'Give the public keys, or the address where they are published' },
    })
    const jwksUrl = 'https://record.example.org/jwks.json'
    expect(await change(app, { ...anApp, kind: 'program', jwksUrl })).toMatchObject({
      status: 400,
      body: { redirectUrls: 'Only an app has this address' },
    })
    const without = { ...anApp, redirectUrls: undefined, launchUrl: undefined }
    expect((await change(app, { ...without, kind: 'program', jwksUrl })).status).toBe(200)
    expect(await view(app.id)).toMatchObject({ kind: 'program', redirectUrls: null, launchUrl: null })
  })

  it.each([
    ['no address', '', 'Give the address to which the app is sent back'],
    ['plain http', 'http://app.example.org/', 'Enter an address that begins with https://'],
    ['a script', 'javascript:alert(1)', 'Enter an address that begins with https://'],
    ['no address at all', 'the app', 'Enter an address that begins with https://'],
    ['a fragment', 'https://app.example.org/#top', 'An address must have no #'],
    ['a password', 'https://a:b@app.example.org/', 'An address must have no user name or password'],
    ['other letters', 'https://App.example.org', 'Write the address as https://app.example.org/'],
    ['eleven addresses', 'https://app.example.org/\n'.repeat(11), 'Give at most 10 addresses'],
  ])('is not registered with %s to return to', async (_, wrong, message) => {
    expect(await save({ ...anApp, redirectUrls: wrong })).toMatchObject({
      status: 400,
      body: { redirectUrls: message },
    })
  })

  it('is for care by the own organisation, and opened by https', async () => {
    const sent = { ...anApp, purpose: 'sharedCare', launchUrl: 'http://app.example.org/launch' } as const
    expect(
      await save({ ...sent, jwks: keySet(key), jwksUrl: 'https://record.example.org/keys' }),
    ).toMatchObject({
      status: 400,
      body: {
        purpose: 'An app is for care by our own organisation',
        launchUrl: 'Enter an address that begins with https://',
        jwks: 'Give the public keys or their address, not both',
      },
    })
  })
})

describe('a client that sends referrals', () => {
  const sent = { purpose: 'referring', messageUrl: 'https://ambulance.example.org/FHIR/R4' } as const

  it('needs the address for answers, and is agreed to with it', async () => {
    const client = await active({ ...sent, types: ['ServiceRequest'] })
    expect(client).toMatchObject({ state: 'active', messageUrl: sent.messageUrl })
    const moved = { ...sent, messageUrl: 'https://ambulance.example.org/other', types: client.types }
    expect((await change(client, moved)).status).toBe(200)
    expect(await view(client.id)).toMatchObject({ state: 'waiting', messageUrl: moved.messageUrl })
    expect(await save({ ...sent, messageUrl: '', types: ['ServiceRequest'] })).toMatchObject({
      status: 400,
      body: { messageUrl: 'Give the address for answers' },
    })
  })

  it('reads nothing, has no team, and takes answers by https', async () => {
    const teamId = await firstOf(service, 'team')
    expect(
      await save({ ...sent, messageUrl: 'http://ambulance.example.org/', types: ['Patient'], teamId }),
    ).toMatchObject({
      status: 400,
      body: { types: 'Not for this purpose: Patient', teamId: 'This purpose has no team' },
    })
    const unsafe = { ...sent, messageUrl: 'http://ambulance.example.org/' }
    expect(await save({ ...unsafe, types: ['ServiceRequest'] })).toMatchObject({
      status: 400,
      body: { messageUrl: 'Enter an address that begins with https://' },
    })
    expect(await save({ messageUrl: sent.messageUrl })).toMatchObject({
      status: 400,
      body: { messageUrl: 'Only a program that sends referrals has this address' },
    })
  })
})

describe('a client of information governance', () => {
  it('reads only who looked at what, and has no team', async () => {
    const sent = { purpose: 'governance', types: ['AuditEvent'] } as const
    expect((await save({ ...sent, types: [...sent.types] })).status).toBe(200)
    const teamId = await firstOf(service, 'team')
    expect(await save({ ...sent, types: ['AuditEvent', 'Patient'], teamId })).toMatchObject({
      status: 400,
      body: { types: 'Not for this purpose: Patient', teamId: 'This purpose has no team' },
    })
  })
})
