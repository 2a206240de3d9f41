import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import type { PdsSettings } from '../settings.ts'
import { inventedPeople } from './people.ts'
import { resourceOf, type StandInPerson } from './person.ts'
import { searchPeople } from './searchPeople.ts'

/** A fault that the stand-in shows instead of answering, for tests. */
export type Fault =
  | { status: number; code?: string; retryAfter?: string }
  | 'silent'
  | 'half'
  | 'cut'
  | 'huge'
  | 'other type'
  | 'another form'
  | 'redirect'
  /** Sends where sensitive people are, which the service must not. */
  | 'leaks'

export interface StandIn {
  /** How the product reaches it. */
  settings: PdsSettings & { keys: NonNullable<PdsSettings['keys']> }
  fault: Fault | null
  /** Faults of the next questions in their order, before `fault` counts. */
  nextFaults: (Fault | null)[]
  /** How long a token is good for. */
  tokenSeconds: number
  /** How often a token was given. */
  tokens: number
  asked: { path: string; query: Record<string, string>; headers: IncomingMessage['headers']; at: number }[]
  close: () => Promise<void>
}

const base = '/personal-demographics/FHIR/R4'
const apiKey = 'stand-in-application'
const keyId = 'stand-in-1'
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const errorSystem = 'https://fhir.nhs.uk/R4/CodeSystem/Spine-ErrorOrWarningCode'

/**
 * A stand-in of the Personal Demographics Service on this machine, with invented people. It answers like the published
 * examples, and checks the signed request for a token and the headers as the service does.
 * @param more people besides, such as the patients of the demonstration
 */
export const startStandIn = async (more: readonly StandInPerson[] = []): Promise<StandIn> => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const people: StandInPerson[] = [...Object.values(inventedPeople), ...more]
  /** The tokens that are good, and until when. */
  const good = new Map<string, number>()

  const giveToken = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await readBody(request))
    try {
      const { payload } = await jwtVerify(form.get('client_assertion') ?? '', publicKey, {
        algorithms: ['RS512'],
        issuer: apiKey,
        subject: apiKey,
        audience: standIn.settings.keys.tokenUrl,
        requiredClaims: ['jti', 'exp'],
      })
      if (form.get('grant_type') !== 'client_credentials' || payload.jti === undefined) throw new Error()
    } catch {
      return sendJson(response, 401, { error: 'invalid_client' }, 'application/json')
    }
    const token = randomBytes(24).toString('base64url')
    good.set(token, Date.now() + standIn.tokenSeconds * 1000)
    standIn.tokens += 1
    return sendJson(
      response,
      200,
      { access_token: token, expires_in: String(standIn.tokenSeconds), token_type: 'Bearer' },
      'application/json',
    )
  }

  const answer = (request: IncomingMessage, response: ServerResponse, url: URL): void => {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    if ((good.get(token) ?? 0) < Date.now()) return sendFault(response, 401, 'ACCESS_DENIED')
    const fault = standIn.nextFaults.shift() ?? standIn.fault
    if (fault !== null && fault !== 'leaks') return show(fault, response)
    const requestId = request.headers['x-request-id']?.toString()
    if (requestId === undefined) return sendFault(response, 400, 'MISSING_VALUE')
    if (!uuid.test(requestId)) return sendFault(response, 400, 'INVALID_VALUE')
    response.setHeader('x-request-id', requestId)
    const number = url.pathname.slice(`${base}/Patient`.length).replace('/', '')
    const resource = (person: StandInPerson): object => resourceOf(person, fault === 'leaks')
    return number === '' ? sendSearch(response, url, resource) : sendPerson(response, number, resource)
  }

  const sendPerson = (
    response: ServerResponse,
    number: string,
    resource: (person: StandInPerson) => object,
  ): void => {
    if (!/^\d{10}$/.test(number)) return sendFault(response, 400, 'INVALID_RESOURCE_ID')
    const asked = people.find(({ nhsNumber }) => nhsNumber === number)
    const person = people.find(({ nhsNumber }) => nhsNumber === (asked?.replacedBy ?? number))
    if (asked?.isWithdrawn === true) return sendFault(response, 404, 'INVALIDATED_RESOURCE')
    if (person === undefined) return sendFault(response, 404, 'RESOURCE_NOT_FOUND')
    response.setHeader('etag', 'W/"3"')
    return sendJson(response, 200, resource(person))
  }

  const sendSearch = (
    response: ServerResponse,
    url: URL,
    resource: (person: StandInPerson) => object,
  ): void => {
    const found = searchPeople(people, url.searchParams)
    if ('fault' in found) return sendFault(response, found.status, found.fault)
    return sendJson(response, 200, {
      resourceType: 'Bundle',
      type: 'searchset',
      timestamp: new Date().toISOString(),
      total: found.people.length,
      entry: found.people.map((person) => ({
        fullUrl: `${standIn.settings.url}/Patient/${person.nhsNumber}`,
        search: { score: 1 },
        resource: resource(person),
      })),
    })
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/oauth2/token') return void giveToken(request, response)
    if (!url.pathname.startsWith(`${base}/Patient`)) return void response.writeHead(404).end()
    standIn.asked.push({
      path: url.pathname.slice(base.length),
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      at: Date.now(),
    })
    return answer(request, response, url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It keeps no process alive that has nothing else to do.
  server.unref()
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standIn: StandIn = {
    settings: {
      url: `${origin}${base}`,
      keys: {
        tokenUrl: `${origin}/oauth2/token`,
        apiKey,
        keyId,
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
      isStandIn: true,
      mostANight: null,
    },
    fault: null,
    nextFaults: [],
    tokenSeconds: 599,
    tokens: 0,
    asked: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

const show = (fault: Exclude<Fault, 'leaks'>, response: ServerResponse): void => {
  if (typeof fault === 'object') {
    if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter)
    return sendFault(response, fault.status, fault.code ?? 'TECHNICAL_FAULT')
  }
  const json = JSON.stringify(resourceOf(inventedPeople.usual))
  response.setHeader('content-type', 'application/fhir+json')
  switch (fault) {
    case 'silent':
      return
    case 'half':
      return void response.end(json.slice(0, json.length / 2))
    case 'cut':
      response.setHeader('content-length', json.length)
      response.write(json.slice(0, json.length / 2))
      return void setTimeout(() => response.destroy(), 20)
    case 'huge':
      return void response.end(`{"resourceType":"Patient","text":"${'x'.repeat(300 * 1024)}"}`)
    case 'other type':
      return void response.setHeader('content-type', 'text/html').end('<h1>Maintenance</h1>')
    case 'another form':
      return void response.end('{"resourceType":"Patient","id":"none"}')
    case 'redirect':
      return void response.writeHead(302, { location: '/elsewhere' }).end()
  }
}

const sendJson = (
  response: ServerResponse,
  status: number,
  body: object,
  type = 'application/fhir+json',
): void => void response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))

const sendFault = (response: ServerResponse, status: number, code: string): void =>
  sendJson(response, status, {
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: status === 200 ? 'information' : 'error',
        code: status === 200 ? 'multiple-matches' : 'value',
        details: { coding: [{ system: errorSystem, version: '1', code, display: code }] },
      },
    ],
  })

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
