import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  declineIncoming,
  searchIncoming,
  type IncomingRow,
} from '../../../../contract/exchange/incoming/incomingReferral.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { firstOf } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { anIncoming, toldOf } from '../../testing/incomingWorld.ts'

/* Incoming referrals, decided or not, are found by what a caller on the telephone can say. */

const ubrn = '412300007001'
let service: TestService
let clerk: TestUser
let sought: { id: number; reference: string }
let number: string
beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
  const told = toldOf({ person: { familyName: 'O’Quillan' }, rest: { ubrn } })
  number = told.person.nhsNumber ?? ''
  sought = await anIncoming(service, { source: 'ers', messageId: ubrn, told })
  await anIncoming(service, { told: toldOf({ person: { familyName: 'Quillan' } }) })
  await anIncoming(service, { told: toldOf({ person: { familyName: '100% Proof' } }) })
})
afterAll(() => service.close())

const search = (text: string, by = clerk) => service.ask(searchIncoming, { text }, by)
const find = async (text: string): Promise<number[]> => {
  const { status, body } = await search(text)
  expect({ text, status }).toEqual({ text, status: 200 })
  return (body as { rows: IncomingRow[] }).rows.map(({ id }) => id)
}
const spaced = (digits: string) => digits.replace(/(\d{4})(\d{4})(\d{4})/, '$1 $2 $3')

describe('an incoming referral', () => {
  it.each<[string, () => string]>([
    ['its reference', () => sought.reference],
    ['its reference without capitals or hyphen', () => sought.reference.toLowerCase().replace('-', '')],
    ['its UBRN', () => ubrn],
    ['its UBRN with spaces', () => spaced(ubrn)],
    ['its UBRN with hyphens', () => spaced(ubrn).replaceAll(' ', '-')],
    ['the NHS number', () => number],
    ['the NHS number with spaces', () => `${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`],
    ['the family name', () => 'O’Quillan'],
    ['the beginning of the family name without its sign', () => 'oquil'],
    ['the family name before a first name', () => "O'Quillan, Winifred"],
  ])('is found by %s', async (_, text) => {
    expect(await find(text())).toEqual([sought.id])
  })

  it.each([
    ['another number', '412300007002'],
    ['a part of the name that does not begin it', 'illan'],
    ['a sign that stands for any letters', '%Quillan'],
    ['another reference', 'AAAA-AAAA'],
  ])('is not found by %s', async (_, text) => {
    expect(await find(text)).toEqual([])
  })

  it('is found after it was declined too', async () => {
    const declinedReferralId = await firstOf(service, 'declined_referral')
    const reply = await service.ask(declineIncoming, { id: sought.id, version: 1, declinedReferralId }, clerk)
    expect(reply.status).toBe(200)
    const { body } = await search(ubrn)
    expect((body as { rows: IncomingRow[] }).rows).toMatchObject([{ id: sought.id, state: 'declined' }])
  })
})

it.each(['', ' ', '12345', '-', 'x'.repeat(101)])('a search for %j is refused', async (text) => {
  expect((await search(text)).status).toBe(400)
})

it('leaves who was shown in the audit trail, and not what was typed', async () => {
  await find(ubrn)
  const { rows } = await service.db.owner.query<{ criteria: object; records: { id: number }[] }>(
    `select criteria, records from audit_event where action = 'POST /api/incomingReferral/search' order by id desc limit 1`,
  )
  expect(rows).toMatchObject([{ criteria: { by: ['ubrn'] }, records: [{ id: sought.id }] }])
  expect(JSON.stringify(rows)).not.toContain(ubrn)
})

it('is for those who triage', async () => {
  expect((await search(ubrn, await service.as('External'))).status).toBe(403)
})
