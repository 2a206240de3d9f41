import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import { fhirTypes, type FhirType } from '../../../contract/exchange/fhir/types.ts'
import type { ClientPurpose } from '../../../contract/exchange/client.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { TestService } from '../../testing/process/service.ts'
import { tokenPath } from '../settings/settings.ts'

export const tokenUrl = `http://localhost:3000${tokenPath}`

export interface TestClient {
  id: number
  clientId: string
  key: CryptoKey
  /** Seconds since the epoch, as the service sees them. */
  now: () => number
}

export interface FhirReply {
  status: number
  body: Record<string, unknown>
  headers: Record<string, unknown>
  text: string
}

interface Registered {
  purpose?: ClientPurpose
  types?: readonly FhirType[]
  teamId?: number | null
  alg?: 'RS384' | 'ES384'
  /** Where a client that sends referrals takes answers. */
  messageUrl?: string
}

const { publicKey, privateKey } = await generateKeyPair('ES384', { extractable: true })
const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES384', use: 'sig' }

/** A registered client to which Information Governance agreed. The register has tests of its own. */
export const aFhirClient = async (
  service: TestService,
  {
    purpose = 'ownCare',
    types = fhirTypes,
    teamId = null,
    messageUrl = 'https://ambulance.example/FHIR/R4',
  }: Registered = {},
): Promise<TestClient> => {
  const clientId = randomUUID()
  const { rows } = await service.db.owner.query<{ id: number }>(
    `with somebody as (select min(id) as id from app_user)
     insert into fhir_client (client_id, name, organisation, contact, purpose, team_id, types, jwks, expires_date,
       message_url, approved_at, approved_by)
     select $1, 'Hospital record', 'Ourtown Trust', 'it@ourtown.example', $2, $3, $4, $5, $6, $7, now(), somebody.id
     from somebody returning id`,
    [
      ...[clientId, purpose, teamId, types, { keys: [jwk] }, addDays(today(), 30)],
      purpose === 'referring' ? messageUrl : null,
    ],
  )
  return {
    id: Number(rows[0]?.id),
    clientId,
    key: privateKey,
    now: () => Math.floor(service.time.now / 1000),
  }
}

/** A signed request for a token, right but for what is given. */
export const assertionOf = async (
  { clientId, key, now }: TestClient,
  claims: JWTPayload = {},
  header: { alg?: string; kid?: string } = {},
): Promise<string> => {
  const at = now()
  const payload = {
    iss: clientId,
    sub: clientId,
    aud: tokenUrl,
    jti: randomUUID(),
    iat: at,
    exp: at + 300,
    ...claims,
  }
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES384', kid: 'test', typ: 'JWT', ...header })
    .sign(key)
}

export const askToken = async (
  service: TestService,
  assertion: string,
  scope = 'system/*.rs',
): Promise<FhirReply> => {
  return sendTokenForm(service, {
    grant_type: 'client_credentials',
    client_assertion_type: jwtBearer,
    client_assertion: assertion,
    scope,
  })
}

export const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Asks for a token with these parameters. */
export const sendTokenForm = async (
  service: TestService,
  fields: Record<string, string>,
): Promise<FhirReply> =>
  replyOf(
    await service.app.inject({
      method: 'POST',
      url: tokenPath,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    }),
  )

const isJson = (headers: { 'content-type'?: unknown }): boolean =>
  /^application\/(fhir\+)?json/.test(String(headers['content-type']))

const replyOf = (response: { statusCode: number; headers: object; payload: string }): FhirReply => ({
  status: response.statusCode,
  headers: { ...response.headers },
  text: response.payload,
  body: isJson(response.headers) ? (JSON.parse(response.payload) as Record<string, unknown>) : {},
})

type Headers = Record<string, string>
export interface FhirGet {
  (path: string, headers?: Headers): Promise<FhirReply>
  /** Sends a body as it is. */
  post: (path: string, payload: string, headers: Headers) => Promise<FhirReply>
  send: (method: string, path: string, payload?: object) => Promise<FhirReply>
}

/** Reads as the client, with a token for all that it may read. */
export const readingAs = async (
  service: TestService,
  client: TestClient,
  scope?: string,
): Promise<FhirGet> => {
  const { body } = await askToken(service, await assertionOf(client), scope)
  return readingWith(service, String(body['access_token']))
}

/** Reads with a token. */
export const readingWith = (service: TestService, token: string): FhirGet => {
  const authorization = `Bearer ${token}`
  const ask = async (
    method: string,
    path: string,
    headers: Headers,
    payload?: string | object,
  ): Promise<FhirReply> =>
    replyOf(
      await service.app.inject({
        method: method as 'GET',
        url: `/fhir/R4/${path}`,
        headers: { authorization, ...headers },
        ...(payload === undefined ? {} : { payload }),
      }),
    )
  const get = (path: string, headers: Headers = {}) => ask('GET', path, headers)
  return Object.assign(get, {
    post: (path: string, payload: string, headers: Headers) => ask('POST', path, headers, payload),
    send: (method: string, path: string, payload?: object) => ask(method, path, {}, payload),
  })
}
