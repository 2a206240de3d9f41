import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { stackedMarks } from '../../../testing/values/hostileText.ts'
import { hostileValues } from '../../../testing/values/hostileValues.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { tableSums } from '../../../testing/reading/tableSums.ts'
import { usualRates } from '../../../platform/http/limits/rateLimit.ts'
import { aVisitor, bodyOf, inboxOf, rightAnswers } from '../../testing/formVisitor.ts'

/* What programs and strangers send to the public referral form. What is refused stores nothing. */

let service: TestService
beforeAll(async () => {
  service = await testService({ rates: { ...usualRates, form: 60, referral: 4 } })
})
afterAll(() => service.close())

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

describe('the referral form refuses', () => {
  const right = bodyOf({ familyName: 'Rook', firstName: 'Ann' })
  it.each<[what: string, headers: Record<string, string>, payload: string | Buffer, status: number]>([
    ['a body of more than 16 kB', formType, `firstName=${'x'.repeat(17_000)}`, 413],
    ['JSON', { 'content-type': 'application/json' }, '{"firstName":"Ann"}', 400],
    ['a file upload', { 'content-type': 'multipart/form-data; boundary=b' }, '--b--', 400],
    ['text', { 'content-type': 'text/plain' }, right, 400],
    ['a body of no type', {}, right, 400],
    ['bytes that are no text', formType, Buffer.from([0x66, 0x3d, 0xff]), 400],
    ['percents that are no text', formType, 'firstName=%ff%fe', 400],
    ['NUL', formType, 'firstName=A%00nn', 400],
    ['a page of another site', { ...formType, 'sec-fetch-site': 'cross-site' }, right, 403],
    ['a page of a sister site', { ...formType, 'sec-fetch-site': 'same-site' }, right, 403],
  ])('%s, in plain words, and stores nothing', async (_, headers, payload, status) => {
    const visitor = aVisitor(service, '192.0.2.2')
    visitor.cookie = 'A'.repeat(43)
    const before = await tableSums(service.db)
    for (const url of ['/refer', '/refer/person', '/refer/send', '/refer/remove']) {
      const response = await service.app.inject({
        ...{ method: 'POST', url, payload, headers },
        remoteAddress: `198.51.100.${(other += 1)}`,
      })
      expect([url, response.statusCode]).toEqual([url, status])
      expect(response.body).toContain('Nothing was sent')
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    }
    expect(await tableSums(service.db)).toEqual(before)
  })

  it.each(['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)('%s, as everywhere', async (method) => {
    for (const url of ['/refer', '/refer/person', '/refer/send', '/refer/check'])
      expect([url, (await service.app.inject({ method, url })).statusCode]).toEqual([url, 404])
  })

  it('pages that are not there', async () => {
    const visitor = aVisitor(service, '192.0.2.3')
    await visitor.post('/refer', { source: 'self' })
    for (const page of ['sender', 'constructor', '__proto__', 'send', 'x'.repeat(90)])
      expect([page, (await visitor.get(`/refer/${page}`)).status]).toEqual([page, 404])
    expect((await visitor.post('/refer/sender', {})).status).toBe(404)
  })

  it('more text than a draft may have', async () => {
    const visitor = aVisitor(service, '192.0.2.4')
    await visitor.post('/refer', { source: 'relative' })
    const long = 'x'.repeat(15_000)
    await visitor.post('/refer/address', { addressLine1: long })
    expect((await visitor.get('/refer/address')).html).toContain(long)
    await visitor.post('/refer/person', { firstName: long.slice(0, 13_000) })
    expect((await visitor.post('/refer/reason', { reason: long })).status).toBe(413)
    expect((await visitor.get('/refer/reason')).html).not.toContain('xxx')
  })
})

/** For addresses that nothing has come from. */
let other = 0

describe('one address', () => {
  it('may begin and send a few forms a minute, and others as many', async () => {
    const crowd = Array.from({ length: 7 }, () => aVisitor(service, '192.0.2.10'))
    const statuses = []
    for (const visitor of crowd) statuses.push((await visitor.post('/refer', { source: 'self' })).status)
    expect(statuses).toEqual([303, 303, 303, 303, 429, 429, 429])
    const refused = await crowd[6]?.post('/refer', { source: 'self' })
    expect(refused?.headers['retry-after']).toMatch(/^\d+$/)
    expect(refused?.html).toContain('please wait a minute')
    expect((await aVisitor(service, '192.0.2.11').post('/refer', { source: 'self' })).status).toBe(303)
    service.time.now += 60_000
    expect((await crowd[6]?.post('/refer', { source: 'self' }))?.status).toBe(303)
  })

  it('that floods is refused before any look into the database', async () => {
    const visitor = aVisitor(service, '192.0.2.20')
    await visitor.fill('self')
    for (let n = 0; n < 60; n += 1) await visitor.post('/refer/person', {})
    const before = await tableSums(service.db)
    const looks = [...service.parts.db.pools.values()].flatMap((pool) => [
      vi.spyOn(pool, 'connect'),
      vi.spyOn(pool, 'query'),
    ])
    const refused = []
    for (let n = 0; n < 20; n += 1) {
      refused.push(
        (await visitor.post('/refer/person', {})).status,
        (await visitor.get('/refer/check')).status,
      )
      refused.push((await visitor.post('/refer/address', { website: 'x' })).status)
    }
    expect(new Set(refused)).toEqual(new Set([429]))
    expect(looks.map((look) => look.mock.calls.length)).toEqual(looks.map(() => 0))
    for (const look of looks) look.mockRestore()
    expect(await tableSums(service.db)).toEqual(before)
  })

  it('is counted in the audit trail', async () => {
    await service.parts.refusals.flush()
    const { rows } = await service.db.owner.query(
      `select status, criteria ->> 'reason' as reason from audit_event
       where action = 'refused referral form' and address = '192.0.2.20' order by 1, 2`,
    )
    expect(rows).toEqual([{ status: 429, reason: 'tooOften' }])
  })
})

const hostileTexts = [...hostileValues.filter((value) => typeof value === 'string'), stackedMarks(8_000)]

describe('spoilt forms', () => {
  it('are never a fault of ours: 500 of them', async () => {
    let random = 7
    const pick = <T>(all: readonly T[]): T => {
      random = (random * 48_271) % 2_147_483_647
      return all[random % all.length] as T
    }
    const spoil = (value: string): string =>
      pick([
        () => value,
        () => '',
        () => pick(hostileTexts),
        () => value.repeat(200),
        () => `${value}\r\n${pick(hostileTexts)}`,
        () => '٣',
        () => '\u202E' + value,
      ])()
    const seen = new Map<number, number>()
    const pages = rightAnswers('professional')
    const visitors = Array.from({ length: 20 }, (_, n) => aVisitor(service, `203.0.113.${n}`))
    for (const visitor of visitors) await visitor.fill(pick(['self', 'relative', 'professional']))
    for (let n = 0; n < 500; n += 1) {
      service.time.now += 2_000
      const visitor = pick(visitors)
      const [page, sent] = pick(pages)
      const names = [...Object.keys(sent), pick(['__proto__', 'constructor', 'source', 'toString'])]
      const posted = Object.fromEntries(
        names.map((name) => [name, spoil(Object.hasOwn(sent, name) ? String(sent[name]) : 'x')]),
      )
      const { status } = await visitor.post(`/refer/${pick([page, page, page, 'send', 'advice'])}`, posted)
      seen.set(status, (seen.get(status) ?? 0) + 1)
      const shown = await visitor.get(`/refer/${pick([page, 'check', 'continue', 'advice?after=falls'])}`)
      seen.set(shown.status, (seen.get(shown.status) ?? 0) + 1)
    }
    expect([...seen.keys()].filter((status) => status >= 500)).toEqual([])
    expect(seen.get(303)).toBeGreaterThan(100)
    // Whatever came through is as the contract says.
    for (const { told } of await inboxOf(service)) expect(told).toHaveProperty('person')
  })
})
