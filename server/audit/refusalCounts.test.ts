import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getProfile, token } from '../../contract/session.ts'
import { bearer, requestOf } from '../testing/request.ts'
import { testService, type TestService } from '../testing/service.ts'
import { mostKinds } from './refusalCounts.ts'

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
      await grant({ grant_type: 'password', username: `nobody.${time}`, password: 'x' }, '192.0.2.30')
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
