import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givePersonLink } from '../../../../contract/care/person/link.ts'
import { restrictRecord } from '../../../../contract/governance/restriction.ts'
import { getPatient } from '../../../../contract/patients/patient.ts'
import { deliver } from '../../../testing/process/messages.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aPathway, aPatient, expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aLink, birthOf } from '../testing/aLink.ts'
import { merge, separate } from '../testing/merge.ts'
import { opened, openTasksOf } from '../testing/opened.ts'
import { aVisitor } from '../testing/visitor.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService({
    organisation: 'Example Vale',
    reminders: { telephone: '01632 960 001', textsPerDay: 100 },
  })
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

const aPerson = async (nhsNumber?: null): Promise<number> => {
  const number = nhsNumber === null ? { nhsNumber, nhsNumberUnknown: true } : {}
  const { id } = await aPatient(service, lead, number)
  await aPathway(service, lead, { patientId: id })
  return id
}

it('ends what a link of a merged record opened, and shows its openings to the person', async () => {
  const [stays, goes] = [await aPerson(), await aPerson(null)]
  const office = await service.as('Admissions')
  await service.ask(getPatient, { id: goes }, office)
  const [birth, { code }] = [await birthOf(service, goes), await aLink(service, lead, goes)]
  const before = aVisitor(service.app)
  expect((await before.open(code, birth)).to).toBe('/my/home')
  await merge(service, lead, { stays, goes })
  expect((await before.get('/my/home')).to).toBe('/my?said=ended')
  expect((await before.open(code, birth)).to).toContain('said=ended')
  const now = await opened(service, lead, stays)
  expect((await now.get('/my/opened')).page).toContain('The office of this service')
})

describe('a merge with the record of somebody who is not safe at home', () => {
  const restrict = async (patientId: number) => {
    const restriction = { patientId, kind: 'safety', reason: 'Hurt by her husband' } as const
    expectSaved('restricted', await service.ask(restrictRecord, restriction, lead))
  }
  const twoRecords = async () => {
    const [stays, goes] = [await aPerson(), await aPerson(null)]
    return { stays, goes, birth: await birthOf(service, stays) }
  }
  const tasksOf = async (patientId: number): Promise<string[]> => {
    const { rows } = await service.db.owner.query<{ id: number }>(
      'select id::integer from pathway where patient_id = $1 order by id limit 1',
      [patientId],
    )
    return openTasksOf(service, lead, rows[0]?.id ?? 0)
  }
  const linksEnded = [
    expect.stringMatching(/^The links to the own page ended, sent or not, when two records/),
  ]
  const safe = { safeConfirmed: true }

  it('ends the links of the record that stays, with what they opened, and staff have a task', async () => {
    const { stays, goes, birth } = await twoRecords()
    await restrict(goes)
    const { code } = await aLink(service, lead, stays)
    const visitor = aVisitor(service.app)
    await visitor.open(code, birth)
    await merge(service, lead, { stays, goes })
    expect((await visitor.get('/my/home')).to).toBe('/my?said=ended')
    expect((await visitor.open(code, birth)).to).toContain('said=ended')
    expect(await tasksOf(stays)).toEqual(linksEnded)
    await opened(service, lead, stays, safe)
  })

  it('sends no link that waits until the morning', async () => {
    const { stays, goes } = await twoRecords()
    await service.db.owner.query(`update patient set phone_mobile = '07700900555' where id = $1`, [stays])
    await service.db.owner.query(
      `insert into reminder_consent (patient_id, asked_date, by_text, by_mail, is_silent_number)
       values ($1, current_date, true, false, false)`,
      [stays],
    )
    await restrict(goes)
    service.time.now = Date.now() + 1000
    expectSaved('link', await service.ask(givePersonLink, { patientId: stays, way: 'text' }, lead))
    await merge(service, lead, { stays, goes })
    const texts: string[] = []
    await deliver(service, {
      mail: null,
      sms: ({ to }) => {
        texts.push(to)
        return Promise.resolve()
      },
    })
    expect(texts).toEqual([])
  })

  it('that is undone ends the links of both: nobody can say whose they were', async () => {
    const { stays, goes } = await twoRecords()
    const before = await aLink(service, lead, goes)
    const merged = await merge(service, lead, { stays, goes })
    await restrict(stays)
    const visitor = await opened(service, lead, stays, safe)
    await separate(service, lead, merged)
    expect((await visitor.get('/my/home')).to).toBe('/my?said=ended')
    const other = aVisitor(service.app)
    expect((await other.open(before.code, await birthOf(service, goes))).to).toContain('said=ended')
    for (const id of [stays, goes]) expect(await tasksOf(id)).toEqual(linksEnded)
  })
})
