import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveNextOfKin } from '../../../../contract/patients/patient.ts'
import { searchNhsNumber } from '../../../../contract/patients/search/search.ts'
import { getProfile } from '../../../../contract/accounts/session.ts'
import { rateLimitsOf } from './rateLimit.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'

const rates = {
  'sign-in': 1,
  read: 5,
  search: 2,
  write: 3,
  report: 3,
  upload: 3,
  fhir: 5,
  form: 3,
  referral: 2,
  callback: 4,
  person: 3,
  personCode: 2,
}

describe('DL-3: rate classes', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService({ rates })
  })
  afterAll(() => service.close())

  it('hold for each user, with 429 and Retry-After, and let in again in time', async () => {
    const [busy, other] = [await service.as('Clinician'), await service.as('Clinician')]
    const statuses = async (user = busy, times = 7) =>
      (await Promise.all(Array.from({ length: times }, () => service.ask(getProfile, {}, user)))).map(
        ({ status }) => status,
      )
    expect((await statuses()).filter((status) => status === 200)).toHaveLength(5)
    const refused = await service.ask(getProfile, {}, busy)
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too-often' },
      headers: { 'retry-after': '12' },
    })
    expect(await statuses(other, 1)).toEqual([200])
    service.time.now += 12_000
    expect((await statuses(busy, 2)).sort()).toEqual([200, 429])
  })

  it('count reads, searches and writes apart', async () => {
    const user = await service.as('Clinician')
    const search = () => service.ask(searchNhsNumber, { nhsNumber: '9990000077' }, user)
    const write = () => service.ask(saveNextOfKin, {} as never, user)
    expect([(await search()).status, (await search()).status, (await search()).status]).toEqual([
      200, 200, 429,
    ])
    expect((await service.ask(getProfile, {}, user)).status).toBe(200)
    for (let time = 0; time < 3; time += 1) expect((await write()).status).toBe(400)
    expect((await write()).status).toBe(429)
  })

  it('leave one row in the audit trail that says how often the user was refused', async () => {
    const user = await service.as('Clinician')
    for (let time = 0; time < 12; time += 1) await service.ask(getProfile, {}, user)
    await service.parts.refusals.flush()
    const { rows } = await service.db.owner.query(
      `select status, action, criteria ->> 'reason' as reason, (criteria ->> 'times')::integer as times
       from audit_event where kind = $1 and user_id = $2`,
      ['refusal', user.userId],
    )
    expect(rows).toEqual([{ status: 429, action: 'refused read', reason: 'too-often', times: 7 }])
  })
})

describe('DL-3: an address', () => {
  it('is limited before anyone is signed in, whatever the request says of where it comes from', async () => {
    const service = await testService({ rates })
    const knock = (index: number, remoteAddress: string) =>
      service.app.inject({
        url: getProfile.path,
        remoteAddress,
        headers: { 'x-forwarded-for': `203.0.113.${index}`, authorization: 'Bearer AAAA' },
      })
    const answers = await Promise.all(Array.from({ length: 120 }, (_, index) => knock(index, '192.0.2.1')))
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(100)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20)
    expect((await knock(0, '192.0.2.2')).statusCode).toBe(401)
    await service.close()
  })

  it('of IPv6 counts with all others of its subscriber', async () => {
    const service = await testService({ rates })
    const knock = (remoteAddress: string) => service.app.inject({ url: getProfile.path, remoteAddress })
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => knock(`2001:db8:1:2::${index.toString(16)}`)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20)
    expect((await knock('2001:db8:1:3::1')).statusCode).toBe(401)
    await service.close()
  })

  it('is what a trusted proxy says, and only that one', async () => {
    const service = await testService({ rates }, { trustedProxies: ['192.0.2.10'] })
    const knock = (remoteAddress: string, forwarded: string) =>
      service.app.inject({ url: getProfile.path, remoteAddress, headers: { 'x-forwarded-for': forwarded } })
    for (let time = 0; time < 100; time += 1) await knock('192.0.2.10', '203.0.113.1')
    expect((await knock('192.0.2.10', '203.0.113.1')).statusCode).toBe(429)
    // Entries that the client put before the proxy's own are ignored.
    expect((await knock('192.0.2.10', '198.51.100.9, 203.0.113.1')).statusCode).toBe(429)
    expect((await knock('192.0.2.10', '203.0.113.2')).statusCode).toBe(401)
    expect((await knock('192.0.2.99', '203.0.113.1')).statusCode).toBe(401)
    await service.close()
  })

  it('is not limited when no rates are set', () => {
    const limits = rateLimitsOf(null)
    expect(limits.take('read', { userId: 1 }, 0)).toBe(0)
  })
})
