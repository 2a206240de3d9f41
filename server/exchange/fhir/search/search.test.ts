import type { FhirResource } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fhirTypes, type FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aPatient } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aFhirClient, readingAs, type FhirGet } from '../../testing/fhirClient.ts'
import { aFhirRecord, allPages, wholeType } from '../../testing/fhirWorld.ts'
import { isFound, kindOf, valuesOf } from '../../testing/searchOracle.ts'
import { isRowType, sourcesOf } from '../resources/registry.ts'
import { parametersOf } from './query.ts'

/* What a search finds is what FHIR's own definitions find in the same resources. */

let service: TestService
let user: TestUser
let get: FhirGet
const resources = new Map<FhirType, FhirResource[]>()
const types = fhirTypes.filter((type) => isRowType(type) && !['AuditEvent', 'List', 'Group'].includes(type))

beforeAll(async () => {
  service = await testService()
  user = await service.as('Team Lead')
  const ids: number[] = []
  for (let person = 0; person < 4; person += 1) ids.push((await aFhirRecord(service, user)).patientId)
  const { owner } = service.db
  const [first, second, third] = ids
  await owner.query(
    `update patient set family_name = 'O’Connell', family_name_key = 'oconnell', first_name = 'Zoë', first_name_key = 'zoe' where id = $1`,
    [first],
  )
  await owner.query(`update patient set date_of_birth = null, deceased_date = current_date where id = $1`, [
    second,
  ])
  await owner.query(`update patient set postcode = 'ZZ9 9ZZ' where id = $1`, [first])
  await owner.query(`update task set clinician_id = (select min(id) from clinician)`)
  await owner.query(`update patient_flag set ended_at = now(), ended_note = 'x' where patient_id = $1`, [
    third,
  ])
  await owner.query(
    `update treatment_plan set treatment_date = current_date + 20, ended_date = null where pathway_id in (select id from pathway where patient_id = $1)`,
    [third],
  )
  await owner.query(
    `update appointment set outcome = 'didNotAttend' where pathway_id in (select id from pathway where patient_id = $1)`,
    [second],
  )
  await owner.query(
    `update exercise set completed_date = current_date, ended_how = 'stopped', stopped_reason = 'unwell' where pathway_id in (select id from pathway where patient_id = $1)`,
    [third],
  )
  await owner.query(
    `update pathway set cancel_referral_date = current_date where patient_id = $1 and discharge_date is null`,
    [third],
  )
  get = await readingAs(service, await aFhirClient(service))
  for (const type of types) resources.set(type, (await allPages(get, wholeType(type))).resources)
})
afterAll(() => service.close())

/** A generator with a seed, so that a failure can be run again. */
const generator = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const prefixes = ['', 'eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb']
/** Something that may be asked, from what is there. */
const askedOf = (type: FhirType, code: string, next: (below: number) => number): string | null => {
  const all = resources.get(type) ?? []
  const one = all[next(all.length)]
  if (one === undefined) return null
  if (code === '_id') return one.id ?? ''
  const values = code === '_lastUpdated' ? [one.meta?.lastUpdated] : valuesOf(one, code)
  const value = values[next(values.length)]
  const kind = code === '_lastUpdated' ? 'date' : kindOf(type, code)
  if (kind === 'date') {
    const written =
      typeof value === 'string'
        ? value
        : String((value as { start?: string } | undefined)?.start ?? '2026-05-04')
    const precision = [4, 7, 10, written.length][next(4)] ?? 10
    return `${prefixes[next(prefixes.length)]}${written.slice(0, precision)}`
  }
  if (value === undefined) return kind === 'token' ? 'nothing' : null
  if (kind === 'token') {
    if (typeof value !== 'object') return String(value)
    const {
      coding,
      system,
      value: id,
    } = value as { coding?: { system: string; code: string }[]; system?: string; value?: string }
    const [first] = coding ?? []
    const [of, text] = first === undefined ? [system, id] : [first.system, first.code]
    if (text === undefined) return 'nothing'
    return [text, `${of}|${text}`, `${of}|`, 'nothing'][next(4)] ?? text
  }
  if (kind === 'reference' && typeof value === 'object') {
    const { reference = 'Patient/0' } = value as { reference?: string }
    return [reference, reference.split('/')[1] ?? '', 'Patient/999999'][next(3)] ?? reference
  }
  const text = String(value)
  return [text, text.slice(0, 3), text.toUpperCase(), text.toLowerCase().slice(0, 4), 'zzz'][next(5)] ?? text
}

describe('a search', () => {
  it('by a thousand combinations of what is claimed finds what FHIR finds', async () => {
    const next = generator(20_261_129)
    const used = new Set<string>()
    for (let time = 0; time < 1000; time += 1) {
      const type = types[next(types.length)] ?? 'Patient'
      const claimed = [
        '_id',
        '_lastUpdated',
        ...(isRowType(type) ? parametersOf(sourcesOf[type]).keys() : []),
      ]
      const query: [string, string][] = []
      for (let part = 0; part <= next(3); part += 1) {
        const code = claimed[next(claimed.length)] ?? '_id'
        const value = askedOf(type, code, next)
        if (value === null || value === '') continue
        const isText = code !== '_id' && code !== '_lastUpdated' && kindOf(type, code) === 'string'
        const modifier = isText ? (['', ':exact', ':contains'][next(3)] ?? '') : ''
        query.push([`${code}${modifier}`, value])
        used.add(`${type} ${code}`)
      }
      if (query.length === 0) continue
      const path = `${type}?${new URLSearchParams(type === 'Patient' ? [...query, ['_lastUpdated', 'ge2000']] : query).toString()}&_count=200`
      const found = (await allPages(get, path)).resources.map(({ id }) => id)
      const expected = (resources.get(type) ?? [])
        .filter((resource) => query.every(([name, value]) => isFound(resource, name, value)))
        .map(({ id }) => id)
      expect({ path: decodeURIComponent(path), found }).toEqual({
        path: decodeURIComponent(path),
        found: expected,
      })
    }
    // Each claimed parameter of each type was among them.
    const all = types.flatMap((type) =>
      isRowType(type) ? [...parametersOf(sourcesOf[type]).keys()].map((code) => `${type} ${code}`) : [],
    )
    expect(all.filter((each) => !used.has(each))).toEqual([])
  })

  it.each(['_id', '_lastUpdated', '-_lastUpdated'])(
    'by pages, sorted by %s, gives everything once',
    async (sort) => {
      for (const type of types) {
        const { resources: found, pages } = await allPages(get, wholeType(type, `_sort=${sort}&_count=3`))
        const ids = found.map(({ id }) => id)
        expect(new Set(ids)).toEqual(new Set((resources.get(type) ?? []).map(({ id }) => id)))
        expect(ids.length).toBe(new Set(ids).size)
        expect(pages).toBe(Math.max(1, Math.ceil(ids.length / 3)))
        const times = found.map(({ meta }) => meta?.lastUpdated ?? '')
        if (sort === '_lastUpdated') expect(times).toEqual(times.toSorted())
        if (sort === '-_lastUpdated') expect(times).toEqual(times.toSorted().toReversed())
      }
    },
  )

  it.each(['1930-06-10', '1941-02-10', '1941-06-10', '1945-04-03', '1947-05-20', '1947-11-20', '1969-12-25'])(
    'finds who was born on %s, whatever UK clocks showed then',
    async (dateOfBirth) => {
      const { id } = await aPatient(service, user, { dateOfBirth })
      for (const asked of [dateOfBirth, dateOfBirth.slice(0, 7)]) {
        const { body } = await get(`Patient?family=Ashworth&birthdate=${asked}&_id=${id}&_summary=count`)
        expect({ asked, total: body['total'] }).toEqual({ asked, total: 1 })
      }
    },
  )

  it('goes on where it was while others write', async () => {
    const first = await get(wholeType('Location', '_count=5'))
    await service.db.owner.query(`insert into location (name, sort_order) values ('Between', 1)`)
    const next =
      (first.body['link'] as { relation: string; url: string }[]).find(({ relation }) => relation === 'next')
        ?.url ?? ''
    const rest = await allPages(get, next.replace('http://localhost:3000/fhir/R4/', ''))
    const before = (first.body['entry'] as { resource: FhirResource }[]).map(({ resource }) => resource.id)
    const seen = [...before, ...rest.resources.map(({ id }) => id)]
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('how a reply looks', () => {
  it('is told by _elements, _count, _summary and _total', async () => {
    const elements = await get('Observation?_elements=code,value&_count=1')
    const [entry] = elements.body['entry'] as { fullUrl: string; resource: Record<string, unknown> }[]
    expect(Object.keys(entry?.resource ?? {}).toSorted()).toEqual(
      ['category', 'code', 'id', 'meta', 'resourceType', 'status', 'subject', 'valueInteger'].toSorted(),
    )
    expect(entry?.resource).toMatchObject({ meta: { tag: [{ code: 'SUBSETTED' }] } })
    expect(entry?.fullUrl).toBe(`http://localhost:3000/fhir/R4/Observation/${String(entry?.resource['id'])}`)
    for (const path of ['Observation?_count=0', 'Observation?_summary=count'])
      expect((await get(path)).body).toEqual(
        expect.objectContaining({ type: 'searchset', total: resources.get('Observation')?.length }),
      )
    const large = await get('Observation?_count=100000')
    expect((large.body['entry'] as unknown[]).length).toBeLessThanOrEqual(200)
    expect((await get('Location?_total=accurate&_count=1')).body['total']).toBeGreaterThan(1)
  })

  it('names an unknown parameter that was ignored, and is refused where the client is strict', async () => {
    const lenient = await get('Observation?shoe-size=9&_count=1')
    expect(JSON.stringify(lenient.body['link'])).not.toContain('shoe-size')
    expect(lenient.body['entry']).toContainEqual(
      expect.objectContaining({
        search: { mode: 'outcome' },
        resource: expect.objectContaining({ resourceType: 'OperationOutcome' }),
      }),
    )
    const strict = await get('Observation?shoe-size=9', { prefer: 'handling=strict' })
    expect(strict).toMatchObject({
      status: 400,
      body: { issue: [{ code: 'not-supported', diagnostics: 'Parameter shoe-size' }] },
    })
  })

  it.each(['hasOwnProperty', '__proto__', 'constructor', 'toString'])(
    'knows no parameter %s, which every object has',
    async (name) => {
      expect(await get(`Location?${name}=1`)).toMatchObject({ status: 200 })
      const refused = await get(`Location?${name}=1`, { prefer: 'handling=strict' })
      expect(refused).toMatchObject({ status: 400, body: { resourceType: 'OperationOutcome' } })
    },
  )

  it('never says in an address who was searched for by a form', async () => {
    const { rows } = await service.db.owner.query<{ nhs: string }>(
      'select nhs_number as nhs from patient where nhs_number is not null limit 1',
    )
    const number = rows[0]?.nhs ?? ''
    const client = await aFhirClient(service)
    const reading = await readingAs(service, client)
    const { headers } = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const posted = await reading.post('Observation/_search', `patient.identifier=${number}&_count=1`, headers)
    expect(posted.status).toBe(200)
    const linkOf = (body: Record<string, unknown>, relation: string) =>
      (body['link'] as { relation: string; url: string }[]).find((link) => link.relation === relation)?.url ??
      ''
    expect(JSON.stringify(posted.body['link'])).not.toContain(number)
    const second = await reading(linkOf(posted.body, 'next').replace('http://localhost:3000/fhir/R4/', ''))
    expect(second.status).toBe(200)
    expect(JSON.stringify(second.body['link'])).not.toContain(number)
    // The page is for the client that began.
    const other = await get(linkOf(posted.body, 'next').replace('http://localhost:3000/fhir/R4/', ''))
    expect(other.status).toBe(400)
  })

  it.each(['application/json', 'text/plain'])('is 415 for a form that is sent as %s', async (type) => {
    const posted = await get.post('Observation/_search', '{"patient":"9"}', { 'content-type': type })
    expect(posted).toMatchObject({ status: 415, body: { resourceType: 'OperationOutcome' } })
  })

  it.each([
    ['GET', 'application/fhir+xml', 406],
    ['GET', 'application/xml, application/fhir+json', 200],
    ['GET', '*/*', 200],
    ['GET', 'text/html', 406],
  ])('%s as %s is %d', async (_, accept, status) => {
    expect((await get('Location?_count=1', { accept })).status).toBe(status)
  })

  it.each(['xml', 'application/fhir+xml', 'ttl'])('in the format %s is 406', async (format) => {
    expect(await get(`Location?_format=${format}`)).toMatchObject({
      status: 406,
      body: { resourceType: 'OperationOutcome' },
    })
  })
})

describe('a version', () => {
  it('is not sent again to who has it, and changes with everything that shows', async () => {
    const [episode] = resources.get('EpisodeOfCare') ?? []
    const path = `EpisodeOfCare/${episode?.id}`
    const first = await get(path)
    const etag = String(first.headers['etag'])
    expect(etag).toBe(`W/"${(first.body['meta'] as { versionId: string }).versionId}"`)
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    await service.db.owner.query(
      `insert into pathway_owner (pathway_id, clinician_id) values ($1, (select min(id) from clinician))
       on conflict (pathway_id) do update set clinician_id = null, team_id = (select min(id) from team)`,
      [episode?.id],
    )
    expect((await get(path, { 'if-none-match': etag })).status).toBe(200)
  })

  it('of a consent changes when the person refuses later', async () => {
    const [consent] = (resources.get('Consent') ?? []).filter(
      (each) => each.resourceType === 'Consent' && each.status === 'active',
    )
    const path = `Consent/${consent?.id}`
    const first = await get(path)
    const before = new Date().toISOString()
    const { reference = '' } = first.body['patient'] as { reference?: string }
    await service.db.owner.query(
      `update patient set consent_refused_date = current_date, updated_at = clock_timestamp() where id = $1`,
      [reference.split('/')[1]],
    )
    const later = await get(path, { 'if-none-match': String(first.headers['etag']) })
    expect(later).toMatchObject({ status: 200, body: { status: 'inactive' } })
    const { total } = (await get(`Consent?_id=${consent?.id}&_lastUpdated=ge${before}&_total=accurate`)).body
    expect(total).toBe(1)
  })

  it('can be read as long as it is the current one', async () => {
    const [bmi] = (resources.get('Observation') ?? []).filter(({ id }) => id?.startsWith('bmi-'))
    const path = `Observation/${bmi?.id}/_history`
    expect((await get(`${path}/${bmi?.meta?.versionId}`)).body).toEqual(bmi)
    expect((await get(`${path}/99`)).status).toBe(404)
  })
})

describe('nothing', () => {
  it.each([
    'POST Patient',
    'PUT Patient/1',
    'PATCH Patient/1',
    'DELETE Patient/1',
    'POST Observation/frat-1/$x',
  ])('is written by %s', async (call) => {
    const [method = '', path = ''] = call.split(' ')
    const response = await get.send(method, path, { resourceType: 'Patient' })
    expect(response).toMatchObject({ status: 405, body: { resourceType: 'OperationOutcome' } })
    expect(response.headers['allow']).toBe('GET')
  })
})

describe('the audit trail', () => {
  it('says who read what of whom, and is read by governance alone', async () => {
    const patientId = Number(resources.get('Patient')?.[0]?.id)
    const client = await aFhirClient(service)
    const reading = await readingAs(service, client)
    await reading(`Patient/${patientId}`)
    await reading(`Flag?patient=${patientId}&_include=Flag:patient`)
    await reading(`Observation?patient=${patientId}&_summary=count`)
    await reading('Task/999999')
    await reading(`Appointment?patient=${patientId}&date=lt1900`)
    await reading('Patient/999999/$everything')
    const { rows } = await service.db.owner.query<{
      action: string
      status: number
      patients: string[]
      criteria: object
    }>(
      `select action, status, patient_ids as patients, criteria from audit_event
       where criteria @> jsonb_build_object('fhirClient', $1::bigint) and kind <> 'session' order by id`,
      [client.id],
    )
    expect(rows.map(({ patients, ...row }) => ({ ...row, patients: patients.map(Number) }))).toMatchObject([
      {
        action: 'GET /fhir/R4/Patient/{id}',
        status: 200,
        patients: [patientId],
        criteria: { fhirClientName: 'Hospital record', purpose: 'ownCare' },
      },
      {
        action: 'GET /fhir/R4/Flag',
        status: 200,
        patients: [patientId],
        criteria: { parameters: ['patient', '_include'] },
      },
      { action: 'GET /fhir/R4/Observation', status: 200, patients: [patientId] },
      { action: 'GET /fhir/R4/Task/{id}', status: 404, criteria: { resource: 'Task/999999' } },
      // That there is nothing of somebody is known too.
      { action: 'GET /fhir/R4/Appointment', status: 200, patients: [patientId], criteria: { found: 0 } },
      { status: 404, criteria: { resource: 'Patient/999999' } },
    ])
    const governing = await readingAs(
      service,
      await aFhirClient(service, { purpose: 'governance', types: ['AuditEvent'] }),
    )
    const all = await allPages(governing, `AuditEvent?patient=Patient/${patientId}&_count=20`)
    expect(JSON.stringify(all.resources)).toContain('Hospital record')
    const [first] = all.resources
    expect((await governing(`AuditEvent?_id=${first?.id}`)).body['entry']).toHaveLength(1)
    expect((await governing('AuditEvent?date=gt2190')).body).toMatchObject({
      type: 'searchset',
      link: [{ relation: 'self' }],
    })
    expect((await governing('AuditEvent?date=gt2190')).body['entry']).toBeUndefined()
    expect((await allPages(governing, 'AuditEvent?date=ge2000&_count=100')).resources.length).toBeGreaterThan(
      all.resources.length,
    )
    for (const path of [
      'AuditEvent?_sort=-_lastUpdated',
      'AuditEvent?date=ne2026',
      'AuditEvent?date=2026,2025',
      'AuditEvent?patient=1&patient=2',
    ])
      expect((await governing(path)).status).toBe(400)
    for (const other of ['1.5', 'Infinity', '99999999999999999999', 'Group/1'])
      expect(await governing(`AuditEvent?patient=${other}`)).toMatchObject({
        status: 200,
        body: { resourceType: 'Bundle', link: [{ relation: 'self' }] },
      })
    expect((await governing(`Patient/${patientId}`)).status).toBe(403)
  })
})
