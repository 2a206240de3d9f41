import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookupCalls, type LookupRecord } from '../../../contract/reference/lookupCalls.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import { lookupFieldsOf, lookupNames, type LookupName } from '../../../contract/reference/lookups.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import { aFrat, aPathway, aPatient, firstOf } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../../pathways/worklists/verify.ts'

let service: TestService
let administrator: TestUser
let clinician: TestUser

beforeAll(async () => {
  service = await testService()
  administrator = await service.as('System Administrator')
  clinician = await service.as('Clinician')
})
afterAll(() => service.close())

type Save = InputOf<(typeof lookupCalls)['location']['save']>

const save = (of: LookupName, input: Save, user = administrator) =>
  service.ask(lookupCalls[of].save, input, user)
const get = async (of: LookupName, id: number): Promise<LookupRecord> => {
  const { status, body } = await service.ask(lookupCalls[of].get, { id }, administrator)
  expect(status).toBe(200)
  return body as LookupRecord
}
const list = async (of: LookupName, all = false): Promise<LookupRow[]> => {
  const { body } = await service.ask(
    lookupCalls[of].all,
    all ? { includeInActive: 'true' } : {},
    administrator,
  )
  return body as LookupRow[]
}
const isPerson = (of: LookupName): boolean => lookupFieldsOf(of).includes('familyName')
/** The fields that add a row with this name to any list. */
const named = (of: LookupName, name: string): Omit<Save, 'id'> =>
  isPerson(of) ? { familyName: name, firstName: 'Jo', displayName: name } : { name }
const added = async (of: LookupName, name: string, more: Partial<Save> = {}): Promise<LookupRecord> => {
  const { status, body } = await save(of, { id: 0, ...named(of, name), ...more })
  expect({ status, body }).toMatchObject({ status: 200 })
  return get(of, (body as { id: number }).id)
}
const trail = async () => {
  const { rows } = await service.db.owner.query<{ action: string; user_id: number; records: unknown }>(
    `select action, user_id, records from audit_event where kind = 'write' order by id desc limit 1`,
  )
  return rows[0]
}

describe.each(lookupNames)('%s', (of) => {
  it('takes a new row, active and with the name that lists show', async () => {
    const row = await added(of, 'Zebra crossing')
    expect(row).toMatchObject({ version: 1, name: 'Zebra crossing', isActive: true, uses: [] })
    expect((await list(of)).find(({ id }) => id === row.id)?.name).toBe('Zebra crossing')
    expect(await trail()).toMatchObject({
      action: `POST /api/${of}/save`,
      user_id: administrator.userId,
      records: [{ entity: of, id: row.id, version: 1, before: null }],
    })
  })

  it('keeps a change, and says what it was before', async () => {
    const row = await added(of, 'Yellow door')
    const saved = await save(of, { id: row.id, version: 1, ...named(of, 'Green door') })
    expect(saved.body).toEqual({ id: row.id, version: 2 })
    expect(await get(of, row.id)).toMatchObject({ name: 'Green door', isActive: true })
    const column = isPerson(of) ? 'display_name' : 'name'
    expect(await trail()).toMatchObject({
      records: [
        {
          entity: of,
          id: row.id,
          version: 2,
          before: { [column]: 'Yellow door' },
          after: { [column]: 'Green door' },
        },
      ],
    })
  })

  it('takes no name that nobody can see', async () => {
    const nameless = isPerson(of)
      ? { id: 0, familyName: '\u200b', firstName: '\u2060' }
      : { id: 0, name: '\u200b \u00ad' }
    expect((await save(of, nameless)).status).toBe(400)
  })

  it('says what is missing', async () => {
    const expected = isPerson(of)
      ? { familyName: 'Family Name required', firstName: 'First Name required' }
      : { name: 'Name required' }
    const fields = isPerson(of) ? { familyName: ' ', firstName: '' } : { name: ' ' }
    for (const input of [{ id: 0 }, { id: 0, ...fields }])
      expect(await save(of, input)).toMatchObject({ status: 400, body: expected })
  })

  it('leaves choices when inactive, stays for administrators, and comes back', async () => {
    const row = await added(of, 'Winter garden')
    const input = { id: row.id, ...named(of, 'Winter garden') }
    expect((await save(of, { ...input, version: 1, isActive: false })).status).toBe(200)
    expect((await list(of)).some(({ id }) => id === row.id)).toBe(false)
    expect((await list(of, true)).find(({ id }) => id === row.id)?.isActive).toBe(false)
    expect((await save(of, { ...input, version: 2, isActive: true })).status).toBe(200)
    expect((await list(of)).some(({ id }) => id === row.id)).toBe(true)
  })

  it('holds a name once among active rows, whatever its case and spaces', async () => {
    const row = await added(of, 'Violet Hall')
    const field = isPerson(of) ? 'displayName' : 'name'
    const again = () => save(of, { id: 0, ...named(of, ' violet  HALL ') })
    const taken = { status: 400, body: { [field]: 'Another active row has this name' } }
    expect(await again()).toMatchObject(taken)
    const other = await added(of, 'Violet Bower')
    expect(await save(of, { id: other.id, version: 1, ...named(of, 'VIOLET-hall') })).toMatchObject(taken)
    await save(of, { id: row.id, version: 1, ...named(of, 'Violet Hall'), isActive: false })
    expect((await again()).status).toBe(200)
    expect(
      await save(of, { id: row.id, version: 2, ...named(of, 'Violet Hall'), isActive: true }),
    ).toMatchObject({ status: 400 })
  })

  it('does not let a later save win unseen, and tells who was first', async () => {
    const row = await added(of, 'Ultramarine')
    await save(of, { id: row.id, version: 1, ...named(of, 'Ultramarine two') })
    const late = await save(of, { id: row.id, version: 1, ...named(of, 'Ultramarine three') })
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        conflict: { version: 2, changes: [{ by: expect.stringMatching(/Tester/) }] },
      },
    })
    expect((await get(of, row.id)).name).toBe('Ultramarine two')
  })

  it('holds a save without a version to what the session was shown', async () => {
    const row = await added(of, 'Turquoise')
    expect((await save(of, { id: row.id, ...named(of, 'Turquoise two') })).status).toBe(200)
    const other = await service.as('System Administrator')
    expect((await save(of, { id: row.id, ...named(of, 'Turquoise three') }, other)).status).toBe(409)
  })

  it('answers 404 for a row that is not there, and adds nothing', async () => {
    const before = (await list(of, true)).length
    expect((await service.ask(lookupCalls[of].get, { id: 999_999 }, administrator)).status).toBe(404)
    expect((await save(of, { id: 999_999, version: 1, ...named(of, 'Silver') })).status).toBe(404)
    expect((await list(of, true)).length).toBe(before)
  })

  it('is changed by administrators alone', async () => {
    for (const profile of ['Clinician', 'Team Lead', 'Information Governance', 'External'] as const) {
      const user = await service.as(profile)
      expect((await service.ask(lookupCalls[of].get, { id: 1 }, user)).status).toBe(403)
      expect((await save(of, { id: 0, ...named(of, 'Red') }, user)).status).toBe(403)
    }
  })

  it('sets nothing that its screen does not ask for', async () => {
    const { status, body } = await save(of, {
      id: 0,
      ...named(of, 'Quartz'),
      national_code: 'X99',
      profile_is_fixed: true,
      created_by: 1,
      ...(lookupFieldsOf(of).includes('code') ? {} : { code: 'other' }),
    } as Save)
    expect(status).toBe(200)
    const { rows } = await service.db.owner.query<{ records: { after: object }[] }>(
      `select records from audit_event where kind = 'write' order by id desc limit 1`,
    )
    const after = Object.keys(rows[0]?.records[0]?.after ?? {})
    expect(after).not.toContain('national_code')
    expect(after).not.toContain('profile_is_fixed')
    const row = await get(of, (body as { id: number }).id)
    if (!lookupFieldsOf(of).includes('code')) expect(row.code ?? null).toBeNull()
    expect(row.profileIsFixed ?? false).toBe(false)
  })
})

describe('lists with codes', () => {
  it.each(['gender', 'ethnicity', 'namePrefix'] as const)('%s keeps its codes', async (of) => {
    const codes = {
      gender: { internalCode: 'N1', code: 'N', abbreviated: 'Nb' },
      ethnicity: { internalCode: 'N1', code: 'N' },
      namePrefix: { internalCode: 'N1', description: 'Spelled out' },
    }[of]
    const row = await added(of, 'Newly coded', codes)
    expect(row).toMatchObject(codes)
    expect(await save(of, { id: 0, name: 'Another', internalCode: 'N1' })).toMatchObject({
      status: 400,
      body: { internalCode: 'Another row has this internal code' },
    })
    await save(of, { id: row.id, version: 1, name: 'Newly coded' })
    expect(await get(of, row.id)).toMatchObject(codes)
  })

  it('makes the internal code from the name where none is given', async () => {
    expect((await added('namePrefix', 'Baroness Of')).internalCode).toBe('BARONESSOF')
  })
})

describe('people', () => {
  it.each(['clinician', 'teamMember'] as const)(
    '%s is shown by the names where none is given',
    async (of) => {
      const { body } = await save(of, { id: 0, familyName: 'Okoro', firstName: 'Ada' })
      const { id } = body as { id: number }
      expect((await get(of, id)).name).toBe('OKORO, Ada')
      await save(of, { id, version: 1, familyName: 'Okoro', firstName: 'Adaeze', displayName: '' })
      expect((await get(of, id)).name).toBe('OKORO, Adaeze')
    },
  )
})

describe('the order of a list', () => {
  const names = async (of: LookupName) => (await list(of)).map(({ name }) => name)

  it('puts a new row last, and a row with a place exactly there', async () => {
    const first = (await names('dischargeReason'))[0]
    const row = await added('dischargeReason', 'Placed')
    expect((await names('dischargeReason')).at(-1)).toBe('Placed')
    await save('dischargeReason', { id: row.id, version: 1, name: 'Placed', sortOrder: '1' })
    expect((await names('dischargeReason')).slice(0, 2)).toEqual(['Placed', first])
    expect((await get('dischargeReason', row.id)).sortOrder).toBe(1)
    await save('dischargeReason', { id: row.id, version: 2, name: 'Placed', sortOrder: '3' })
    expect((await names('dischargeReason'))[2]).toBe('Placed')
  })

  it('stays as it is when a save says nothing of it', async () => {
    const [first] = await list('exerciseType')
    if (first === undefined) throw new Error('No exercise types')
    await save('exerciseType', { id: first.id, version: 1, name: 'FaME class' })
    expect((await names('exerciseType'))[0]).toBe('FaME class')
  })

  it.each([['0'], ['-1'], ['1.5'], ['first']])('refuses the place %j', async (sortOrder) => {
    expect(await save('method', { id: 0, name: 'Pigeon', sortOrder })).toMatchObject({
      status: 400,
      body: { sortOrder: 'Enter a whole number from 1 to 9999' },
    })
  })

  it('of a scale follows its numbers', async () => {
    await added('vasScale', '7')
    await added('vasScale', '1.2.3 of nothing')
    const numbers = (await names('vasScale')).map(Number).filter((number) => !Number.isNaN(number))
    expect(numbers.slice(0, 4)).toEqual([0, 5, 7, 10])
    expect((await names('vasScale')).slice(0, 2)).toEqual(['0', '1.2.3 of nothing'])
  })
})

describe('rows that rules depend on (CS-11)', () => {
  const ruling = async (of: LookupName, code: string): Promise<LookupRecord> => {
    const row = (await list(of, true)).find((each) => each.code === code)
    if (row === undefined) throw new Error(`No ${code} in ${of}`)
    return get(of, row.id)
  }

  it.each([
    ['goalsAchieved', 'no', 'No'],
    ['equipment', 'other', 'Other'],
  ] as const)('%s: %s has no second, renamed only when confirmed', async (of, code, name) => {
    for (const second of [
      name,
      ` ${name.toUpperCase()} `,
      `${name}.`,
      `${name.charAt(0)}\u200b${name.slice(1)}`,
    ])
      for (const isActive of [true, false])
        expect(await save(of, { id: 0, name: second, isActive })).toMatchObject({
          status: 400,
          body: { name: `Rules depend on “${name}” in this list: there cannot be a second` },
        })
    const row = await ruling(of, code)
    const change = { id: row.id, version: row.version, name: 'Something else' }
    expect(await save(of, change)).toMatchObject({
      status: 400,
      body: { name: expect.stringMatching(/^Rules depend on/) },
    })
    expect(await save(of, { id: row.id, version: row.version, name, isActive: false })).toMatchObject({
      status: 400,
      body: { isActive: expect.stringMatching(/^Rules depend on/) },
    })
    expect((await save(of, { ...change, confirmed: true })).status).toBe(200)
    expect((await ruling(of, code)).name).toBe('Something else')
    // Whatever its current name, no other row may take its old one.
    expect(await save(of, { id: 0, name })).toMatchObject({ status: 400 })
    expect((await save(of, { id: row.id, version: row.version + 1, name, confirmed: true })).status).toBe(200)
  })

  it('does not let another row slip into the name', async () => {
    const row = await added('goalsAchieved', 'Not sure')
    expect(await save('goalsAchieved', { id: row.id, version: 1, name: 'no' })).toMatchObject({ status: 400 })
  })
})

describe('where a row is used', () => {
  it('is counted for every kind of record', async () => {
    const locationId = await firstOf(service, 'location')
    const pathway = await aPathway(service, clinician)
    await aFrat(service, clinician, pathway.id, { locationId })
    expect((await get('location', locationId)).uses).toEqual([{ kind: 'frat', count: 1 }])
  })

  it('shows the new name on the work lists at once', async () => {
    const referrerId = await firstOf(service, 'referrer')
    const genderId = await firstOf(service, 'gender')
    const patient = await aPatient(service, clinician, { genderId })
    const pathway = await aPathway(service, clinician, { patientId: patient.id, referrerId })
    const renamed = async (of: 'referrer' | 'gender', id: number, name: string) => {
      const { version } = await get(of, id)
      expect((await save(of, { id, version, name })).status).toBe(200)
    }
    await renamed('referrer', referrerId, 'General practice')
    await renamed('gender', genderId, 'Male person')
    const { body } = await service.ask(workLists.awaitingAssessment, {}, clinician)
    const row = (body as PatientRow[]).find(({ pathwayId }) => pathwayId === pathway.id)
    expect(row).toMatchObject({ referrer: 'General practice', gender: 'Male person' })
    expect((await verifyStages(service.db.sql)).differences).toEqual([])
  })
})

describe('adding at the same time', () => {
  it('makes one row of a name', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => service.as('System Administrator')))
    const replies = await Promise.all(
      others.map((user) => save('method', { id: 0, name: 'Carrier pigeon' }, user)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400])
  })

  it('makes one row of a double click', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => save('method', { id: 0, name: 'Postcard' })))
    expect(new Set(replies.map(({ body }) => (body as { id: number }).id)).size).toBe(1)
    expect((await list('method')).filter(({ name }) => name === 'Postcard')).toHaveLength(1)
  })
})
