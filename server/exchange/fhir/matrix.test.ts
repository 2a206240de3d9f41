import type { FhirResource } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typesOfPurpose } from '../../../contract/exchange/client.ts'
import { fhirTypes, type FhirType } from '../../../contract/exchange/fhir/types.ts'
import { flagKinds } from '../../../contract/patients/flags/flagKinds.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import type { WholeRecord } from '../../testing/world/wholeRecord.ts'
import { aFhirClient, readingAs, type FhirGet } from '../testing/fhirClient.ts'
import { aFhirRecord, allPages, changes, merge, wholeType } from '../testing/fhirWorld.ts'
import { everySource, isRowType } from './resources/registry.ts'
import { build } from '../../platform/db/query/compileOnce.ts'
import type { RawBuilder } from 'kysely'

/*
 * What each kind of client sees of people in each state: nothing of who is out of its reach, by no way of asking, and
 * everything of who is within it. The ids of all resources were taken while everybody could be seen.
 */

const states = [
  'open',
  'restricted',
  'withoutConsent',
  'refused',
  'deceased',
  'inError',
  'merged',
  'ofTeam',
] as const
type State = (typeof states)[number]

/** Who is within the reach of each client. What is merged is read under the record that it is part of. */
const reach = {
  ownCare: ['open', 'withoutConsent', 'refused', 'deceased', 'merged', 'ofTeam'],
  sharedCare: ['open', 'merged', 'ofTeam'],
  team: ['ofTeam'],
  sharedTeam: ['ofTeam'],
} as const satisfies Record<string, readonly State[]>
type Kind = keyof typeof reach

let service: TestService
let user: TestUser
const people = new Map<State, WholeRecord>()
const resourcesOf = new Map<State, FhirResource[]>()
const clients = new Map<Kind, FhirGet>()

const rowTypes = fhirTypes.filter((type) => isRowType(type) && type !== 'AuditEvent')
const ofPatients = rowTypes.filter((type) =>
  everySource.some((source) => source.type === type && source.search['patient'] !== undefined),
)

beforeAll(async () => {
  service = await testService()
  user = await service.as('Team Lead')
  for (const state of states) people.set(state, await aFhirRecord(service, user))
  const everything = await readingAs(service, await aFhirClient(service))
  for (const [state, { patientId }] of people) {
    const found: FhirResource[] = []
    for (const type of ofPatients)
      found.push(...(await allPages(everything, `${type}?patient=${patientId}`)).resources)
    const { body } = await everything(`Patient/${patientId}`)
    resourcesOf.set(state, [body as unknown as FhirResource, ...found])
  }
  const idOf = (state: State) => people.get(state)?.patientId ?? 0
  const { owner } = service.db
  for (const [state, change] of Object.entries(changes)) await owner.query(change, [idOf(state as State)])
  await owner.query(`update pathway set is_active = false where patient_id = $1`, [idOf('inError')])
  await owner.query(`update patient set is_active = false where id = $1`, [idOf('inError')])
  await owner.query(`update patient set nhs_number = null, nhs_number_unknown = true where id = $1`, [
    idOf('merged'),
  ])
  await merge(service, user, idOf('open'), idOf('merged'))
  const { rows } = await owner.query<{ id: number }>(`insert into team (name) values ('North') returning id`)
  const teamId = Number(rows[0]?.id)
  await owner.query(
    `insert into pathway_owner (pathway_id, team_id) select id, $2 from pathway where patient_id = $1
     on conflict (pathway_id) do update set clinician_id = null, team_id = excluded.team_id`,
    [idOf('ofTeam'), teamId],
  )
  const pathways = await owner.query<{ id: number; patient_id: number; closed: boolean }>(
    `select id, patient_id, discharge_date is not null as closed from pathway where is_active
     order by referral_date, id`,
  )
  for (const { id, patient_id: of, closed } of pathways.rows) {
    if (closed) earlier.add(String(id))
    else chosen.set(Number(of), Number(id))
  }
  const types = (purpose: 'ownCare' | 'sharedCare') => typesOfPurpose(purpose)
  for (const [kind, purpose, team] of [
    ['ownCare', 'ownCare', null],
    ['sharedCare', 'sharedCare', null],
    ['team', 'ownCare', teamId],
    ['sharedTeam', 'sharedCare', teamId],
  ] as const)
    clients.set(
      kind,
      await readingAs(service, await aFhirClient(service, { purpose, types: types(purpose), teamId: team })),
    )
})
afterAll(() => service.close())

const kinds = Object.keys(reach) as Kind[]
const clientOf = (kind: Kind): FhirGet => {
  const get = clients.get(kind)
  if (get === undefined) throw new Error(`There is no client of ${kind}`)
  return get
}
const isShared = (kind: Kind): boolean => kind.startsWith('shared')
const isWithin = (kind: Kind, state: State): boolean => (reach[kind] as readonly State[]).includes(state)
const sourceOf = ({ resourceType, id }: FhirResource) =>
  everySource.find(
    ({ type, name }) => type === resourceType && (name === '' ? true : (id ?? '').startsWith(`${name}-`)),
  )
/** Clients of shared care must say of whom. */
const isAskedByPerson = (kind: Kind, type: FhirType): boolean =>
  isShared(kind) && (type === 'Patient' || ofPatients.includes(type as (typeof ofPatients)[number]))
const crawl = async (kind: Kind, type: FhirType): Promise<FhirResource[]> => {
  if (!isAskedByPerson(kind, type))
    return (await allPages(clientOf(kind), wholeType(type, '_count=25'))).resources
  const found: FhirResource[] = []
  for (const { patientId } of people.values()) {
    const which = type === 'Patient' ? `_id=${patientId}` : `patient=${patientId}`
    found.push(...(await allPages(clientOf(kind), `${type}?${which}`)).resources)
  }
  // A merged id leads to the record that it is part of, so that is found twice.
  return [...new Map(found.map((resource) => [resource.id, resource])).values()]
}
const typesOf = (kind: Kind): readonly FhirType[] => typesOfPurpose(isShared(kind) ? 'sharedCare' : 'ownCare')
/** Clients of shared care see one referral of a person: the open one, otherwise the latest. */
const chosen = new Map<number, number>()
const earlier = new Set<string>()
const isOfChosen = (state: State, resource: FhirResource): boolean => {
  if (sourceOf(resource)?.ofPathway !== true) return true
  const of = state === 'merged' ? people.get('open') : people.get(state)
  if (chosen.get(of?.patientId ?? 0) !== people.get(state)?.pathwayId) return false
  const isPathway = sourceOf(resource)?.entity === 'pathway'
  return !isPathway || !earlier.has(/\d+$/.exec(resource.id ?? '')?.[0] ?? '')
}
const sharedFlags = Object.values(flagKinds).flatMap(({ isShared: is, title }) => (is ? [title] : []))
const isStaffFlag = (resource: FhirResource): boolean =>
  resource.resourceType === 'Flag' && !sharedFlags.some((title) => title === resource.category?.[0]?.text)
const isReadable = (kind: Kind, state: State, resource: FhirResource): boolean =>
  typesOf(kind).includes(resource.resourceType as FhirType) &&
  !(
    isShared(kind) &&
    (sourceOf(resource)?.outside === 'withheld' || isStaffFlag(resource) || !isOfChosen(state, resource))
  )

it('has a resource of every source that tells of a patient', () => {
  const found = new Set([...resourcesOf.values()].flat().map((resource) => sourceOf(resource)))
  const silent = everySource.filter((source) => source.search['patient'] !== undefined && !found.has(source))
  // Who looked at what is not for these clients, and somebody who refused everything is another person.
  expect(silent.map(({ type, name }) => `${type} ${name}`)).toEqual(['Consent refused', 'AuditEvent '])
})

describe.each(kinds)('a client of %s', (kind) => {
  it.each(states)(
    'reads by id what it may of the record that is %s, and else learns nothing',
    async (state) => {
      const get = clientOf(kind)
      const missing = new Map<string, string>()
      for (const resource of resourcesOf.get(state) ?? []) {
        const { resourceType: type, id = '' } = resource
        const { status, text, body } = await get(`${type}/${id}`)
        const label = `${type}/${id} of ${state}`
        if (!typesOf(kind).includes(type as FhirType)) {
          expect({ label, status }).toEqual({ label, status: 403 })
          continue
        }
        const isMergedAway = state === 'merged' && type === 'Patient'
        // One next of kin stays in use after a merge; the other is as if deleted.
        if (state === 'merged' && id.startsWith('kin-') && isWithin(kind, 'open')) {
          expect({ label, status }).toEqual({ label, status: 410 })
          continue
        }
        if (isWithin(kind, state) && isReadable(kind, state, resource) && !isMergedAway) {
          expect({ label, status, id: body['id'] }).toEqual({ label, status: 200, id })
          continue
        }
        if (isMergedAway && isWithin(kind, 'open')) {
          const into = `Patient/${people.get('open')?.patientId}`
          expect({ label, status, body }).toMatchObject({
            label,
            status: 200,
            body: { active: false, link: [{ other: { reference: into }, type: 'replaced-by' }] },
          })
          expect(Object.keys(body).toSorted()).toEqual(['active', 'id', 'link', 'meta', 'resourceType'])
          continue
        }
        // What was deleted or registered in error is said to be gone, to those who may see its person.
        if (kind === 'ownCare' && state === 'inError' && status === 410) continue
        if (!missing.has(type))
          missing.set(type, (await get(`${type}/${id.replace(/\d+$/, '999999999')}`)).text)
        expect({ label, status, text }).toEqual({ label, status: 404, text: missing.get(type) })
      }
    },
  )

  it('finds nobody else by searching, counting, including or following pages', async () => {
    const get = clientOf(kind)
    const within = new Set(
      states.filter((state) => isWithin(kind, state)).map((state) => people.get(state)?.patientId),
    )
    const without = states
      .filter((state) => !isWithin(kind, state))
      .map((state) => people.get(state)?.patientId ?? 0)
    for (const type of typesOf(kind).filter(isRowType)) {
      const resources = await crawl(kind, type)
      const told = JSON.stringify(resources)
      for (const id of without) {
        expect(told, `${type} of ${id}`).not.toContain(`"Patient/${id}"`)
        const pathwayId = [...people.values()].find((each) => each.patientId === id)?.pathwayId
        expect(told, `${type} of ${id}`).not.toContain(`"EpisodeOfCare/${pathwayId}"`)
      }
      const ids = resources.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      if (!isAskedByPerson(kind, type)) {
        const counted = await get(wholeType(type, '_summary=count'))
        expect({ type, total: counted.body['total'] }).toEqual({ type, total: ids.length })
      }
      if (type === 'Patient')
        expect(new Set(ids.map(Number))).toEqual(
          new Set([...within].filter((id) => id !== people.get('merged')?.patientId)),
        )
    }
    for (const type of ofPatients.filter((each) => typesOf(kind).includes(each)))
      for (const id of without) {
        expect((await get(`${type}?patient=${id}`)).body).toMatchObject({ type: 'searchset' })
        expect((await get(`${type}?patient=${id}`)).body['entry']).toBeUndefined()
        expect((await get(`${type}?patient=${id}&_summary=count`)).body['total']).toBe(0)
      }
  })

  it('finds nobody else by NHS number, nor by it through a chain', async () => {
    const { rows } = await service.db.owner.query<{ id: number; nhs: string }>(
      `select id, nhs_number as nhs from patient where nhs_number is not null`,
    )
    for (const state of states) {
      const found = rows.find(({ id }) => Number(id) === people.get(state)?.patientId)
      if (found === undefined) continue
      const expected = isWithin(kind, state) ? 1 : 0
      const number = `https://fhir.nhs.uk/Id/nhs-number|${found.nhs}`
      const direct = await clientOf(kind)(`Patient?identifier=${encodeURIComponent(number)}&_total=accurate`)
      expect({ state, total: direct.body['total'] }).toEqual({ state, total: expected })
      const chained = await clientOf(kind)(
        `Observation?patient.identifier=${encodeURIComponent(number)}&_summary=count`,
      )
      expect({ state, found: Number(chained.body['total']) > 0 }).toEqual({ state, found: expected === 1 })
    }
  })
})

describe('a client that sends referrals', () => {
  it('reads nothing of anybody, by no way of asking', async () => {
    const sender = await aFhirClient(service, { purpose: 'referring', types: typesOfPurpose('referring') })
    const get = await readingAs(service, sender, 'system/ServiceRequest.c')
    const paths = [
      ...[...resourcesOf.values()].flat().map(({ resourceType, id }) => `${resourceType}/${id}`),
      ...rowTypes.flatMap((type) => [
        wholeType(type),
        ...[...people.values()].map(({ patientId }) => `${type}?patient=${patientId}`),
      ]),
      ...[...people.values()].map(({ patientId }) => `Patient/${patientId}/$everything`),
    ]
    const seen = new Set<number>()
    for (const path of paths) seen.add((await get(path)).status)
    expect([...seen]).toEqual([403])
  })

  it.each(kinds)('is alone in reading what it sent: not a client of %s', async (kind) => {
    expect((await clientOf(kind)('ServiceRequest/incoming-1')).status).toBe(403)
  })
})

describe('a client of shared care', () => {
  it('is told nothing that is for staff', async () => {
    const told = JSON.stringify(
      await Promise.all(
        typesOf('sharedCare')
          .filter(isRowType)
          .map((type) => crawl('sharedCare', type)),
      ),
    )
    const { rows } = await service.db.owner.query<{ words: string | null }>(
      `select note as words from contact_note union select detail from patient_flag union select place from fall
       union select activity from fall union select note from followup union select equipment_in_use from followup
       union select outcome_note from onward_referral union select note from appointment
       union select decision from capacity_assessment union select name from patient_contact`,
    )
    const staffWords = rows.flatMap(({ words }) => (words === null ? [] : [words]))
    expect(staffWords.length).toBeGreaterThan(6)
    expect(staffWords.filter((words) => told.includes(words))).toEqual([])
  })

  it('sees the latest referral alone, and nobody for an older consent', async () => {
    const record = await aFhirRecord(service, user)
    const get = clientOf('sharedCare')
    const seen = async () => ({
      patient: (await get(`Patient/${record.patientId}`)).status,
      episodes:
        ((await get(`EpisodeOfCare?patient=${record.patientId}`)).body['entry'] as unknown[] | undefined)
          ?.length ?? 0,
    })
    // The record has an earlier referral, with consent too.
    expect(await seen()).toEqual({ patient: 200, episodes: 1 })
    await service.db.owner.query('update pathway set consent_given = null where id = $1', [record.pathwayId])
    expect(await seen()).toEqual({ patient: 404, episodes: 0 })
  })

  it('cannot ask for what it does not read', async () => {
    const get = clientOf('sharedCare')
    const patientId = people.get('open')?.patientId
    const { rows } = await service.db.owner.query<{ id: number }>(
      'select clinician_id as id from pathway_owner join pathway on pathway.id = pathway_id where patient_id = $1 and clinician_id is not null',
      [patientId],
    )
    const asked = `EpisodeOfCare?patient=${patientId}&care-manager=clinician-${rows[0]?.id}&_summary=count`
    expect((await clientOf('ownCare')(asked)).body['total']).toBe(1)
    expect((await get(asked)).body['total']).toBe(0)
  })

  it.each(everySource.map((source) => [`${source.type} ${source.name}`, source] as const))(
    'no search of %s uses a column that is withheld',
    (_, { outside, search, staffSearch = [], has }) => {
      if (outside === 'withheld' || typeof outside === 'function') return
      const written = (column: (typeof search)[string]): string =>
        JSON.stringify(column, (_key, value: unknown) =>
          typeof value === 'object' && value !== null && 'compile' in value
            ? (value as RawBuilder<unknown>).compile(build).sql
            : value,
        )
      const withheld = Object.keys(outside)
      const asks = Object.entries(search).filter(([name]) => !staffSearch.includes(name))
      const using = [
        ...asks.map(([name, column]) => [name, written(column)]),
        ['has', has?.compile(build).sql ?? ''],
      ].filter(([, text = '']) =>
        withheld.some((column) => text.includes(`"${column}"`) || text.includes(`\\"${column}\\"`)),
      )
      expect(using).toEqual([])
    },
  )
})
