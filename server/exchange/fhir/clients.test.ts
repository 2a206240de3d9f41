import { setTimeout as sleep } from 'node:timers/promises'
import { MedplumClient } from '@medplum/core'
import { Client } from 'fhir-kit-client'
import type { Bundle } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver } from '../../testing/process/messages.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aFhirClient, askToken, assertionOf } from '../testing/fhirClient.ts'
import { aFhirRecord } from '../testing/fhirWorld.ts'

/* Clients that nobody here wrote, over HTTP, without a line of special treatment. */

let service: TestService
let base: string
let accessToken: string
let patientId: number
let nhsNumber: string
beforeAll(async () => {
  service = await testService()
  const user = await service.as('Team Lead')
  for (let person = 0; person < 3; person += 1) patientId = (await aFhirRecord(service, user)).patientId
  const { rows } = await service.db.owner.query<{ nhs: string }>(
    'select nhs_number as nhs from patient where id = $1',
    [patientId],
  )
  nhsNumber = rows[0]?.nhs ?? ''
  base = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/fhir/R4`
  if (service.parts.fhir !== null) service.parts.fhir.publicUrl = base.replace('/fhir/R4', '')
  const client = await aFhirClient(service)
  const { body } = await askToken(
    service,
    await assertionOf(client, { aud: base.replace('/fhir/R4', '/fhir/token') }),
  )
  accessToken = String(body['access_token'])
})
afterAll(() => service.close())

const identifier = () => `https://fhir.nhs.uk/Id/nhs-number|${nhsNumber}`

describe('fhir-kit-client', () => {
  const clientOf = () =>
    new Client({ baseUrl: base, customHeaders: { Authorization: `Bearer ${accessToken}` } })

  it('finds out what the server can do, and where its tokens are', async () => {
    const capability = await clientOf().capabilityStatement()
    expect(capability).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' })
    expect(await clientOf().smartAuthMetadata()).toMatchObject({ tokenUrl: expect.anything() })
  })

  it('reads, searches by address and by form, follows pages and reads a version', async () => {
    const client = clientOf()
    const patient = await client.read({ resourceType: 'Patient', id: String(patientId) })
    expect(patient).toMatchObject({ resourceType: 'Patient', id: String(patientId) })
    const found = await client.search({ resourceType: 'Patient', searchParams: { identifier: identifier() } })
    expect(found['entry']).toHaveLength(1)
    const posted = await client.search({
      resourceType: 'Patient',
      searchParams: { identifier: identifier() },
      options: { postSearch: true },
    })
    expect(posted['entry']).toHaveLength(1)
    let bundle: Awaited<ReturnType<typeof client.search>> | undefined = await client.search({
      resourceType: 'Observation',
      searchParams: { _count: 4 },
    })
    const ids: string[] = []
    while (bundle !== undefined) {
      ids.push(...(bundle['entry'] as { resource: { id: string } }[]).map(({ resource }) => resource.id))
      bundle = (await client.nextPage({ bundle: bundle as never })) as typeof bundle
    }
    const whole = await client.search({ resourceType: 'Observation', searchParams: { _count: 200 } })
    expect(ids).toEqual((whole['entry'] as { resource: { id: string } }[]).map(({ resource }) => resource.id))
    expect(ids.length).toBeGreaterThan(20)
    const [id = ''] = ids
    expect(await client.vread({ resourceType: 'Observation', id, version: '1' })).toMatchObject({ id })
  })

  it('reads everything of a patient, and a history', async () => {
    const client = clientOf()
    const everything = await client.operation({
      name: 'everything',
      resourceType: 'Patient',
      id: String(patientId),
      method: 'GET',
    })
    expect((everything['entry'] as unknown[]).length).toBeGreaterThan(40)
    const history = await client.history({ resourceType: 'Patient', id: String(patientId) })
    expect(history).toMatchObject({ resourceType: 'Bundle', type: 'history' })
  })

  it('is told in FHIR what is wrong', async () => {
    await expect(clientOf().read({ resourceType: 'Patient', id: '999999' })).rejects.toMatchObject({
      response: { status: 404, data: { resourceType: 'OperationOutcome' } },
    })
    await expect(
      clientOf().create({ resourceType: 'Patient', body: { resourceType: 'Patient' } as never }),
    ).rejects.toMatchObject({ response: { status: 405 } })
  })
})

describe('MedplumClient', () => {
  const clientOf = () => {
    const client = new MedplumClient({
      baseUrl: base.replace('fhir/R4', ''),
      fhirUrlPath: 'fhir/R4',
      cacheTime: 0,
    })
    client.setAccessToken(accessToken)
    return client
  }

  it('reads, searches and follows pages', async () => {
    const client = clientOf()
    expect(await client.readResource('Patient', String(patientId))).toMatchObject({ id: String(patientId) })
    expect(await client.searchOne('Patient', { identifier: identifier() })).toMatchObject({
      id: String(patientId),
    })
    const ids: (string | undefined)[] = []
    for await (const page of client.searchResourcePages('Observation', {
      _count: 5,
      patient: `Patient/${patientId}`,
    }))
      ids.push(...page.map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(8)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is told in FHIR what is wrong', async () => {
    await expect(clientOf().readResource('Patient', '999999')).rejects.toMatchObject({
      outcome: { resourceType: 'OperationOutcome', issue: [{ code: 'not-found' }] },
    })
  })
  it('takes an export', async () => {
    const stopping = new AbortController()
    const working = (async () => {
      while (!stopping.signal.aborted) {
        await deliver(service, { mail: null, sms: null })
        await sleep(50)
      }
    })()
    const { output = [] } = await clientOf().bulkExport('Patient', 'Patient,Observation', undefined, {
      pollStatusOnAccepted: true,
      pollStatusPeriod: 100,
    })
    stopping.abort()
    await working
    const lines = new Map<string, number>()
    for (const { type = '', url = '' } of output) {
      const text = await (await clientOf().download(url)).text()
      lines.set(type, text.trimEnd().split('\n').length)
    }
    const [patients, observations] = await Promise.all(
      ['Patient?_lastUpdated=ge2000', 'Observation?'].map((path) =>
        clientOf().get<Bundle>(`fhir/R4/${path}&_summary=count`),
      ),
    )
    expect(lines).toEqual(
      new Map([
        ['Patient', patients?.total],
        ['Observation', observations?.total],
      ]),
    )
  })
})
