import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { getPatient, savePatient } from '../../../contract/patients/patient.ts'
import { searchPatients } from '../../../contract/patients/search/search.ts'
import { usualSettings } from '../../accounts/settings/settings.ts'
import { startServer } from '../../app/server.ts'
import { testDatabase, type TestDatabase } from '../../testing/process/database.ts'
import { aUser, tokenFor } from '../../testing/world/users.ts'

/* What an OpenTelemetry collector receives: how long each part took, and nothing that identifies a person. */

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

let db: TestDatabase
let received = ''
let authorization: string | undefined
const spans: Span[] = []
const collector = createServer((request, response) => void take(request).then(() => response.end('{}')))

const take = async (request: IncomingMessage): Promise<void> => {
  const body = await text(request)
  received += `${request.url} ${body}`
  authorization = request.headers.authorization
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
  spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)))
}

const birth = '1941-02-03'
const number = '9990000018'

beforeAll(async () => {
  db = await testDatabase()
  const { accessToken } = await tokenFor(db, Date.now(), await aUser(db, ['Team Lead']))
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const { port } = collector.address() as AddressInfo
  const server = await startServer({
    databaseUrl: db.url,
    host: '127.0.0.1',
    port: 0,
    logLevel: false,
    web: null,
    accounts: { ...usualSettings, rates: null, secretKey: Buffer.alloc(32, 1) },
    courier: () => ({ mail: null, sms: null }),
    tracing: {
      url: `http://127.0.0.1:${port}/v1/traces`,
      headers: { authorization: 'Bearer collected' },
      serviceName: 'surefoot of a test',
      share: 1,
    },
  })
  const ask = async (path: string, body?: object, token = accessToken): Promise<{ id: number }> => {
    const response = await fetch(`${server.address}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return (await response.json()) as { id: number }
  }
  const saved = await ask(savePatient.path, {
    ...{ id: 0, familyName: 'Crumbulent', firstName: 'Ottiline', dateOfBirth: birth },
    ...{ genderId: 2, nhsNumber: number },
  })
  await ask(`${getPatient.path}?id=${saved.id}`)
  await ask(`${getPatient.path}?id=${saved.id}`, undefined, 'a-wrong-token')
  await ask(searchPatients.path, { text: 'Crumbulent' })
  await ask(savePatient.path, { id: 0, familyName: 'Crumbulent', dateOfBirth: 'Crumbulent' })
  await fetch(`${server.address}/health/ready`)
  await vi.waitFor(
    async () => expect((await db.owner.query('select from graphile_worker.jobs')).rowCount).toBe(0),
    { timeout: 60_000, interval: 200 },
  )
  await server.close()
})
afterAll(async () => {
  collector.closeAllConnections()
  collector.close()
  await db.drop()
})

const named = (name: string): Span[] => spans.filter((span) => span.name === name)
const below = ({ spanId }: Span): Span[] => spans.filter(({ parentSpanId }) => parentSpanId === spanId)
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

it('has a span of each call, with its status', () => {
  expect(named(`GET ${getPatient.path}`).map((span) => attributesOf(span))).toEqual([
    {
      'http.request.method': 'GET',
      'http.route': getPatient.path,
      'http.response.status_code': 200,
      'surefoot.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    },
    expect.objectContaining({ 'http.response.status_code': 401 }),
  ])
  expect(
    named(`POST ${savePatient.path}`).map((span) => attributesOf(span)['http.response.status_code']),
  ).toEqual([200, 400])
  expect(received).toContain('surefoot of a test')
  expect(authorization).toBe('Bearer collected')
})

it('has in it how long the call waited for a connection and had it, and its statements', () => {
  const [save] = named(`POST ${savePatient.path}`)
  if (save === undefined) throw new Error('The save has no span')
  const parts = below(save)
  expect(new Set(parts.map(({ name }) => name))).toEqual(
    new Set(['wait for read', 'connection read', 'wait for write', 'connection write']),
  )
  const statements = parts.filter(({ name }) => name === 'connection write').flatMap(below)
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['begin', 'claim an idempotency key', 'append and keep', 'commit']),
  )
})

it('has a span of each job, with what it asked', () => {
  const [job] = named('job settleTasks')
  if (job === undefined) throw new Error('The job has no span')
  expect(attributesOf(job)['surefoot.job']).toBe('settleTasks')
  expect(below(job).map(({ name }) => name)).toContain('connection read')
})

it('has nothing of a patient, nothing that was typed, no text of a statement, and nothing that nobody asked for', () => {
  expect(spans.length).toBeGreaterThan(20)
  for (const secret of ['Crumbulent', 'Ottiline', birth, number, 'id=', 'a-wrong-token', ' from ', '$1'])
    expect(received).not.toContain(secret)
  expect(received.toLowerCase()).not.toContain('crumbulent')
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === '')
  expect(roots.map(({ name }) => name).filter((name) => !/^((GET|POST) \/api\/|job )/.test(name))).toEqual([])
})
