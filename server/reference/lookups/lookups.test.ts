import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import { lookupNames, lookups, type LookupName } from '../../../contract/reference/lookups.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clinician: TestUser

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  const staff = (family_name: string, is_active = true) => ({
    family_name,
    first_name: 'Jo',
    display_name: `${family_name.toUpperCase()}, Jo (physiotherapist)`,
    is_active,
  })
  for (const table of ['clinician', 'team_member'] as const)
    await service.db.sql
      .insertInto(table)
      .values([staff('Young'), staff('Bell'), staff('Gone', false)])
      .execute()
  await service.db.sql
    .insertInto('vas_scale')
    .values(['7.5', '10', '2'].map((name) => ({ name: `${name} x`, sort_order: 1 })))
    .execute()
})
afterAll(() => service.close())

const list = async (name: LookupName, all = false): Promise<LookupRow[]> => {
  const input = all ? { includeInActive: 'true' as const } : {}
  const { status, body } = await service.ask(lookupCalls[name].all, input, clinician)
  expect(status).toBe(200)
  return body as LookupRow[]
}

describe('lists of choices', () => {
  it.each(lookupNames.filter((name) => lookups[name].read === 'lookup.read'))(
    '%s shows active rows, and the others only when asked',
    async (name) => {
      const [active, all] = [await list(name), await list(name, true)]
      expect(all.length).toBeGreaterThan(0)
      for (const row of active)
        expect(row).toMatchObject({ isActive: true, name: expect.stringMatching(/\S/) })
      expect(all.filter(({ isActive }) => isActive)).toEqual(active)
    },
  )

  it('keeps the service in its own order', async () => {
    const names = (await list('referrer')).map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['GP', 'Practice nurse / other primary care staff', 'Self'])
    expect(names.at(-1)).toBe('Other')
  })

  it('shows a method off the list only when asked', async () => {
    const fax = (rows: LookupRow[]) => rows.filter(({ name }) => name === 'Fax')
    expect(fax(await list('method'))).toEqual([])
    expect(fax(await list('method', true))).toMatchObject([{ isActive: false }])
  })

  it('sorts a scale by its numbers', async () => {
    const numbers = (await list('vasScale')).map(({ name }) => Number.parseFloat(name))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers).toEqual(expect.arrayContaining([2, 7.5, 10]))
  })

  it.each(['clinician', 'teamMember'] as const)('names a %s as the service shows them', async (name) => {
    expect(await list(name)).toMatchObject([
      { name: 'BELL, Jo (physiotherapist)', familyName: 'Bell', firstName: 'Jo' },
      { name: 'YOUNG, Jo (physiotherapist)', familyName: 'Young', firstName: 'Jo' },
    ])
  })

  it('shows the codes that each kind of list has', async () => {
    expect((await list('gender'))[0]).toMatchObject({
      internalCode: expect.any(String),
      abbreviated: expect.any(String),
    })
    expect((await list('ethnicity'))[0]).toMatchObject({
      internalCode: expect.any(String),
      code: expect.any(String),
    })
    expect((await list('namePrefix'))[0]).toMatchObject({ internalCode: expect.any(String) })
    expect((await list('goalsAchieved')).filter(({ code }) => code === 'no')).toHaveLength(1)
    expect((await list('equipment')).filter(({ code }) => code === 'other')).toHaveLength(1)
  })

  it.each(['/api/vasscale/all', '/API/VasScale/All'])('answers at %s too', async (url) => {
    const reply = await service.app.inject({
      url,
      headers: { authorization: `Bearer ${clinician.accessToken}` },
    })
    expect(reply.json()).toEqual(await list('vasScale'))
  })

  it('leaves nothing in the trail: no patient is in a list of choices', async () => {
    const count = async () => {
      const { rows } = await service.db.owner.query<{ n: number }>(
        'select count(*)::int as n from audit_event',
      )
      return rows[0]?.n
    }
    const before = await count()
    await list('location', true)
    expect(await count()).toBe(before)
  })
})

describe('who may see which rows', () => {
  it.each([
    ['Admissions', 200, 200],
    ['Clinician', 200, 200],
    ['Team Lead', 200, 200],
    ['System Administrator', 200, 200],
    ['Information Governance', 200, 200],
    ['External', 200, 403],
    ['none', 403, 403],
  ] as const)('%s: active %i, all %i', async (profile, active, all) => {
    const user = await service.as(profile)
    expect((await service.ask(lookupCalls.location.all, {}, user)).status).toBe(active)
    expect((await service.ask(lookupCalls.location.all, { includeInActive: 'false' }, user)).status).toBe(
      active,
    )
    expect((await service.ask(lookupCalls.location.all, { includeInActive: 'true' }, user)).status).toBe(all)
  })

  it('does not guess what another value means', async () => {
    const reply = await service.ask(lookupCalls.location.all, { includeInActive: '1' as 'true' }, clinician)
    expect(reply.status).toBe(400)
  })
})
