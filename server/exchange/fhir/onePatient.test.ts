import type { FhirResource } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fhirTypes, type FhirType } from '../../../contract/exchange/fhir/types.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { anApp, readingFor } from '../testing/fhirApp.ts'
import { aFhirClient, readingAs, type FhirGet } from '../testing/fhirClient.ts'
import { aFhirRecord, allPages, wholeType } from '../testing/fhirWorld.ts'
import { isAboutNobody } from '../smart/staffRights.ts'
import { everySource, isRowType } from './resources/registry.ts'

/* An app that was opened about one patient learns nothing of another, by no way of asking (decision 150). */

let service: TestService
let user: TestUser
let mine: number
let theirs: number
/** As a program of the own organisation reads, and as the app does. */
let everybody: FhirGet
let get: FhirGet
const others: FhirResource[] = []

const searched = fhirTypes.filter(
  (type) => isRowType(type) && !['AuditEvent', 'List', 'Group'].includes(type),
)
const ofPatients = searched.filter((type) => !isAboutNobody(type))
const byPatient = searched.filter((type) =>
  everySource.some((source) => source.type === type && source.search['patient'] !== undefined),
)

beforeAll(async () => {
  service = await testService()
  user = await service.as('Team Lead')
  mine = (await aFhirRecord(service, user)).patientId
  theirs = (await aFhirRecord(service, user)).patientId
  everybody = await readingAs(service, await aFhirClient(service))
  get = await readingFor(service, user, await anApp(service), { patientId: mine })
  others.push((await everybody(`Patient/${theirs}`)).body as unknown as FhirResource)
  for (const type of byPatient)
    others.push(...(await allPages(everybody, `${type}?patient=${theirs}`)).resources)
})
afterAll(() => service.close())

const namesOther = (text: string): boolean => text.includes(`Patient/${theirs}"`)
const pathOf = ({ resourceType, id }: FhirResource) => `${resourceType}/${id}`

describe('an app of one patient', () => {
  it('reads that patient, and what belongs to them', async () => {
    expect((await get(`Patient/${mine}`)).body).toMatchObject({ id: String(mine) })
    for (const type of byPatient) {
      const asked = `${type}?patient=${mine}`
      expect((await allPages(get, asked)).resources).toEqual((await allPages(everybody, asked)).resources)
    }
    expect((await get('Practitioner')).body['entry']).not.toHaveLength(0)
  })

  it('is answered for anything of another patient as for what is missing, byte for byte', async () => {
    expect(new Set(others.map(({ resourceType }) => resourceType)).size).toBeGreaterThan(12)
    for (const resource of others) {
      const path = pathOf(resource)
      const missing = `${resource.resourceType}/${(resource.id ?? '').replace(/\d+$/, '999999999')}`
      for (const more of ['', '/_history', '/_history/1']) {
        const [{ status, text }, nothing] = [await get(path + more), await get(missing + more)]
        expect({ path, status, text }).toEqual({ path, status: 404, text: nothing.text })
      }
      const recorded = await get(`Provenance/${path.replace('/', '.')}`)
      expect({ path, status: recorded.status }).toEqual({ path, status: 404 })
    }
    const [{ status, text }, nothing] = [
      await get(`Patient/${theirs}/$everything`),
      await get('Patient/999999999/$everything'),
    ]
    expect({ status, text }).toEqual({ status: 404, text: nothing.text })
  })

  it('reads no document of another patient', async () => {
    const documents = others.flatMap(({ resourceType, id = '' }) =>
      resourceType === 'DocumentReference' ? [id] : [],
    )
    expect(documents.length).toBeGreaterThan(0)
    for (const id of documents) {
      const { status, text } = await get(`Binary/${id}`)
      expect([status, text]).toEqual([404, (await get(`Binary/${id.replace(/\d+$/, '999999999')}`)).text])
    }
  })

  it('finds nobody else by searching, counting, including and following pages', async () => {
    const found: string[] = []
    for (const type of ofPatients) {
      const { resources } = await allPages(get, wholeType(type, '_count=7'))
      found.push(...resources.map((resource) => JSON.stringify(resource)))
      const { body } = await get(wholeType(type, '_summary=count'))
      expect({ type, total: body['total'] }).toEqual({ type, total: resources.length })
    }
    expect(found.length).toBeGreaterThan(30)
    expect(found.filter(namesOther)).toEqual([])
    for (const type of byPatient) {
      expect((await get(`${type}?patient=${theirs}`)).body['entry']).toBeUndefined()
      const { text } = await get(wholeType(type, '_include=*&_revinclude=Provenance:target'))
      expect({ type, names: namesOther(text) }).toEqual({ type, names: false })
    }
    const targets = others.filter(({ resourceType }) => resourceType !== 'Patient').slice(0, 20)
    const { body } = await get(`Provenance?target=${targets.map(pathOf).join(',')}`)
    expect(body['entry']).toBeUndefined()
  })

  it('finds nobody else by what identifies them', async () => {
    const { rows } = await service.db.owner.query<{ nhs: string; family: string; born: string }>(
      `select nhs_number as nhs, family_name as family, date_of_birth::text as born from patient where id = $1`,
      [theirs],
    )
    const [{ nhs = '', family = '', born = '' } = {}] = rows
    const identifier = encodeURIComponent(`https://fhir.nhs.uk/Id/nhs-number|${nhs}`)
    for (const path of [
      `Patient?identifier=${identifier}`,
      `Patient?family=${family}&birthdate=${born}`,
      `Patient?_id=${theirs}`,
      `Observation?patient.identifier=${identifier}`,
      `Observation?_id=${others.flatMap(({ resourceType, id }) => (resourceType === 'Observation' ? [id] : [])).join(',')}`,
    ]) {
      const [{ body: all }, { body }] = [await everybody(path), await get(path)]
      expect({ path, all }).toMatchObject({ path, all: { entry: expect.anything() as unknown } })
      expect({ path, body }).toMatchObject({ path, body: { resourceType: 'Bundle', type: 'searchset' } })
      expect({ path, of: body['entry'] }).toEqual({ path, of: undefined })
    }
  })

  it('does not read work lists, who looked at what, or types that were not asked for', async () => {
    const one = await readingFor(service, user, await anApp(service), {
      patientId: mine,
      scope: 'launch/patient patient/Patient.rs user/Condition.rs',
    })
    for (const [reader, type] of [
      [get, 'List'],
      [get, 'AuditEvent'],
      [one, 'Condition'],
    ] as const satisfies readonly [FhirGet, FhirType][]) {
      const { status, text } = await reader(type)
      expect([status, text.includes(`patient/${type}.s`)]).toEqual([403, true])
    }
  })

  it('follows no page of another session', async () => {
    const { body } = await get('Observation?_count=1')
    const [next = ''] = (body['link'] as { relation: string; url: string }[]).flatMap(({ relation, url }) =>
      relation === 'next' ? [url.replace('http://localhost:3000/fhir/R4/', '')] : [],
    )
    expect((await get(next)).status).toBe(200)
    const colleague = await service.as('Team Lead')
    const theirs = await readingFor(service, colleague, await anApp(service), { patientId: mine })
    expect((await theirs(next)).status).toBe(400)
  })

  it('ends with the restriction of the record', async () => {
    const record = await aFhirRecord(service, user)
    const one = await readingFor(service, user, await anApp(service), { patientId: record.patientId })
    expect((await one(`Patient/${record.patientId}`)).status).toBe(200)
    await service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason) values ($1, 'other', 'x')`,
      [record.patientId],
    )
    expect((await one(`Patient/${record.patientId}`)).status).toBe(404)
    expect((await one('Observation')).body['entry']).toBeUndefined()
  })
})

describe('an app of everybody whom the user may see', () => {
  it('reads them, but no restricted record', async () => {
    const one = await readingFor(service, user, await anApp(service), { scope: 'user/*.rs' })
    for (const id of [mine, theirs]) expect((await one(`Patient/${id}`)).status).toBe(200)
    const hidden = await aFhirRecord(service, user)
    await service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason) values ($1, 'other', 'x')`,
      [hidden.patientId],
    )
    expect((await one(`Patient/${hidden.patientId}`)).status).toBe(404)
    expect((await one('AuditEvent')).status).toBe(403)
  })
})
