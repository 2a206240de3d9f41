import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  getOrganisation,
  listOrganisations,
  saveOrganisation,
  type OrganisationRow,
  type OrganisationView,
} from '../../../contract/reference/organisation.ts'
import { searchGp } from '../../../contract/patients/patient.ts'
import { totalHeader, type PatientRow } from '../../../contract/patients/search/search.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { aPathway, aPatient } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../../pathways/worklists/verify.ts'

let service: TestService
let administrator: TestUser
let made = 0

beforeAll(async () => {
  service = await testService()
  administrator = await service.as('System Administrator')
})
afterAll(() => service.close())

type Save = InputOf<typeof saveOrganisation>
type Organisation = Save['organisation']

const nextCode = (): string => `Z98${String((made += 1)).padStart(3, '0')}`
const practice = (id: string, more: Partial<Organisation> = {}): Organisation => ({
  id,
  type: 'GP Practices',
  name: `Example ${id}`,
  openDate: '2001-04-01',
  ...more,
})
const save = (organisation: Organisation, more: Partial<Save> = {}, user = administrator) =>
  service.ask(saveOrganisation, { organisation, ...more }, user)
const added = async (more: Partial<Organisation> = {}, parent?: Save['parent']): Promise<string> => {
  const id = nextCode()
  const reply = await save(practice(id, more), { isNew: true, ...(parent === undefined ? {} : { parent }) })
  expect(reply).toMatchObject({ status: 200, body: { id, version: 1 } })
  return id
}
const view = async (id: string): Promise<OrganisationView> => {
  const { status, body } = await service.ask(getOrganisation, { id }, administrator)
  expect(status).toBe(200)
  return body as OrganisationView
}
const list = async (input: InputOf<typeof listOrganisations>) => {
  const { body, headers } = await service.ask(listOrganisations, input, administrator)
  return { rows: body as OrganisationRow[], total: Number(headers[totalHeader]) }
}

describe('an organisation', () => {
  it('keeps every field, its code in capitals', async () => {
    const id = nextCode()
    const all = {
      type: 'Branch Surgeries' as const,
      name: 'Example Branch',
      addressLine1: '1 Example Street',
      addressLine2: 'Example Estate',
      addressLine3: 'Example End',
      town: 'Sampletown',
      county: 'Exampleshire',
      postcode: 'ZZ99 9AA',
      openDate: '2001-04-01',
      closeDate: '2019-03-31',
      statusCode: 'C' as const,
      subTypeCode: 'B' as const,
      isActive: false,
    }
    await save({ ...all, id: id.toLowerCase() })
    expect(await view(id)).toEqual({
      organisation: { ...all, id, version: 1 },
      parent: null,
      uses: [],
    })
  })

  it.each<[string, object, Record<string, string>]>([
    [
      'nothing',
      {},
      {
        'organisation.id': 'Organisation Code required',
        'organisation.type': 'Type required',
        'organisation.name': 'Name required',
        'organisation.openDate': 'Open Date required',
      },
    ],
    ['a code with a space', practice('Z9 1'), { 'organisation.id': 'Use letters and digits only' }],
    ['the code 0, which means new', practice('0'), { 'organisation.id': 'Use letters and digits only' }],
    ['a type that is none', { ...practice('Z9'), type: 'Shop' }, { 'organisation.type': 'Type required' }],
    [
      'a day that is none',
      practice('Z9', { openDate: '2001-02-30' }),
      { 'organisation.openDate': 'Enter a real date with day, month and year, such as 05 Jan 2026' },
    ],
    [
      'a close before the open date',
      practice('Z9', { closeDate: '2001-03-31' }),
      { 'organisation.closeDate': 'The close date cannot be before the open date' },
    ],
    [
      'codes that are none',
      { ...practice('Z9'), statusCode: 'X', subTypeCode: 'Y' },
      {
        'organisation.statusCode': 'Choose from the list',
        'organisation.subTypeCode': 'Choose from the list',
      },
    ],
  ])('with %s is refused', async (_, organisation, fields) => {
    const before = (await list({ includeInActive: 'true' })).total
    expect(await save(organisation as Organisation)).toMatchObject({ status: 400, body: fields })
    expect((await list({ includeInActive: 'true' })).total).toBe(before)
  })

  it('is not added over another one', async () => {
    const id = await added()
    expect(await save(practice(id, { name: 'Mine now' }), { isNew: true })).toMatchObject({
      status: 400,
      body: { 'organisation.id': 'This Organisation Code is in use' },
    })
    const other = await service.as('System Administrator')
    expect((await save(practice(id, { name: 'Mine now' }), {}, other)).status).toBe(409)
    expect((await view(id)).organisation.name).toBe(`Example ${id}`)
  })

  it('is changed under its version, with what changed in the audit trail', async () => {
    const id = await added({ postcode: 'ZZ99 9AA' })
    const change = practice(id, { version: 1, name: 'Renamed' })
    expect((await save(change)).body).toEqual({ id, version: 2 })
    expect((await view(id)).organisation).toMatchObject({ name: 'Renamed', postcode: 'ZZ99 9AA', version: 2 })
    expect(await save({ ...change, name: 'Late' })).toMatchObject({
      status: 409,
      body: { conflict: { version: 2, changes: [{ fields: expect.arrayContaining(['Name']) }] } },
    })
    const { rows } = await service.db.owner.query<{ records: unknown }>(
      `select records from audit_event where kind = 'write' order by id desc limit 1`,
    )
    expect(rows[0]?.records).toMatchObject([
      {
        entity: 'organisation',
        id,
        version: 2,
        before: { name: `Example ${id}` },
        after: { name: 'Renamed' },
      },
    ])
  })

  it('that is not there answers 404, and is not made by a save that believes it is', async () => {
    expect((await service.ask(getOrganisation, { id: 'ZNONE' }, administrator)).status).toBe(404)
    expect((await save(practice('ZNONE', { version: 3 }))).status).toBe(404)
    expect((await service.ask(getOrganisation, { id: 'ZNONE' }, administrator)).status).toBe(404)
  })

  it('takes one that closed on the day on which it opened', async () => {
    const id = await added({ openDate: '2010-01-01', closeDate: '2010-01-01' })
    expect(await view(id)).toMatchObject({ organisation: { closeDate: '2010-01-01' } })
  })

  it('holds a close date already stored against a new open date', async () => {
    const id = await added({ closeDate: '2010-01-01' })
    expect(await save(practice(id, { version: 1, openDate: '2011-01-01' }))).toMatchObject({
      status: 400,
      body: { 'organisation.closeDate': 'The close date cannot be before the open date' },
    })
  })
})

describe('the link to a parent', () => {
  const link = (parentOrganisationId: string, more: object = {}) => ({
    parentOrganisationId,
    joinDate: '2013-04-01',
    ...more,
  })

  it('is made active, changed, left alone and removed', async () => {
    const [above, other] = [await added(), await added()]
    const id = await added({}, link(above.toLowerCase(), { parentCode: 'W' }))
    // The link of an organisation to its parent is part of it, not a use of it.
    expect((await view(id)).uses).toEqual([])
    expect((await view(id)).parent).toEqual({
      organisationId: id,
      parentOrganisationId: above,
      parentName: `Example ${above}`,
      joinDate: '2013-04-01',
      leaveDate: null,
      parentCode: 'W',
      isActive: true,
    })
    const at = async () => (await view(id)).organisation.version
    expect((await save(practice(id, { version: 1 }), { parent: link(other) })).body).toEqual({
      id,
      version: 2,
    })
    expect((await view(id)).parent).toMatchObject({ parentOrganisationId: other, parentCode: 'W' })
    await save(practice(id, { version: await at(), name: 'Only the name' }))
    expect((await view(id)).parent).toMatchObject({ parentOrganisationId: other })
    await save(practice(id, { version: await at() }), {
      parent: link(other, { leaveDate: '2020-01-01', isActive: false, parentCode: '' }),
    })
    expect((await view(id)).parent).toMatchObject({
      leaveDate: '2020-01-01',
      isActive: false,
      parentCode: null,
    })
    await save(practice(id, { version: await at() }), { parent: null })
    expect((await view(id)).parent).toBeNull()
    const { rows } = await service.db.owner.query<{ records: unknown }>(
      `select records from audit_event where kind = 'write' order by id desc limit 1`,
    )
    expect(rows[0]?.records).toMatchObject([
      { entity: 'organisationParent', id, before: { parent_organisation_id: other }, after: null },
      { entity: 'organisation', id },
    ])
  })

  it.each<[string, object, Record<string, string>]>([
    [
      'nothing in it',
      {},
      {
        'parent.parentOrganisationId': 'Parent Organisation Code required',
        'parent.joinDate': 'Join Date required',
      },
    ],
    [
      'nobody at the other end',
      link('ZNOBODY'),
      { 'parent.parentOrganisationId': 'There is no organisation with this code' },
    ],
    [
      'a leave before the join date',
      link('Z98001', { leaveDate: '2013-03-31' }),
      { 'parent.leaveDate': 'The leave date cannot be before the join date' },
    ],
    [
      'a code that is none',
      link('Z98001', { parentCode: 'Q' }),
      { 'parent.parentCode': 'Choose from the list' },
    ],
  ])('with %s is refused, and the organisation with it', async (_, parent, fields) => {
    const id = nextCode()
    expect(await save(practice(id), { parent: parent as Save['parent'] })).toMatchObject({
      status: 400,
      body: fields,
    })
    expect((await service.ask(getOrganisation, { id }, administrator)).status).toBe(404)
  })

  it('never leads back to where it starts', async () => {
    const top = await added()
    const middle = await added({}, link(top))
    const bottom = await added({}, link(middle))
    const self = await save(practice(top, { version: 1 }), { parent: link(top) })
    expect(self).toMatchObject({
      status: 400,
      body: { 'parent.parentOrganisationId': 'An organisation cannot be its own parent' },
    })
    expect(await save(practice(top, { version: 1 }), { parent: link(bottom) })).toMatchObject({
      status: 400,
      body: { 'parent.parentOrganisationId': 'This organisation is itself below the one you are editing' },
    })
    expect((await view(top)).parent).toBeNull()
  })

  it('is not closed to a circle by two saves at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, three] = [await added(), await added()]
      const two = await added({}, link(three))
      const replies = await Promise.all([
        save(practice(one, { version: 1 }), { parent: link(two) }),
        save(practice(three, { version: 1 }), { parent: link(one) }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
    }
  })

  it('fails together with the organisation, whichever statement fails', async () => {
    const above = await added()
    const id = nextCode()
    for (const table of ['organisation', 'organisation_parent', 'audit_event']) {
      await service.db.owner.query(`
        create function fail_on_purpose() returns trigger language plpgsql as 'begin raise exception ''on purpose''; end';
        create trigger fail_on_purpose before insert on ${table} for each row execute function fail_on_purpose()`)
      // 503 if it is the audit trail that cannot be written (DP-1).
      const status = table === 'audit_event' ? 503 : 500
      expect((await save(practice(id), { parent: link(above) })).status).toBe(status)
      await service.db.owner.query('drop function fail_on_purpose cascade')
      expect((await service.ask(getOrganisation, { id }, administrator)).status).toBe(404)
    }
    expect((await save(practice(id), { parent: link(above) })).status).toBe(200)
  })
})

describe('the list of organisations', () => {
  it('finds by part of name, code, postcode or type, inactive ones only when asked', async () => {
    const id = await added({ name: "St Éxample's-on-the-Hill", postcode: 'ZZ98 7QX' })
    for (const q of ['examples on', "St Example's", id.toLowerCase(), 'zz987q', 'ZZ98 7QX'])
      expect({ q, found: (await list({ q })).rows.map((row) => row.id) }).toEqual({ q, found: [id] })
    expect((await list({ q: 'gp practices' })).total).toBeGreaterThan(1)
    expect((await list({ q: "'" })).rows).toEqual([])
    expect((await list({ q: '%' })).rows).toEqual([])
    await save(practice(id, { version: 1, name: "St Éxample's-on-the-Hill", isActive: false }))
    expect((await list({ q: id })).rows).toEqual([])
    expect((await list({ q: id, includeInActive: 'true' })).rows).toEqual([
      { id, type: 'GP Practices', name: "St Éxample's-on-the-Hill", postcode: 'ZZ98 7QX', isActive: false },
    ])
  })

  it('says how many there are when it shows the first thousand only', async () => {
    await service.db.owner.query(
      `insert into organisation (id, type, name, name_key)
       select 'Y' || n, 'GP Practitioner', 'Many ' || n, 'many' || n from generate_series(1, 1500) as n`,
    )
    const { rows, total } = await list({ q: 'many' })
    expect([rows.length, total]).toEqual([1000, 1500])
  })

  it.each([
    ['Information Governance', 200, 403],
    ['Clinician', 403, 403],
    ['External', 403, 403],
  ] as const)('is for administration: %s', async (profile, all, one) => {
    const user = await service.as(profile)
    const id = await added()
    expect((await service.ask(listOrganisations, {}, user)).status).toBe(all)
    expect((await service.ask(getOrganisation, { id }, user)).status).toBe(one)
    expect((await save(practice(id, { version: 1 }), {}, user)).status).toBe(403)
  })
})

describe('a practice that patients are registered with', () => {
  it('is counted, and shows its new name on the lists', async () => {
    const clinician = await service.as('Clinician')
    const id = await added({ name: 'Old Surgery' })
    const patient = await aPatient(service, clinician, { registeredGP: id })
    const pathway = await aPathway(service, clinician, { patientId: patient.id })
    expect((await view(id)).uses).toEqual([{ kind: 'patient', count: 1 }])
    await save(practice(id, { version: 1, name: 'New Surgery' }))
    const { body } = await service.ask(workLists.awaitingAssessment, {}, clinician)
    const row = (body as PatientRow[]).find(({ pathwayId }) => pathwayId === pathway.id)
    expect(row?.registeredGP).toBe('New Surgery')
    expect((await verifyStages(service.db.sql)).differences).toEqual([])
  })

  it('can be found by clinicians as long as it is active', async () => {
    const clinician = await service.as('Clinician')
    const id = await added({ name: 'Findable Surgery' })
    const find = async () =>
      (await service.ask(searchGp, { search: 'findable' }, clinician)).body as unknown[]
    expect(await find()).toHaveLength(1)
    await save(practice(id, { version: 1, name: 'Findable Surgery', isActive: false }))
    expect(await find()).toEqual([])
  })
})
