import type { FastifyBaseLogger } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { getProfile, token } from '../../../contract/accounts/session.ts'
import { bearer, requestOf } from '../../testing/values/request.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { AuditEvent, AuditTrail } from './auditTrail.ts'
import { countRefusals, flushEachMinute, mostKinds, type RefusalKind } from './refusalCounts.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())
afterEach(() => service.parts.refusals.flush())

interface Row {
  id: number
  action: string
  status: number
  address: string
  user_id: number | null
  reason: string | null
  times: number | null
}

const lastId = async (of = service): Promise<number> =>
  Number((await of.db.owner.query('select coalesce(max(id), 0) as id from audit_event')).rows[0]?.id)

const rowsAfter = async (id: number): Promise<Row[]> => {
  const { rows } = await service.db.owner.query<Row>(
    `select id::integer, action, status, address, user_id::integer,
       coalesce(criteria ->> 'reason', criteria ->> 'outcome') as reason, (criteria ->> 'times')::integer as times
     from audit_event where id > $1 and kind = 'refusal' order by id`,
    [id],
  )
  return rows
}

const knock = (remoteAddress = '192.0.2.1') => service.app.inject({ url: getProfile.path, remoteAddress })

describe('anonymous calls that are refused', () => {
  it('add one row for each network, however many they are', async () => {
    const before = await lastId()
    for (let time = 0; time < 300; time += 1) await knock(time % 3 === 0 ? '192.0.2.2' : '192.0.2.1')
    expect(await rowsAfter(before)).toEqual([])
    await service.parts.refusals.flush()
    const rows = await rowsAfter(before)
    expect(rows.map(({ address, times }) => ({ address, times }))).toEqual([
      { address: '192.0.2.2', times: 100 },
      { address: '192.0.2.1', times: 200 },
    ])
    await service.parts.refusals.flush()
    expect(await rowsAfter(before)).toHaveLength(2)
  })

  it('count together once they come from more networks than anybody works in', async () => {
    const before = await lastId()
    const networks = mostKinds + 50
    for (let index = 0; index < networks; index += 1) await knock(`2001:db8:0:${index.toString(16)}::1`)
    for (let index = 0; index < networks; index += 1) await knock(`2001:db8:0:${index.toString(16)}::2`)
    await service.parts.refusals.flush()
    const rows = await rowsAfter(before)
    expect(rows).toHaveLength(mostKinds + 1)
    expect(rows.find(({ address }) => address === 'elsewhere')).toMatchObject({
      action: 'refused any',
      reason: 'unauthenticated',
      times: 100,
    })
    expect(rows.reduce((sum, { times }) => sum + (times ?? 0), 0)).toBe(2 * networks)
  })

  it('are counted on while the audit trail cannot be written', async () => {
    const before = await lastId()
    const { owner } = service.db
    await owner.query('revoke insert on audit_event from surefoot_app')
    await knock()
    await expect(service.parts.refusals.flush()).rejects.toThrow('The audit trail could not be written')
    await knock()
    await owner.query('grant insert on audit_event to surefoot_app')
    await service.parts.refusals.flush()
    expect(await rowsAfter(before)).toMatchObject([{ times: 2 }])
  })

  it('are counted on while they are being written, also when that fails', async () => {
    const before = await lastId()
    const holder = await service.db.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table audit_event in exclusive mode')
      await knock()
      const failing = expect(service.parts.refusals.flush()).rejects.toThrow(
        'The audit trail could not be written',
      )
      await knock()
      await knock()
      await failing
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await service.parts.refusals.flush()
    expect(await rowsAfter(before)).toMatchObject([{ times: 3 }])
  })

  it('are written when the service stops', async () => {
    const stopped = await testService()
    await stopped.app.inject({ url: getProfile.path })
    await stopped.app.close()
    expect(await lastId(stopped)).toBe(1)
    await stopped.close()
  })
})

describe('sign-ins that are refused', () => {
  const grant = (fields: Record<string, string>, remoteAddress: string) =>
    service.app.inject({ ...requestOf(token, fields), remoteAddress })

  it('leave a row each while they are looked at, and are counted once the address is closed', async () => {
    const before = await lastId()
    const limit = service.parts.accounts.signInsPerAddress
    const buckets = async () =>
      Number((await service.db.owner.query('select count(*) from sign_in_bucket')).rows[0]?.count)
    for (let time = 0; time < limit; time += 1)
      await grant({ grant_type: 'password', username: `nobody.${time}`, password: `x${time}` }, '192.0.2.30')
    const held = await buckets()
    for (let time = 0; time < 100; time += 1)
      await grant({ grant_type: 'password', username: `somebody.${time}`, password: 'x' }, '192.0.2.30')
    expect(await buckets()).toBe(held)
    await service.parts.refusals.flush()
    const rows = await rowsAfter(before)
    expect(rows.filter(({ reason }) => reason === 'unknown user')).toHaveLength(limit)
    const throttled = rows.filter(({ reason }) => reason === 'throttled')
    expect(throttled).toHaveLength(11)
    expect(throttled.at(-1)).toMatchObject({ address: '192.0.2.30', times: 90 })
  })

  it('with tokens that nobody has leave ten rows and a number', async () => {
    const before = await lastId()
    for (let time = 0; time < 200; time += 1)
      await grant({ grant_type: 'refresh_token', refresh_token: `made.up.${time}` }, '192.0.2.31')
    await service.parts.refusals.flush()
    const rows = await rowsAfter(before)
    expect(rows).toHaveLength(11)
    expect(rows.at(-1)).toMatchObject({ action: 'refused POST /oauth/token refresh_token', times: 190 })
  })
})

it('a signed-in person who may not do something leaves a row each time', async () => {
  const user = await service.as('none')
  const before = await lastId()
  for (let time = 0; time < 5; time += 1)
    await service.app.inject({ url: '/api/list/awaitingAssessment', headers: bearer(user) })
  expect(await rowsAfter(before)).toMatchObject(
    Array.from({ length: 5 }, () => ({ status: 403, user_id: user.userId, times: null })),
  )
})

describe('what is counted', () => {
  const kind: RefusalKind = {
    of: 'search',
    status: 403,
    reason: 'forbidden',
    userId: null,
    address: '192.0.2.40',
  }
  const counting = () => {
    const written: AuditEvent[] = []
    let now = Date.parse('2026-11-24T09:00:00Z')
    const trail: AuditTrail = { append: async (event) => void written.push(event) }
    const counts = countRefusals(
      trail,
      () => now,
      (address) => `${address}/24`,
    )
    return { counts, written, pass: (milliseconds: number) => void (now += milliseconds) }
  }

  it.each<[string, Partial<RefusalKind>]>([
    ['what was asked for', { of: 'list' }],
    ['the status', { status: 429 }],
    ['the reason', { reason: 'throttled' }],
    ['the user', { userId: 7 }],
    ['the network', { address: '198.51.100.1' }],
  ])('is apart where %s differs', async (_, other) => {
    const { counts, written } = counting()
    for (const each of [kind, { ...kind, ...other }, kind]) counts.count(each)
    await counts.flush()
    expect(written.map(({ criteria }) => criteria?.times)).toEqual([2, 1])
  })

  it('is of one user, wherever from, and says since when and until when', async () => {
    const { counts, written, pass } = counting()
    counts.count({ ...kind, userId: 7 })
    pass(20_000)
    counts.count({ ...kind, userId: 7, address: '198.51.100.1' })
    pass(40_000)
    await counts.flush()
    expect(written).toMatchObject([
      {
        kind: 'refusal',
        action: 'refused search',
        status: 403,
        userId: 7,
        address: '192.0.2.40/24',
        criteria: {
          reason: 'forbidden',
          times: 2,
          since: '2026-11-24T09:00:00.000Z',
          until: '2026-11-24T09:01:00.000Z',
        },
      },
    ])
  })

  it('begins with events of their own, as many each minute as are asked for', async () => {
    const { counts, written } = counting()
    const countFive = () => Array.from({ length: 5 }, () => counts.count(kind, 2))
    expect(countFive()).toEqual([true, true, false, false, false])
    await counts.flush()
    expect(countFive()).toEqual([true, true, false, false, false])
    await counts.flush()
    expect(written.map(({ criteria }) => criteria?.times)).toEqual([3, 3])
  })

  it('is no event of its own once there are more kinds than anybody makes', () => {
    const { counts } = counting()
    for (let userId = 0; userId < mostKinds; userId += 1) counts.count({ ...kind, userId }, 1)
    expect(counts.count({ ...kind, userId: mostKinds }, 1)).toBe(false)
    expect(counts.count({ ...kind, userId: 0 }, 2)).toBe(true)
  })

  it('is nothing where each had an event of its own', async () => {
    const { counts, written } = counting()
    counts.count(kind, 1)
    await counts.flush()
    expect(written).toEqual([])
  })
})

it('what was counted is written each minute until the service stops, and a failure is in the log', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const flush = vi.fn(async (): Promise<void> => undefined)
  const error = vi.fn()
  const stop = flushEachMinute({ count: () => false, flush }, { error } as unknown as FastifyBaseLogger)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(flush).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(flush).toHaveBeenCalledTimes(1)
  expect(error).not.toHaveBeenCalled()
  flush.mockRejectedValueOnce(new RangeError('nothing of it is told'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(error.mock.calls).toMatchObject([
    [{ error: 'RangeError' }, 'counted refusals could not be recorded'],
  ])
  await stop()
  expect(flush).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(flush).toHaveBeenCalledTimes(3)
})
