import type { FhirResource, Observation, Patient } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fhirTypes } from '../../../contract/exchange/fhir/types.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { WholeRecord } from '../../testing/world/wholeRecord.ts'
import { aFhirClient, readingAs, type FhirGet } from '../testing/fhirClient.ts'
import { faultsOf, isSnomedId } from '../testing/fhirChecker.ts'
import { aFhirRecord, allPages, wholeType } from '../testing/fhirWorld.ts'
import { codes, measureCodesOf } from '../../../contract/pathways/records/codes.ts'
import { everySource, isRowType } from './resources/registry.ts'

/* Every resource is valid R4 and keeps the rules of UK Core, and the checker finds what is planted. */

let service: TestService
let get: FhirGet
let record: WholeRecord
const resources: FhirResource[] = []
const ofType = <Type extends FhirResource['resourceType']>(type: Type, prefix = '') =>
  structuredClone(
    resources.find(({ resourceType, id }) => resourceType === type && (id ?? '').startsWith(prefix)),
  ) as Extract<FhirResource, { resourceType: Type }>

beforeAll(async () => {
  service = await testService()
  const user = await service.as('Team Lead')
  record = await aFhirRecord(service, user)
  get = await readingAs(service, await aFhirClient(service))
  const governing = await readingAs(
    service,
    await aFhirClient(service, { purpose: 'governance', types: ['AuditEvent'] }),
  )
  for (const type of fhirTypes.filter(isRowType))
    resources.push(...(await allPages(type === 'AuditEvent' ? governing : get, wholeType(type))).resources)
  const { resources: forms } = await allPages(get, 'Questionnaire')
  const { resources: recorded } = await allPages(
    get,
    `Provenance?target=Patient/${record.patientId},Observation/bmi-1`,
  )
  const binary = await get(`Binary/document-${record.documentId}`, { accept: 'application/fhir+json' })
  resources.push(...forms, ...recorded, binary.body as unknown as FhirResource)
})
afterAll(() => service.close())

describe('every resource', () => {
  it('is valid, of each type and source', () => {
    const faults = resources.flatMap((resource) =>
      faultsOf(resource).map((fault) => `${resource.resourceType}/${resource.id} ${fault}`),
    )
    expect(faults).toEqual([])
    expect(new Set(resources.map(({ resourceType }) => resourceType)).size).toBe(fhirTypes.length)
    const silent = everySource.filter(
      ({ type, name }) =>
        !resources.some(
          ({ resourceType, id }) =>
            resourceType === type && (name === '' || (id ?? '').startsWith(`${name}-`)),
        ),
    )
    expect(silent.map(({ type, name }) => `${type} ${name}`)).toEqual(['Consent refused'])
  })

  it('refers only to resources that are served', async () => {
    const served = new Set(resources.map(({ resourceType, id }) => `${resourceType}/${id}`))
    const named = [...JSON.stringify(resources).matchAll(/"reference":"([^"]+)"/g)].map(
      ([, reference = '']) => reference,
    )
    const absent = [...new Set(named)].filter((reference) => !served.has(reference))
    expect(absent).toEqual([])
  })
})

describe('the other replies', () => {
  it.each([
    ['metadata', 'CapabilityStatement'],
    ['Observation?_count=2&_include=Observation:patient&_revinclude=Provenance:target&shoe-size=9', 'Bundle'],
    ['Observation?_count=0', 'Bundle'],
    ['Observation?date=yesterday', 'OperationOutcome'],
    ['Observation/nothing-1', 'OperationOutcome'],
  ])('to %s are valid: %s', async (path, type) => {
    const { body } = await get(path)
    expect(body['resourceType']).toBe(type)
    const checked = { meta: {}, ...body } as unknown as FhirResource
    if (type === 'OperationOutcome') expect(faultsOf(checked)).toEqual([])
    else
      expect(
        faultsOf(body as unknown as FhirResource).filter((fault) => !fault.includes('unknown extension')),
      ).toEqual([])
  })
})

describe('the checker finds', () => {
  const planted: [string, () => unknown][] = [
    ['a gender that is none', () => ({ ...ofType('Patient'), gender: 'man' })],
    ['a status that is none', () => ({ ...ofType('ServiceRequest'), status: 'open' })],
    ['an intent that is none', () => ({ ...ofType('ServiceRequest'), intent: 'wish' })],
    ['a date that is none', () => ({ ...ofType('Patient'), birthDate: '29/03/1931' })],
    ['an instant without a zone', () => ({ ...ofType('Task'), authoredOn: '2026-11-29T09:30:00' })],
    ['an element that R4 does not have', () => ({ ...ofType('Patient'), shoeSize: 9 })],
    ['a missing subject', () => ({ ...ofType('CarePlan'), subject: undefined })],
    ['an empty text', () => ({ ...ofType('Location'), name: '' })],
    ['an empty list', () => ({ ...ofType('Patient'), telecom: [] })],
    [
      'an NHS number without a value',
      () => changed(ofType('Patient'), (one) => delete one.identifier?.[0]?.value),
    ],
    [
      'an NHS number that fails its check',
      () => changed(ofType('Patient'), (one) => setNumber(one, '9991000012')),
    ],
    ['two ethnic categories', () => changed(ofType('Patient'), (one) => (one.extension = [ethnic, ethnic]))],
    [
      'an extension with another type of value',
      () => changed(ofType('Patient'), (one) => (one.extension = [{ url: ethnic.url, valueString: 'A' }])),
    ],
    [
      'an extension that nobody knows',
      () => changed(ofType('Patient'), (one) => (one.extension = [{ url: 'http://x/y', valueString: 'A' }])),
    ],
    [
      'a practice that is a patient',
      () => ({ ...ofType('Patient'), generalPractitioner: [{ reference: 'Patient/1' }] }),
    ],
    ['a subject that is a place', () => ({ ...ofType('Encounter'), subject: { reference: 'Location/1' } })],
    ['a BMI with one code', () => changed(ofType('Observation', 'bmi-'), (one) => one.code.coding?.pop())],
    [
      'a blood pressure without its second part',
      () => changed(ofType('Observation', 'bp-'), (one) => one.component?.pop()),
    ],
    ['two values', () => ({ ...ofType('Observation', 'bmi-'), valueString: 'x' })],
    [
      'a SNOMED id with a wrong digit',
      () => changed(ofType('Observation', 'bmi-'), (one) => setCode(one, '60621008')),
    ],
    [
      'a code without a system',
      () => changed(ofType('Observation', 'bmi-'), (one) => delete one.code.coding?.[0]?.system),
    ],
    ['no profile', () => changed(ofType('Flag'), (one) => delete one.meta?.profile)],
    [
      'a booked appointment without a time',
      () => ({
        ...ofType('Appointment', 'appointment-'),
        start: undefined,
        end: undefined,
        status: 'booked',
      }),
    ],
  ]

  it.each(planted)('%s', (_, plant) => {
    const resource = JSON.parse(JSON.stringify(plant())) as FhirResource
    expect(resource.resourceType).toBeDefined()
    expect(faultsOf(resource)).not.toEqual([])
  })
})

const ethnic = {
  url: 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-EthnicCategory',
  valueCodeableConcept: {
    coding: [{ system: 'https://fhir.hl7.org.uk/CodeSystem/UKCore-EthnicCategoryEngland', code: 'A' }],
  },
}
const changed = <Kind>(resource: Kind, change: (resource: Kind) => unknown): Kind => {
  change(resource)
  return resource
}
const setNumber = (patient: Patient, value: string): void => {
  for (const identifier of patient.identifier ?? [])
    if (identifier.system?.includes('nhs-number')) identifier.value = value
}
const setCode = (observation: Observation, code: string): void => {
  const [first] = observation.code.coding ?? []
  if (first !== undefined) first.code = code
}

describe('the codes', () => {
  it('of SNOMED CT have a right check digit, and each says where it was read', () => {
    const all = [...Object.values(codes), ...Object.values(measureCodesOf)].flat()
    expect(all.filter(({ source }) => source === '')).toEqual([])
    const snomed = all.filter(({ system }) => system === 'http://snomed.info/sct')
    expect(snomed.length).toBeGreaterThan(10)
    expect(snomed.filter(({ code }) => !isSnomedId(code))).toEqual([])
  })
})
