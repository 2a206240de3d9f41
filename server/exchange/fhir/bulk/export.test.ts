import type { Bundle, FhirResource } from 'fhir/r4.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { typesOfPurpose } from '../../../../contract/exchange/client.ts'
import { purgeExpired } from '../../../accounts/signIn/purgeExpired.ts'
import { deliver } from '../../../testing/process/messages.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import type { WholeRecord } from '../../../testing/world/wholeRecord.ts'
import { faultsOf } from '../../testing/fhirChecker.ts'
import { aFhirClient, readingAs, type FhirGet, type TestClient } from '../../testing/fhirClient.ts'
import { aFhirRecord, allPages, changes, wholeType } from '../../testing/fhirWorld.ts'
import { isRowType } from '../resources/registry.ts'
import { keepFiles } from './store.ts'
import { exportTasks } from './tasks.ts'

/* Exports in bulk: what searches find, in files. */

let service: TestService
let user: TestUser
let client: TestClient
let get: FhirGet
const people: WholeRecord[] = []
beforeAll(async () => {
  service = await testService()
  user = await service.as('Team Lead')
  for (let person = 0; person < 3; person += 1) people.push(await aFhirRecord(service, user))
  client = await aFhirClient(service)
  get = await readingAs(service, client)
})
afterAll(() => service.close())
afterEach(async () => {
  await service.db.owner.query('delete from fhir_export')
})

const nowhere = { mail: null, sms: null }
const isAsync = { prefer: 'respond-async' }
const root = 'http://localhost:3000/fhir/R4/'
const inside = (url: unknown): string => String(url).replace(root, '')

interface Listed {
  type: string
  url: string
  count: number
}
interface Manifest {
  transactionTime: string
  output: Listed[]
  deleted: Listed[]
}

const begin = async (path: string, as = get): Promise<string> => {
  const { status, headers, text } = await as(path, isAsync)
  expect({ path, status, text }).toEqual({ path, status: 202, text: '' })
  return inside(headers['content-location'])
}
const exported = async (path: string, as = get): Promise<Manifest> => {
  const at = await begin(path, as)
  await deliver(service, nowhere)
  const { status, headers, body } = await as(at)
  expect({ path, status, type: headers['content-type'] }).toEqual({
    path,
    status: 200,
    type: 'application/json; charset=utf-8',
  })
  return body as unknown as Manifest
}
const linesOf = async (files: readonly Listed[], as = get): Promise<FhirResource[]> => {
  const all: FhirResource[] = []
  for (const { url, count, type } of files) {
    const { status, headers, text } = await as(inside(url))
    expect({ of: type, status, type: headers['content-type'] }).toEqual({
      of: type,
      status: 200,
      type: 'application/fhir+ndjson',
    })
    const resources = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as FhirResource)
    expect(resources).toHaveLength(count)
    expect(new Set(resources.map(({ resourceType }) => resourceType))).toEqual(new Set([type]))
    all.push(...resources)
  }
  return all
}
const keyOf = ({ resourceType, id }: FhirResource): string => `${resourceType}/${id}`
const byKey = (resources: readonly FhirResource[]) =>
  new Map(resources.map((resource) => [keyOf(resource), resource]))
const patientsIn = (resources: readonly FhirResource[]): Set<number> =>
  new Set([...JSON.stringify(resources).matchAll(/"Patient\/(\d+)"/g)].map(([, id]) => Number(id)))
const idOf = (index: number): number => people[index]?.patientId ?? 0

describe('an export of the system', () => {
  it('has each resource that searches find, once, equal and valid', async () => {
    const manifest = await exported('$export')
    expect(manifest).toMatchObject({
      request: `${root}$export`,
      requiresAccessToken: true,
      deleted: [],
      error: [],
    })
    const resources = await linesOf(manifest.output)
    expect(byKey(resources).size).toBe(resources.length)
    for (const type of typesOfPurpose('ownCare').filter(isRowType)) {
      // What is made at this moment says when.
      if (type === 'List' || type === 'Group') continue
      const { resources: found } = await allPages(get, wholeType(type))
      const written = resources.filter(({ resourceType }) => resourceType === type)
      expect(byKey(written), type).toEqual(byKey(found))
    }
    const types = new Set(resources.map(({ resourceType }) => resourceType))
    expect(typesOfPurpose('ownCare').filter((type) => !types.has(type))).toEqual(['Binary'])
    expect(resources.flatMap(faultsOf)).toEqual([])
  })

  it('has who recorded each resource that somebody recorded', async () => {
    const resources = await linesOf((await exported('$export?_type=Provenance')).output)
    const { resources: told } = await allPages(get, `Observation?patient=${idOf(0)}`)
    const targets = new Set(
      resources.map((each) => (each.resourceType === 'Provenance' ? each.target[0]?.reference : '')),
    )
    expect(told.filter((each) => !targets.has(keyOf(each)))).toEqual([])
  })

  it('goes on after a full page and a full file, without a gap or a double', async () => {
    await service.db.owner.query(
      `insert into fall (patient_id, fall_date, fall_count, period_from)
       select $1, current_date - 9, 1, current_date - 100 from generate_series(1, 20700)`,
      [idOf(2)],
    )
    const { output } = await exported('$export?_type=Observation')
    expect(output.map(({ count }) => count >= 20_000)).toEqual([true, false])
    const resources = await linesOf(output)
    expect(byKey(resources).size).toBe(resources.length)
    const { body } = await get('Observation?_summary=count')
    expect(resources.length).toBe(body['total'])
    await service.db.owner.query(`delete from fall where patient_id = $1 and fall_count = 1`, [idOf(2)])
  })

  it('of the audit trail ends where it began, although it writes there itself', async () => {
    const governing = await readingAs(
      service,
      await aFhirClient(service, { purpose: 'governance', types: ['AuditEvent'] }),
    )
    service.time.now += 120_000
    const { output, transactionTime } = await exported('$export', governing)
    const events = await linesOf(output, governing)
    expect(events.length).toBeGreaterThan(10)
    expect(
      events.filter((each) => each.resourceType === 'AuditEvent' && each.recorded > transactionTime),
    ).toEqual([])
  })
})

describe('an export of patients', () => {
  it('has what is about them, and the people and places named there', async () => {
    const resources = await linesOf((await exported('Patient/$export')).output)
    const types = new Set(resources.map(({ resourceType }) => resourceType as string))
    expect(types.has('Practitioner') && types.has('Observation')).toBe(true)
    expect(
      ['Questionnaire', 'List', 'Group', 'AuditEvent', 'Binary'].filter((type) => types.has(type)),
    ).toEqual([])
  })

  it('of a group has only those who are in it', async () => {
    const { owner } = service.db
    await owner.query('update patient set registered_gp = null where id = $1', [idOf(1)])
    const { rows: members } = await owner.query<{ class_id: number; ids: string[] }>(
      `select class_id, array_agg(patient_id) as ids from class_member where state = 'joined' and ended_how is null
       group by class_id having count(*) < 3 limit 1`,
    )
    const { resources: groups } = await allPages(get, 'Group?')
    const quantities = new Map(
      groups.map((each) => [each.id, each.resourceType === 'Group' ? each.quantity : undefined]),
    )
    const { rows: listed } = await owner.query<{ stage: string; ids: string[] }>(
      'select stage, array_agg(patient_id) as ids from work_list group by stage',
    )
    const expected = new Map<string, number[]>([['commissioner-QAA', [idOf(0), idOf(2)]]])
    for (const { class_id: id, ids } of members) expected.set(`class-${id}`, ids.map(Number))
    for (const group of groups) {
      const stage = listed.find(({ ids }) => quantities.get(group.id) === ids.length)
      if (String(group.id).startsWith('worklist-') && stage !== undefined && !expected.has(group.id ?? ''))
        expected.set(group.id ?? '', stage.ids.map(Number))
    }
    expect(expected.size).toBeGreaterThan(1)
    for (const [id, patients] of expected) {
      expect({ id, quantity: quantities.get(id) }).toEqual({ id, quantity: patients.length })
      const resources = await linesOf((await exported(`Group/${id}/$export`)).output)
      expect({ id, patients: patientsIn(resources) }).toEqual({ id, patients: new Set(patients) })
      expect(
        resources
          .filter(({ resourceType }) => resourceType === 'Patient')
          .map(({ id: of }) => Number(of))
          .toSorted(),
      ).toEqual(patients.toSorted())
    }
    expect((await get('Group/class-999999/$export', isAsync)).status).toBe(404)
  })
})

describe('since an earlier export', () => {
  it('has what changed, and says what was deleted', async () => {
    const [person] = people
    if (person === undefined) throw new Error('nobody')
    const { owner } = service.db
    const { rows } = await owner.query<{ id: number; now: string }>(
      `update contact_note set updated_at = now() - interval '1 year' where pathway_id = $1 returning id, now()::text as now`,
      [person.pathwayId],
    )
    await owner.query(`update measure set updated_at = now() - interval '1 year'`)
    const since = new Date(Date.now() - 60 * 60_000).toISOString()
    const { rows: gone } = await owner.query<{ id: number }>(
      `update measure set is_active = false, updated_at = now()
       where id = (select max(id) from measure where pathway_id = $1 and measure = 'weight') returning id`,
      [person.pathwayId],
    )
    const { output, deleted } = await exported(`$export?_type=Observation,Encounter&_since=${since}`)
    const resources = await linesOf(output)
    expect(resources.some(({ id }) => id?.startsWith('measure-'))).toBe(false)
    expect(rows.length).toBeGreaterThan(0)
    expect(resources.some(({ id }) => rows.some((note) => id === `note-${note.id}`))).toBe(false)
    const bundles = (await linesOf(deleted)) as Bundle[]
    expect(bundles.flatMap(faultsOf)).toEqual([])
    expect(bundles.flatMap(({ entry = [] }) => entry.map(({ request }) => request))).toEqual([
      { method: 'DELETE', url: `Observation/measure-${gone[0]?.id}` },
    ])
  })
})

describe('whose records', () => {
  it('are in an export follows the rights of the client', async () => {
    const { owner } = service.db
    const hidden = await aFhirRecord(service, user)
    await owner.query(changes['restricted'] ?? '', [hidden.patientId])
    const { rows } = await owner.query<{ id: number }>(
      `insert into team (name) values ('South') returning id`,
    )
    await owner.query(
      `insert into pathway_owner (pathway_id, team_id) values ($1, $2)
       on conflict (pathway_id) do update set clinician_id = null, team_id = excluded.team_id`,
      [people[1]?.pathwayId, rows[0]?.id],
    )
    const ofTeam = await readingAs(service, await aFhirClient(service, { teamId: Number(rows[0]?.id) }))
    const seen = async (as: FhirGet) => patientsIn(await linesOf((await exported('$export', as)).output, as))
    const all = await seen(get)
    expect(all.has(hidden.patientId)).toBe(false)
    expect(all).toEqual(new Set(people.map(({ patientId }) => patientId)))
    expect(await seen(ofTeam)).toEqual(new Set([idOf(1)]))
  })

  it('were written before they were restricted are not handed over', async () => {
    const late = await aFhirRecord(service, user)
    const { output } = await exported('$export?_type=Patient,Location')
    const [patients, places] = ['Patient', 'Location'].map((type) =>
      output.find((file) => file.type === type),
    )
    await service.db.owner.query(changes['restricted'] ?? '', [late.patientId])
    expect(await get(inside(patients?.url))).toMatchObject({
      status: 410,
      body: { issue: [{ code: 'deleted' }] },
    })
    expect((await get(inside(places?.url))).status).toBe(200)
  })

  it('a file shows is in the audit trail, and at rest it is sealed', async () => {
    const { output } = await exported('$export?_type=Patient')
    const resources = await linesOf(output)
    const { rows } = await service.db.owner.query<{ ids: string[]; criteria: Record<string, unknown> }>(
      `select patient_ids as ids, criteria from audit_event where action = 'GET /fhir/R4/export/{id}/{file}'
       order by id desc limit 1`,
    )
    expect(rows[0]?.ids.map(Number).toSorted()).toEqual(resources.map(({ id }) => Number(id)).toSorted())
    expect(rows[0]?.criteria).toMatchObject({ fhirClient: client.id, file: 0 })
    const { rows: files } = await service.db.owner.query<{ sealed: Buffer }>(
      'select sealed from fhir_export_file',
    )
    expect(files.map(({ sealed }) => sealed.subarray(0, 2).toString('hex'))).not.toContain('1f8b')
  })
})

describe('an export belongs to its client', () => {
  it('and nobody else learns that it is there', async () => {
    const at = await begin('$export?_type=Location')
    await deliver(service, nowhere)
    const other = await readingAs(service, await aFhirClient(service))
    const missing = await other('export/00000000-0000-4000-8000-000000000000')
    for (const path of [at, `${at}/0.ndjson`])
      expect(await other(path)).toMatchObject({ status: 404, text: missing.text })
    expect(await other.send('DELETE', at)).toMatchObject({ status: 404 })
    expect((await service.app.inject({ method: 'GET', url: `/fhir/R4/${at}/0.ndjson` })).statusCode).toBe(401)
    expect((await get(at)).status).toBe(200)
  })

  it('which has one under way', async () => {
    const at = await begin('$export')
    const waiting = await get(at)
    expect(waiting).toMatchObject({
      status: 202,
      headers: { 'retry-after': '2', 'x-progress': '0 resources written' },
    })
    expect((await get('$export', isAsync)).status).toBe(429)
    expect(await get.send('DELETE', at)).toMatchObject({ status: 202 })
    expect((await get(at)).status).toBe(404)
    await deliver(service, nowhere)
    await exported('$export?_type=Location')
  })

  it('and ends when the client is changed, or may read no more', async () => {
    for (const change of ['version = version + 1', 'revoked_at = now(), revoked_by = approved_by']) {
      const changed = await aFhirClient(service)
      const as = await readingAs(service, changed)
      const at = await begin('$export', as)
      await service.db.owner.query(`update fhir_client set ${change} where id = $1`, [changed.id])
      await deliver(service, nowhere)
      const { rows } = await service.db.owner.query(
        'select state, failure from fhir_export where client_id = $1',
        [changed.id],
      )
      expect(rows).toEqual([{ state: 'failed', failure: 'The client was changed or ended meanwhile.' }])
      const { status } = await as(at)
      expect({ change, status }).toEqual({ change, status: change.startsWith('version') ? 500 : 401 })
    }
  })

  it('and is gone when the client is changed later', async () => {
    const changed = await aFhirClient(service)
    const as = await readingAs(service, changed)
    const at = await begin('$export?_type=Location', as)
    await deliver(service, nowhere)
    expect((await as(`${at}/0.ndjson`)).status).toBe(200)
    await service.db.owner.query('update fhir_client set version = version + 1 where id = $1', [changed.id])
    for (const path of [at, `${at}/0.ndjson`]) expect((await as(path)).status).toBe(404)
  })

  it('whose files are for tokens that name their type', async () => {
    const manifest = await exported('$export?_type=Location,Patient')
    const narrow = await readingAs(service, client, 'system/Patient.rs')
    const statuses: Record<string, number> = {}
    for (const { type, url } of manifest.output) statuses[type] = (await narrow(inside(url))).status
    expect(statuses).toEqual({ Location: 403, Patient: 200 })
  })

  it('keeps no file of a record that was destroyed while it was written', async () => {
    const at = await begin('$export?_type=Patient')
    const id = at.replace('export/', '')
    const file = { type: 'Patient', resources: 1, patientIds: [999_999], compressed: Buffer.from('x') }
    await expect(keepFiles(service.parts, { id, step: 0 }, [file], null)).rejects.toThrow('destroyed')
    expect((await get(at)).status).toBe(202)
  })

  it('goes on where it was when the service stopped', async () => {
    const at = await begin('$export?_type=Location,Patient')
    const stopping = new AbortController()
    stopping.abort()
    const task = exportTasks(service.parts, stopping.signal)['fhirExport']
    const { rows } = await service.db.owner.query<{ id: string }>('select id from fhir_export')
    const job = { attempts: 8, max_attempts: 8 }
    await expect(Promise.resolve(task?.({ id: rows[0]?.id, step: 0 }, { job } as never))).rejects.toThrow()
    expect((await get(at)).status).toBe(202)
    await deliver(service, nowhere)
    expect((await get(at)).status).toBe(200)
  })

  it('is gone after a day', async () => {
    const at = await begin('$export?_type=Location')
    await deliver(service, nowhere)
    service.time.now += 24 * 60 * 60_000 + 1000
    const later = await readingAs(service, client)
    expect((await later(at)).status).toBe(404)
    await purgeExpired(service.db.pool, service.time.now)
    const { rows } = await service.db.owner.query('select from fhir_export_file')
    expect(rows).toEqual([])
    get = later
  })
})

describe('a request for an export', () => {
  it.each([
    ['without respond-async', '$export', {}, 400, 'required'],
    ['for XML', '$export?_outputFormat=application/fhir%2Bxml', isAsync, 400, 'value'],
    ['for a type that does not exist', '$export?_type=Shoe', isAsync, 400, 'value'],
    ['for the files of documents', '$export?_type=Binary', isAsync, 400, 'value'],
    ['for lists of a patient', 'Patient/$export?_type=List', isAsync, 400, 'value'],
    ['since no day', '$export?_since=yesterday', isAsync, 400, 'value'],
    ['since a range', '$export?_since=gt2026-01-01', isAsync, 400, 'value'],
    [
      'with a parameter that is not offered',
      '$export?_typeFilter=Patient%3Factive%3Dtrue',
      isAsync,
      400,
      'not-supported',
    ],
    ['for a group that is none', 'Group/1%00/$export', isAsync, 404, 'not-found'],
    ['for nothing that the client reads', '$export?_type=AuditEvent', isAsync, 403, 'forbidden'],
  ])('%s is refused', async (_, path, headers, status, code) => {
    expect(await get(path, headers)).toMatchObject({
      status,
      body: { resourceType: 'OperationOutcome', issue: [{ code }] },
    })
    expect((await service.db.owner.query('select from fhir_export')).rows).toEqual([])
  })

  it('by a client of another organisation is refused', async () => {
    const shared = await readingAs(
      service,
      await aFhirClient(service, { purpose: 'sharedCare', types: typesOfPurpose('sharedCare') }),
    )
    for (const path of ['$export', 'Patient/$export', 'Group/worklist-1/$export'])
      expect((await shared(path, isAsync)).status).toBe(403)
  })

  it('has the types of its token, and may be sent as a form or ask to be lenient', async () => {
    const narrow = await readingAs(
      service,
      client,
      'system/Location.rs system/Patient.r system/Provenance.rs',
    )
    const types = new Set((await exported('$export', narrow)).output.map(({ type }) => type))
    expect(types).toEqual(new Set(['Location', 'Provenance']))
    const form = { ...isAsync, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await get.post('$export', '_type=Location', form)).status).toBe(202)
    await deliver(service, nowhere)
    const lenient = { prefer: 'respond-async, handling=lenient' }
    expect((await get('$export?_type=Location&_typeFilter=x', lenient)).status).toBe(202)
  })
})
