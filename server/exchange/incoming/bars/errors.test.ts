import { randomUUID } from 'node:crypto'
import type { OperationOutcome } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../app/app.ts'
import { connect } from '../../../platform/db/connection/connect.ts'
import { partsOn } from '../../../testing/process/parts.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { wireTo } from '../../../testing/values/wire.ts'
import { faultsOf } from '../../testing/fhirChecker.ts'
import {
  aFhirClient,
  askToken,
  assertionOf,
  readingAs,
  readingWith,
  type FhirReply,
} from '../../testing/fhirClient.ts'
import {
  aMessage,
  aSender,
  flag,
  messageHeaders,
  newIds,
  ourService,
  target,
  type Resource,
  type Sender,
  type SentBundle,
} from './testing/message.ts'

/* Each error that the standard names for a receiver, by its status, code and kind of issue. */

let service: TestService
let sender: Sender
beforeAll(async () => {
  service = await testService()
  await service.as('Team Lead')
  sender = await aSender(service)
})
afterAll(() => service.close())

const errorOf = ({ status, body }: FhirReply): string => {
  const [issue] = (body as unknown as OperationOutcome).issue
  return `${status}-${issue?.details?.coding?.[0]?.code}-${issue?.code}`
}

const changed = (type: string, change: (resource: Resource) => void, message = aMessage()): SentBundle => {
  for (const { resource } of message.entry) if (resource.resourceType === type) change(resource)
  return message
}
const set = (type: string, more: object) => changed(type, (resource) => Object.assign(resource, more))
const without = (type: string): SentBundle => {
  const message = aMessage()
  return { ...message, entry: message.entry.filter(({ resource }) => resource.resourceType !== type) }
}
const post = (payload: string, headers: Record<string, string> = {}): Promise<FhirReply> =>
  sender.get.post('$process-message', payload, messageHeaders(headers))

/** A fault of the database while the message is stored, put back afterwards. */
const broken = async (table: string, when: string, raise: string, work: () => Promise<FhirReply>) => {
  const { owner } = service.db
  await owner.query(
    `create function break_it() returns trigger language plpgsql as $$ begin raise exception using ${raise}; end $$`,
  )
  await owner.query(
    `create trigger break_it before insert on ${table} for each row ${when} execute function break_it()`,
  )
  try {
    return await work()
  } finally {
    await owner.query(`drop trigger break_it on ${table}`)
    await owner.query('drop function break_it()')
  }
}

/** The files of errors that the standard publishes for a receiver, each with how it is provoked here. */
const published: readonly (readonly [string, string, () => Promise<FhirReply>])[] = [
  [
    '400-REC_BAD_REQUEST-invalid',
    'a request id that is no GUID',
    () => sender.send(aMessage(), { 'x-request-id': '1' }),
  ],
  [
    '400-REC_BAD_REQUEST-invariant',
    'a new referral that is revoked',
    () => sender.send(aMessage({ status: 'revoked' })),
  ],
  [
    '400-REC_BAD_REQUEST-not-supported',
    'a use case that is not taken',
    () => sender.send(aMessage({ useCase: 'a4t1' })),
  ],
  [
    '400-REC_BAD_REQUEST-required',
    'no correlation id',
    () => sender.send(aMessage(), { 'x-correlation-id': '' }),
  ],
  [
    '400-REC_BAD_REQUEST-value',
    'a target identifier that is not JSON in base64',
    () => sender.send(aMessage(), { 'nhsd-target-identifier': '200012345' }),
  ],
  [
    '401-REC_UNAUTHORIZED-forbidden',
    'no valid token',
    () => readingWith(service, 'invented').post('$process-message', '{}', messageHeaders()),
  ],
  [
    '403-REC_FORBIDDEN-forbidden',
    'a client that may only read',
    async () =>
      (await readingAs(service, await aFhirClient(service))).post('$process-message', '{}', messageHeaders()),
  ],
  [
    '404-REC_NOT_FOUND-not-found',
    'an update of what was never sent',
    () => sender.send(aMessage({ reason: 'update' })),
  ],
  [
    '406-REC_NOT_ACCEPTABLE-processing',
    'a message in XML',
    () => post('<Bundle/>', { 'content-type': 'application/fhir+xml' }),
  ],
  [
    '409-REC_CONFLICT-conflict',
    'an update of a referral that was taken back',
    async () => {
      const ids = newIds()
      await sender.send(aMessage({ ids }))
      await sender.send(aMessage({ ids, reason: 'update', status: 'revoked' }))
      return sender.send(aMessage({ ids, reason: 'update' }))
    },
  ],
  [
    '409-REC_CONFLICT-duplicate',
    'a request id that was used',
    async () => {
      const headers = messageHeaders()
      await sender.send(aMessage(), headers)
      return sender.send(aMessage(), headers)
    },
  ],
  [
    '422-REC_UNPROCESSABLE_ENTITY-not-supported',
    'another version of the standard',
    () => sender.send(aMessage(), { accept: 'application/fhir+json; version=2.0.0' }),
  ],
  [
    '422-REC_UNPROCESSABLE_ENTITY-too-costly',
    'a message of more than a megabyte',
    () => sender.send(aMessage({ more: [flag('API', { text: 'x'.repeat(1_100_000) })] })),
  ],
  [
    '500-REC_SERVER_ERROR-exception',
    'a fault that nobody expects',
    () => broken('service_message', '', `message = 'broken'`, () => sender.send(aMessage())),
  ],
  [
    '500-REC_SERVER_ERROR-no-store',
    'an audit trail that cannot be written',
    () =>
      broken('audit_event', `when (new.kind = 'write')`, `message = 'full'`, () => sender.send(aMessage())),
  ],
  [
    '500-REC_SERVER_ERROR-transient',
    'transactions that conflict again and again',
    () => broken('service_message', '', `errcode = '40001'`, () => sender.send(aMessage())),
  ],
  [
    '501-REC_NOT_IMPLEMENTED-not-supported',
    'a booking',
    () =>
      sender.send(
        changed('MessageHeader', ({ eventCoding }) =>
          Object.assign(eventCoding as object, { code: 'booking-request' }),
        ),
      ),
  ],
]

/** Errors that are published and cannot occur here. */
const never: Readonly<Record<string, string>> = {
  '403-REC_FORBIDDEN-security': 'mutual TLS ends before the service, which sees tokens alone',
  '408-REC_TIMEOUT-timeout': 'said by the proxy about a receiver that does not answer',
  '500-REC_SERVER_ERROR-too costly': 'about a range of slots, and there are none; its code is none of FHIR',
}

const fileNames = [
  ...['400-REC_BAD_REQUEST-invalid', '400-REC_BAD_REQUEST-invariant', '400-REC_BAD_REQUEST-not-supported'],
  ...['400-REC_BAD_REQUEST-required', '400-REC_BAD_REQUEST-value', '401-REC_UNAUTHORIZED-forbidden'],
  ...['403-REC_FORBIDDEN-forbidden', '403-REC_FORBIDDEN-security', '404-REC_NOT_FOUND-not-found'],
  ...['406-REC_NOT_ACCEPTABLE-processing', '408-REC_TIMEOUT-timeout', '409-REC_CONFLICT-conflict'],
  ...['409-REC_CONFLICT-duplicate', '422-REC_UNPROCESSABLE_ENTITY-not-supported'],
  ...['422-REC_UNPROCESSABLE_ENTITY-too-costly', '500-REC_SERVER_ERROR-exception'],
  ...['500-REC_SERVER_ERROR-no-store', '500-REC_SERVER_ERROR-too costly', '500-REC_SERVER_ERROR-transient'],
  ...['501-REC_NOT_IMPLEMENTED-not-supported', '503-REC_SERVICE_UNAVAILABLE-transient'],
]

describe('the published errors', () => {
  it('are each provoked, or cannot occur', () => {
    const here = [
      ...published.map(([name]) => name),
      ...Object.keys(never),
      '503-REC_SERVICE_UNAVAILABLE-transient',
    ]
    expect(here.toSorted()).toEqual(fileNames.toSorted())
  })

  it.each(published)('%s: %s', async (name, _, provoke) => {
    const reply = await provoke()
    expect(errorOf(reply)).toBe(name)
    expect(Object.keys(reply.body).toSorted()).toEqual(['id', 'issue', 'meta', 'resourceType'])
    const [issue = {}] = (reply.body as unknown as OperationOutcome).issue as object[]
    expect(Object.keys(issue).toSorted()).toEqual(['code', 'details', 'diagnostics', 'severity'])
    expect(JSON.stringify(reply.body)).not.toMatch(/Quorn|9990001006/)
    expect(faultsOf(reply.body as never)).toEqual([])
  })

  it('503-REC_SERVICE_UNAVAILABLE-transient: the database is away, and the message is taken when it is back', async () => {
    const wire = await wireTo(service.db.url)
    const db = connect(wire.url)
    const app = await buildApp(await partsOn(db), { logLevel: false })
    const { body } = await askToken(service, await assertionOf(sender.client), 'system/ServiceRequest.c')
    const message = aMessage()
    const headers = messageHeaders({ authorization: `Bearer ${String(body['access_token'])}` })
    const send = () =>
      app.inject({
        method: 'POST',
        url: '/fhir/R4/$process-message',
        headers,
        payload: JSON.stringify(message),
      })
    try {
      await wire.cut()
      const away = await send()
      expect(errorOf({ status: away.statusCode, body: away.json(), headers: {}, text: '' })).toBe(
        '503-REC_SERVICE_UNAVAILABLE-transient',
      )
      expect(away.headers['retry-after']).toBe('5')
      await wire.mend()
      expect((await send()).statusCode).toBe(200)
    } finally {
      await app.close()
      await db.close()
      await wire.cut()
    }
  })
})

describe('a message is refused', () => {
  const cases: [string, string, () => Promise<FhirReply>][] = [
    [
      '400-REC_BAD_REQUEST-required',
      'without a target',
      () => sender.send(aMessage(), { 'nhsd-target-identifier': '' }),
    ],
    [
      '400-REC_BAD_REQUEST-required',
      'without a request id',
      () => sender.send(aMessage(), { 'x-request-id': '' }),
    ],
    [
      '400-REC_BAD_REQUEST-value',
      'with a target of half',
      () =>
        sender.send(aMessage(), {
          'nhsd-target-identifier': Buffer.from('{"value":"1"}').toString('base64'),
        }),
    ],
    [
      '404-REC_NOT_FOUND-not-found',
      'with a target that is another service',
      () => sender.send(aMessage(), { 'nhsd-target-identifier': target(ourService.system, '1') }),
    ],
    [
      '404-REC_NOT_FOUND-not-found',
      'with a target of another system',
      () =>
        sender.send(aMessage(), {
          'nhsd-target-identifier': target('https://example.org', ourService.value),
        }),
    ],
    [
      '404-REC_NOT_FOUND-not-found',
      'for another service',
      () => sender.send(set('MessageHeader', { destination: [{ endpoint: `${ourService.system}|1` }] })),
    ],
    [
      '400-REC_BAD_REQUEST-required',
      'for no service',
      () => sender.send(set('MessageHeader', { destination: [] })),
    ],
    ['400-REC_BAD_REQUEST-invalid', 'that is no JSON', () => post('{')],
    ['400-REC_BAD_REQUEST-invalid', 'that is nothing', () => post('null')],
    ['400-REC_BAD_REQUEST-invalid', 'that is no Bundle', () => post('{"resourceType":"Patient"}')],
    [
      '400-REC_BAD_REQUEST-invalid',
      'that is no message',
      () => sender.send({ ...aMessage(), type: 'document' }),
    ],
    [
      '400-REC_BAD_REQUEST-invalid',
      'with NUL',
      () => sender.send(aMessage({ patient: { name: [{ family: 'a\u0000b' }] } })),
    ],
    [
      '400-REC_BAD_REQUEST-invalid',
      'with half a character',
      () => post(JSON.stringify(aMessage()).replace('Quorn', '\\ud800')),
    ],
    [
      '400-REC_BAD_REQUEST-invalid',
      'nested without end',
      () => post(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`),
    ],
    ['400-REC_BAD_REQUEST-required', 'without an id', () => sender.send({ ...aMessage(), id: undefined })],
    ['400-REC_BAD_REQUEST-required', 'without a header', () => sender.send(without('MessageHeader'))],
    [
      '400-REC_BAD_REQUEST-required',
      'without an event',
      () => sender.send(set('MessageHeader', { eventCoding: undefined })),
    ],
    [
      '400-REC_BAD_REQUEST-invalid',
      'with an unknown event',
      () =>
        sender.send(
          set('MessageHeader', {
            eventCoding: { system: 'https://fhir.nhs.uk/CodeSystem/message-events-bars', code: 'x' },
          }),
        ),
    ],
    [
      '400-REC_BAD_REQUEST-invalid',
      'with an event of another system',
      () =>
        sender.send(
          set('MessageHeader', {
            eventCoding: { system: 'https://example.org', code: 'servicerequest-request' },
          }),
        ),
    ],
    [
      '501-REC_NOT_IMPLEMENTED-not-supported',
      'that is a response',
      () => sender.send(set('MessageHeader', { eventCoding: { code: 'servicerequest-response' } })),
    ],
    [
      '400-REC_BAD_REQUEST-required',
      'without a reason',
      () => sender.send(set('MessageHeader', { reason: undefined })),
    ],
    ['400-REC_BAD_REQUEST-invalid', 'with an unknown reason', () => sender.send(aMessage({ reason: 'x' }))],
    [
      '400-REC_BAD_REQUEST-invariant',
      'that is deleted and active',
      () => sender.send(aMessage({ reason: 'delete' })),
    ],
    ['400-REC_BAD_REQUEST-invariant', 'that is a draft', () => sender.send(aMessage({ status: 'draft' }))],
    [
      '400-REC_BAD_REQUEST-required',
      'without a status',
      () => sender.send(set('ServiceRequest', { status: undefined })),
    ],
    [
      '400-REC_BAD_REQUEST-required',
      'without a focus',
      () => sender.send(set('MessageHeader', { focus: [] })),
    ],
    [
      '400-REC_BAD_REQUEST-required',
      'whose focus leads nowhere',
      () => sender.send(set('MessageHeader', { focus: [{ reference: `urn:uuid:${randomUUID()}` }] })),
    ],
    [
      '400-REC_BAD_REQUEST-required',
      'without a category',
      () => sender.send(set('ServiceRequest', { category: undefined })),
    ],
    [
      '400-REC_BAD_REQUEST-not-supported',
      'for validation without a use case',
      () => sender.send(aMessage({ useCase: null })),
    ],
    [
      '400-REC_BAD_REQUEST-value',
      'whose intent is no plan',
      () => sender.send(set('ServiceRequest', { intent: 'order' })),
    ],
    [
      '400-REC_BAD_REQUEST-required',
      'about nobody',
      () => sender.send(set('ServiceRequest', { subject: undefined })),
    ],
    [
      '400-REC_BAD_REQUEST-required',
      'about an organisation',
      () =>
        sender.send(
          changed('ServiceRequest', (request) => {
            request['subject'] = request['requester']
          }),
        ),
    ],
    [
      '400-REC_BAD_REQUEST-required',
      'that nobody can be told about',
      () =>
        sender.send(
          changed('MessageHeader', (header) => {
            header['source'] = { name: 'x' }
          }),
        ),
    ],
    ...[
      'ServiceRequest',
      'Patient',
      'Encounter',
      'CarePlan',
      'Organization',
      'Practitioner',
      'PractitionerRole',
      'Consent',
      'HealthcareService',
    ].map((type): [string, string, () => Promise<FhirReply>] => [
      '400-REC_BAD_REQUEST-required',
      `without a resource ${type}`,
      () => sender.send(without(type)),
    ]),
    [
      '400-REC_BAD_REQUEST-required',
      'about two people',
      () => sender.send(aMessage({ more: [{ resourceType: 'Patient' }] })),
    ],
    [
      '406-REC_NOT_ACCEPTABLE-processing',
      'by those who take XML alone',
      () => sender.send(aMessage(), { accept: 'application/fhir+xml' }),
    ],
    [
      '422-REC_UNPROCESSABLE_ENTITY-not-supported',
      'in another version',
      () => sender.send(aMessage(), { 'content-type': 'application/fhir+json; version=3.0' }),
    ],
  ]
  it.each(cases)('%s: %s', async (name, _, provoke) => {
    expect(errorOf(await provoke())).toBe(name)
  })

  it('and nothing of it is stored, but the refusal is in the audit trail', async () => {
    const count = async () =>
      (await service.db.owner.query('select count(*) from incoming_referral')).rows[0] as unknown
    const before = await count()
    await sender.send(aMessage({ useCase: 'a4t1' }))
    expect(await count()).toEqual(before)
    const { rows } = await service.db.owner.query(
      `select status, criteria from audit_event where kind = 'refusal' and action like '%process-message' order by id desc limit 1`,
    )
    expect(rows).toMatchObject([{ status: 400, criteria: { fhirClient: sender.client.id } }])
  })
})

describe('a service that takes messages', () => {
  it('says so in metadata, and in the MessageDefinitions of each use case', async () => {
    const { body } = await sender.get('metadata')
    // SMART's extension is not among those that the checker knows.
    expect(faultsOf(body as never).filter((fault) => !fault.includes('unknown extension'))).toEqual([])
    expect(body).toMatchObject({
      messaging: [
        {
          supportedMessage: expect.arrayContaining([expect.objectContaining({ mode: 'receiver' })]) as object,
        },
      ],
    })
    const definitions = async (...contexts: string[]) => {
      const query = contexts.map((context) => `context=${encodeURIComponent(context)}`).join('&')
      return sender.get(`MessageDefinition?${query}`, messageHeaders())
    }
    const ours = `${ourService.system}|${ourService.value}`
    const useCase = (code: string) => `https://fhir.nhs.uk/CodeSystem/usecases-categories-bars|${code}`
    const all = await definitions(ours)
    expect({ status: all.status, total: all.body['total'] }).toEqual({ status: 200, total: 3 })
    for (const { resource } of all.body['entry'] as { resource: never }[])
      expect(faultsOf(resource).filter((fault) => !fault.includes('profile of UK Core'))).toEqual([])
    expect((await definitions(ours, useCase('a4t2'))).body).toMatchObject({ total: 3 })
    expect((await definitions(ours, useCase('referral'))).body).toMatchObject({ total: 2 })
    expect((await definitions(ours, useCase('a1t1'))).body).toMatchObject({ total: 0 })
    expect((await definitions('200012345')).body).toMatchObject({ total: 3 })
    expect(errorOf(await definitions('1'))).toBe('404-REC_NOT_FOUND-not-found')
    expect(errorOf(await definitions())).toBe('400-REC_BAD_REQUEST-required')
  })
})

describe('a service that takes no messages', () => {
  it('has none of this', async () => {
    const app = await buildApp({ ...service.parts, bars: null }, { logLevel: false })
    const { body } = await askToken(service, await assertionOf(sender.client), 'system/ServiceRequest.c')
    const headers = messageHeaders({ authorization: `Bearer ${String(body['access_token'])}` })
    const reply = await app.inject({
      method: 'POST',
      url: '/fhir/R4/$process-message',
      headers,
      payload: JSON.stringify(aMessage()),
    })
    expect(reply.statusCode).toBe(405)
    expect((await app.inject('/fhir/R4/metadata')).json()).not.toHaveProperty('messaging')
    await app.close()
  })
})
