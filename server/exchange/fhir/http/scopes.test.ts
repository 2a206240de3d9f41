import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientPurposes, typesOfPurpose } from '../../../../contract/exchange/client.ts'
import { fhirTypes } from '../../../../contract/exchange/fhir/types.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aFhirClient, readingAs, type FhirGet } from '../../testing/fhirClient.ts'
import { aFhirRecord } from '../../testing/fhirWorld.ts'

/* What a token lets in: its scopes, what a search must name, and nothing without one. */

let service: TestService
let user: TestUser
let patientId: number
let own: FhirGet
let shared: FhirGet
beforeAll(async () => {
  service = await testService()
  user = await service.as('Team Lead')
  ;({ patientId } = await aFhirRecord(service, user))
  own = await readingAs(service, await aFhirClient(service))
  shared = await readingAs(
    service,
    await aFhirClient(service, { purpose: 'sharedCare', types: typesOfPurpose('sharedCare') }),
  )
})
afterAll(() => service.close())

describe('a search of patients', () => {
  it.each([
    'Patient',
    'Patient?family=Quorn',
    'Patient?birthdate=1931-03-29',
    'Patient?family=Q&birthdate=ge1900',
    'Patient?family:contains=a&birthdate=1931-03-29',
    'Patient?identifier=https%3A%2F%2Ffhir.nhs.uk%2FId%2Fnhs-number%7C',
    'Patient?address-postalcode=ZZ9',
    'Patient?shoe-size=9',
  ])('%s names nobody, and is refused', async (path) => {
    const { status, body } = await own(path)
    expect({ status, body }).toMatchObject({ status: 400, body: { issue: [{ code: 'required' }] } })
  })

  it.each([
    'Patient?_lastUpdated=ge2000',
    'Observation',
    'RelatedPerson?_include=RelatedPerson:patient',
    'Consent?date=ge2000',
  ])('%s names nobody, and is refused to a client of shared care', async (path) => {
    expect(await shared(path)).toMatchObject({
      status: 400,
      body: { issue: [{ code: 'required' }] },
    })
  })
})

describe('scopes', () => {
  it('let in nothing that they do not name', async () => {
    const client = await aFhirClient(service)
    const governing = await aFhirClient(service, { purpose: 'governance', types: ['AuditEvent'] })
    for (const type of fhirTypes) {
      const get = await readingAs(service, type === 'AuditEvent' ? governing : client, `system/${type}.r`)
      for (const other of fhirTypes) {
        const { status, body } = await get(`${other}/1`)
        expect({ type, other, isAllowed: status !== 403 }).toEqual({ type, other, isAllowed: type === other })
        if (status === 403)
          expect(body).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'forbidden' }] })
        expect((await get(`${other}?patient=1`)).status).toBe(403)
      }
    }
  })

  it('bound what is included: a patient needs a scope of its own', async () => {
    const client = await aFhirClient(service)
    const path = `Observation?patient=${patientId}&_include=Observation:patient&_revinclude=Provenance:target`
    const modesOf = async (scope: string) => {
      const { body } = await (await readingAs(service, client, scope))(path)
      return new Set(
        (body['entry'] as { resource: { resourceType: string } }[]).map(
          ({ resource }) => resource.resourceType,
        ),
      )
    }
    expect(await modesOf('system/Observation.rs')).toEqual(new Set(['Observation']))
    expect(await modesOf('system/Observation.rs system/Patient.r')).toEqual(
      new Set(['Observation', 'Patient']),
    )
    expect(await modesOf('system/*.rs')).toEqual(new Set(['Observation', 'Patient', 'Provenance']))
  })

  it('bound what provenance tells, and whom a chain finds', async () => {
    const client = await aFhirClient(service)
    const get = await readingAs(service, client, 'system/Provenance.rs system/Observation.rs')
    const id = patientId
    expect((await get(`Provenance?target=Patient/${id}`)).status).toBe(403)
    expect((await get(`Provenance/Patient.${id}`)).status).toBe(403)
    expect((await get('Observation?patient.identifier=9999')).status).toBe(403)
    expect((await get(`Provenance/Observation.frat-1.more`)).status).toBe(404)
  })

  it.each(clientPurposes.map(({ code }) => code))(
    'of the purpose %s are those that it may have',
    (purpose) => {
      const types = typesOfPurpose(purpose)
      expect(types.includes('AuditEvent')).toBe(purpose === 'governance')
      expect(types.includes('Task')).toBe(purpose === 'ownCare')
    },
  )
})

describe('without a token', () => {
  it.each([
    'Patient/1',
    'Patient?identifier=1',
    'Binary/document-1',
    'Observation',
    'Nothing/1',
    'AuditEvent',
  ])('%s is 401', async (path) => {
    const response = await service.app.inject({ method: 'GET', url: `/fhir/R4/${path}` })
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Bearer')
    expect(JSON.parse(response.payload)).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ code: 'login' }],
    })
    expect(response.headers['content-type']).toBe('application/fhir+json; charset=utf-8')
  })

  it('of a user of the service, a FHIR call is 401, and a call of the service with a FHIR token too', async () => {
    const headers = { authorization: `Bearer ${user.accessToken}` }
    expect((await service.app.inject({ method: 'GET', url: '/fhir/R4/Location', headers })).statusCode).toBe(
      401,
    )
    const get = await readingAs(service, await aFhirClient(service))
    expect((await get('../../api/location/all')).status).toBe(401)
  })
})
