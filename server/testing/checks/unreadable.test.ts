import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savedReportEndpoints } from '../../../contract/insight/savedReport.ts'
import { startReportRun } from '../../../contract/insight/reportRun.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { bearer, requestOf } from '../values/request.ts'
import { tableSums } from '../reading/tableSums.ts'
import { aWorld, type World } from '../world/world.ts'
import { representatives, shapeOfCall } from '../../../contract/testing/representatives.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

/** Bytes that are no UTF-8: alone, cut short, overlong, a surrogate, beyond the last character. */
const notText = [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe9]]
const percent = (bytes: readonly number[]): string =>
  bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

const known = representatives(knownCalls, ({ call }) => shapeOfCall(call))
const posts = known.filter(({ call }) => call.method === 'POST' && call.encoding === undefined)
const gets = known.filter(({ call }) => call.method === 'GET' && call.path.startsWith('/api/'))

describe('IO-4: what is not UTF-8 is refused, and never stored as U+FFFD', () => {
  it.each(posts.map((known) => [known.call.path, known] as const))(
    'the body of %s',
    async (_, { call, input }) => {
      const { url, payload } = requestOf(call, await input(world))
      const before = await tableSums(world.service.db)
      for (const bytes of notText) {
        const text = JSON.stringify({ ...(payload as object), comments: '@@', town: '@@' })
        const [first = '', ...more] = text.split('@@')
        const body = Buffer.concat([
          Buffer.from(first),
          ...more.flatMap((part) => [Buffer.from(bytes), Buffer.from(part)]),
        ])
        const response = await world.service.app.inject({
          ...{ method: 'POST', url: url as string, payload: body },
          headers: { ...bearer(world.user), 'content-type': 'application/json' },
        })
        expect({ bytes, status: response.statusCode, body: response.json<unknown>() }).toMatchObject({
          ...{ bytes, status: 400 },
          body: { code: 'bad-request' },
        })
      }
      expect(await tableSums(world.service.db)).toEqual(before)
    },
  )

  it.each(gets.map((known) => [known.call.path, known] as const))(
    'the query of %s',
    async (_, { call, input }) => {
      const query = new URLSearchParams(requestOf(call, await input(world)).query as Record<string, string>)
      for (const bytes of notText) {
        const url = `${call.path}?${query.toString()}&q=${percent(bytes)}`
        const response = await world.service.app.inject({ url, headers: bearer(world.user) })
        expect({ url, status: response.statusCode, body: response.json<unknown>() }).toMatchObject({
          status: 400,
          body: { code: 'bad-request', message: 'This address cannot be read.' },
        })
      }
    },
  )

  it('a form, encoded or not', async () => {
    for (const bytes of notText)
      for (const value of [Buffer.from(percent(bytes)), Buffer.from(bytes)]) {
        const response = await world.service.app.inject({
          ...{ method: 'POST', url: '/oauth/token' },
          payload: Buffer.concat([Buffer.from('grant_type=password&password=x&username='), value]),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
        expect({ status: response.statusCode, body: response.json<unknown>() }).toEqual({
          status: 400,
          body: {
            error: 'invalid_request',
            error_description: 'The parameters are not in UTF-8.',
          },
        })
      }
  })

  it('but a percent sign by itself stands for itself, and U+FFFD that somebody wrote is text', async () => {
    const ask = (q: string) =>
      world.service.app.inject({ url: `/api/list/awaitingAssessment?q=${q}`, headers: bearer(world.user) })
    expect([(await ask('100%')).statusCode, (await ask('%EF%BF%BD')).statusCode]).toEqual([200, 200])
  })
})

describe('IO-2: what is no object of fields', () => {
  const save = knownCalls.find(({ call }) => call.path === '/api/frat/save')
  const send = (payload: string) =>
    world.service.app.inject({
      ...{ method: 'POST', url: '/api/frat/save', payload },
      headers: { ...bearer(world.user), 'content-type': 'application/json' },
    })

  it.each(['true', '1', '"text"', '[]', '[{"id":1}]', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`])(
    'is said of %s',
    async (body) => {
      const response = await send(body)
      expect([response.statusCode, response.json<unknown>()]).toMatchObject([
        400,
        { code: 'bad-request', message: 'The request does not have the form that this call accepts.' },
      ])
    },
  )

  it('is said of a field that is one', async () => {
    const response = await send(JSON.stringify({ ...(await save?.input(world)), version: {} }))
    expect([response.statusCode, response.json<unknown>()]).toEqual([
      400,
      { version: 'Not in the form that this call accepts' },
    ])
  })
})

describe('RFC 6750: an answer of 401', () => {
  it.each([
    ['no token', undefined, 'Bearer'],
    ['another scheme', 'Basic YTpi', 'Bearer'],
    ['a scheme alone', 'Bearer', 'Bearer'],
    ['an unknown token', 'Bearer abcdefgh', 'Bearer error="invalid_token"'],
    ['a token in small letters', 'bearer abcdefgh', 'Bearer error="invalid_token"'],
    ['a token that is none', "Bearer ' or 1=1", 'Bearer error="invalid_token"'],
  ])('to %s', async (_, authorization, challenge) => {
    const response = await world.service.app.inject({
      url: '/api/user/profile',
      headers: authorization === undefined ? {} : { authorization },
    })
    expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, challenge])
  })

  it.each([
    ['after another scheme', (token: string) => `Basic Bearer ${token}`],
    ['twice', (token: string) => `Bearer ${token}, Bearer ${token}`],
  ])('to a token that stands %s', async (_, written) => {
    const headers = { authorization: written(world.user.accessToken) }
    expect((await world.service.app.inject({ url: '/api/user/profile', headers })).statusCode).toBe(401)
  })

  it('to a token whose session has ended', async () => {
    const ended = await world.service.as('Clinician')
    await world.service.db.owner.query(`update user_session set ended_at = now() where user_id = $1`, [
      ended.userId,
    ])
    const response = await world.service.app.inject({ url: '/api/user/profile', headers: bearer(ended) })
    expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  })
})

describe('a report', () => {
  const days = { dateFrom: '2026-01-01', dateTo: '2026-01-31' }
  const addresses = [
    ...['/api/report/discharges', '/api/report/discharges/people', '/api/report/discharges/people/export'],
    ...[startReportRun.path, savedReportEndpoints[1].path],
  ]
  it.each(addresses)('without a name is asked for at %s', async (url) => {
    for (const reportName of ['', ' ', '\u200b', null, 0, false, [], undefined]) {
      const response = await world.service.app.inject({
        ...{ method: 'POST', url, headers: bearer(world.user) },
        payload: {
          ...days,
          ...{
            reportName,
            type: 'csv',
            id: 0,
            name: 'One',
            period: 'fixed',
            section: 0,
            row: null,
            column: 'a',
          },
        },
      })
      expect({ reportName, status: response.statusCode, body: response.json<unknown>() }).toEqual({
        ...{ reportName, status: 400 },
        body: { reportName: 'Report required' },
      })
    }
  })

  it('of the name that the address has is counted', async () => {
    const response = await world.service.app.inject({
      ...{ method: 'POST', url: '/api/report/discharges', headers: bearer(world.user) },
      payload: { ...days, reportName: 'discharges', type: 'csv' },
    })
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/csv'),
    ])
  })

  it('of another name than the address has is refused', async () => {
    const response = await world.service.app.inject({
      ...{ method: 'POST', url: '/api/report/discharges', headers: bearer(world.user) },
      payload: { ...days, reportName: 'referrals', type: 'csv' },
    })
    expect([response.statusCode, response.json<unknown>()]).toEqual([
      400,
      { reportName: 'The URL and the request name different ones' },
    ])
  })
})
