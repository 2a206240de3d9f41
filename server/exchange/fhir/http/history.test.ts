import type { Bundle, FhirResource, Observation, Patient } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bmi } from '../../../../contract/patients/bmi.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { saveNextOfKin, savePatient } from '../../../../contract/patients/patient.ts'
import { savePathway } from '../../../../contract/pathways/referral/pathway.ts'
import { frat } from '../../../../contract/pathways/records/frat.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { done, fratInputOf, patientInputOf } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import type { WholeRecord } from '../../../testing/world/wholeRecord.ts'
import { aFhirClient, readingAs, type FhirGet } from '../../testing/fhirClient.ts'
import { faultsOf } from '../../testing/fhirChecker.ts'
import { aFhirRecord, allPages } from '../../testing/fhirWorld.ts'
import { everySource } from '../resources/registry.ts'

/* Earlier versions, and everything of one patient. */

let service: TestService
let user: TestUser
let get: FhirGet
let record: WholeRecord
beforeAll(async () => {
  service = await testService()
  user = await service.as('Team Lead')
  record = await aFhirRecord(service, user)
  get = await readingAs(service, await aFhirClient(service))
})
afterAll(() => service.close())

const historyOf = async (path: string): Promise<Bundle> => {
  const { status, body } = await get(`${path}/_history`)
  expect({ path, status }).toEqual({ path, status: 200 })
  return body as unknown as Bundle
}

describe('the history of a resource', () => {
  it('has each version as it was, newest first, and each can be read alone', async () => {
    const { pathwayId } = record
    const first = await fratInputOf(service, pathwayId)
    const { id } = await done({ service, user }, frat.save, { ...first, fratScore: 4 })
    await done({ service, user }, frat.save, { ...first, id, version: 1, fratScore: 5 })
    await done({ service, user }, frat.delete, { id, version: 2 })
    await done({ service, user }, frat.restore, { id })
    const path = `Observation/frat-${id}`
    const { entry = [], total } = await historyOf(path)
    expect(total).toBe(4)
    expect(
      entry.map(({ request, resource }) => [
        request?.method,
        (resource as Observation | undefined)?.valueInteger,
      ]),
    ).toEqual([
      ['PUT', 5],
      ['DELETE', undefined],
      ['PUT', 5],
      ['POST', 4],
    ])
    expect((await get(`${path}/_history/1`)).body).toEqual(entry[3]?.resource)
    expect((await get(`${path}/_history/2`)).body).toEqual(entry[2]?.resource)
    expect((await get(`${path}/_history/3`)).status).toBe(404)
    expect((await get(`${path}/_history/9`)).status).toBe(404)
    const times = entry.map(({ response }) => response?.lastModified ?? '')
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('names what a choice was then', async () => {
    const patientId = record.patientId
    const stored = await patientInputOf(service)
    const { rows } = await service.db.owner.query<{ version: number; nhs: string }>(
      'select version, nhs_number as nhs from patient where id = $1',
      [patientId],
    )
    const names = await service.db.owner.query<{ id: number; name: string }>(
      'select id, name from name_prefix order by id limit 2',
    )
    const [mr, mrs] = names.rows
    const save = (version: number, namePrefix: number, familyName: string) =>
      done({ service, user }, savePatient, {
        ...stored,
        id: patientId,
        version,
        namePrefix,
        familyName,
        nhsNumber: rows[0]?.nhs ?? '',
      })
    const one = await save(rows[0]?.version ?? 1, Number(mr?.id), 'Earlier')
    await save(one.version, Number(mrs?.id), 'Later')
    const { entry = [] } = await historyOf(`Patient/${patientId}`)
    const named = entry.map(({ resource }) => (resource as Patient | undefined)?.name?.[0])
    expect(named.slice(0, 2)).toMatchObject([
      { family: 'Later', prefix: [mrs?.name] },
      { family: 'Earlier', prefix: [mr?.name] },
    ])
    // Each is read by the version that it names, though that of a patient says more than its row's.
    for (const { resource } of entry) {
      const { body } = await get(`Patient/${patientId}/_history/${resource?.meta?.versionId}`)
      expect(body).toEqual(resource)
    }
  })

  it('is there for every resource of every source, and valid', async () => {
    const kin = await service.db.owner.query<{ id: number }>(
      'select id from next_of_kin where patient_id = $1',
      [record.patientId],
    )
    await done({ service, user }, saveNextOfKin, {
      id: Number(kin.rows[0]?.id),
      version: 1,
      patientId: record.patientId,
      familyName: 'Newer',
    })
    await done({ service, user }, bmi.save, {
      id: 0,
      patientId: record.patientId,
      assessmentDate: today(),
      bmi: 24.1,
    })
    await done({ service, user }, savePathway, {
      id: record.pathwayId,
      patientId: record.patientId,
      comments: 'Changed since',
    })
    const seen = new Set<string>()
    for (const { type, name, table } of everySource) {
      if (table === undefined || seen.has(`${type} ${name}`)) continue
      seen.add(`${type} ${name}`)
      const { resources } = await allPages(
        get,
        `${type}?${type === 'Patient' ? '_id' : 'patient'}=${record.patientId}`,
      )
      const one = resources.find(({ id }) => name === '' || id?.startsWith(`${name}-`) === true)
      if (one === undefined) continue
      const bundle = await historyOf(`${type}/${one.id}`)
      expect(bundle.entry?.[0]?.resource).toEqual(one)
      for (const { resource } of bundle.entry ?? [])
        if (resource !== undefined) expect(faultsOf(resource as FhirResource)).toEqual([])
      expect(faultsOf(bundle as FhirResource).filter((fault) => !fault.startsWith('ours'))).toEqual([])
    }
    expect(seen.size).toBeGreaterThan(30)
  })

  it('is only what it is now, to people outside the service', async () => {
    const shared = await readingAs(
      service,
      await aFhirClient(service, { purpose: 'sharedCare', types: ['Patient', 'ServiceRequest'] }),
    )
    const { body } = await shared(`ServiceRequest/referral-${record.pathwayId}/_history`)
    expect(body['total']).toBe(1)
    expect((await shared(`ServiceRequest/referral-${record.pathwayId}/_history/1`)).status).toBe(404)
  })
})

const observationsIn = (body: object): string[] =>
  ((body as Bundle).entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === 'Observation' ? [resource.id ?? ''] : [],
  )
const nextIn = (body: object): string | undefined =>
  (body as Bundle).link
    ?.find(({ relation }) => relation === 'next')
    ?.url.replace('http://localhost:3000/fhir/R4/', '')

describe('everything of a patient', () => {
  const everything = (more = '') => `Patient/${record.patientId}/$everything${more}`

  it('is what all searches find, and the people and places that it names', async () => {
    const { resources } = await allPages(get, everything('?_count=7'))
    const found = new Set(resources.map(({ resourceType, id }) => `${resourceType}/${id}`))
    expect(resources[0]).toMatchObject({ resourceType: 'Patient', id: String(record.patientId) })
    const types = new Set(
      everySource
        .filter(({ search, type }) => search['patient'] !== undefined && type !== 'AuditEvent')
        .map(({ type }) => type),
    )
    const expected = new Set([`Patient/${record.patientId}`])
    for (const type of types)
      for (const { id } of (await allPages(get, `${type}?patient=${record.patientId}`)).resources)
        expected.add(`${type}/${id}`)
    expect(found).toEqual(expected)
    expect(found.size).toBeGreaterThan(40)
    const { body } = await get(everything())
    const entries = (body as unknown as Bundle).entry ?? []
    expect(
      entries
        .filter(({ search }) => search?.mode === 'include')
        .map(({ resource }) => resource?.resourceType),
    ).toContain('Practitioner')
    expect(faultsOf(body as unknown as FhirResource).filter((fault) => !fault.startsWith('ours'))).toEqual([])
  })

  it('goes on where it was with a token that may read less', async () => {
    const client = await aFhirClient(service)
    const whole = await readingAs(service, client)
    const less = await readingAs(service, client, 'system/Patient.rs system/Observation.rs')
    const { resources: all } = await allPages(less, everything())
    let { body } = await whole(everything('?_count=7'))
    const read = [...observationsIn(body)]
    for (let next = nextIn(body); next !== undefined; next = nextIn(body)) {
      ;({ body } = await less(next))
      read.push(...observationsIn(body))
    }
    const expected = observationsIn({ entry: all.map((resource) => ({ resource })) })
    expect(new Set(read)).toEqual(new Set(expected))
  })

  it('can be less: by type, by when it was recorded, and by the day it is about', async () => {
    const typesOf = async (more: string) =>
      new Set((await allPages(get, everything(more))).resources.map(({ resourceType }) => resourceType))
    expect(await typesOf('?_type=Observation,Flag')).toEqual(new Set(['Observation', 'Flag']))
    expect(await typesOf('?_since=2090-01-01')).toEqual(new Set())
    const late = (await allPages(get, everything('?start=2090-01-01&_type=Observation'))).resources
    expect(late).toEqual([])
    for (const more of ['?_type=Shoe', '?_count=0', '?start=yesterday', '?_since=ge2026'])
      expect((await get(everything(more))).status).toBe(400)
    expect((await get(everything('?shoe-size=9'), { prefer: 'handling=strict' })).status).toBe(400)
  })

  it('is within the scopes, and of nobody out of reach', async () => {
    const client = await aFhirClient(service)
    const some = await readingAs(service, client, 'system/Patient.r system/Goal.r')
    const { body } = await some(everything())
    expect(
      new Set(((body as unknown as Bundle).entry ?? []).map(({ resource }) => resource?.resourceType)),
    ).toEqual(new Set(['Patient', 'Goal']))
    expect((await (await readingAs(service, client, 'system/Goal.r'))(everything())).status).toBe(403)
    expect(await some(everything('?_type=Goal,Observation'))).toMatchObject({
      status: 403,
      body: { resourceType: 'OperationOutcome' },
    })
    const other = await aFhirRecord(service, user)
    await service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason) values ($1, 'other', 'x')`,
      [other.patientId],
    )
    const missing = await get('Patient/999999/$everything')
    const hidden = await get(`Patient/${other.patientId}/$everything`)
    expect([hidden.status, hidden.text]).toEqual([404, missing.text])
  })
})
