import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { buildApp } from '../../app/app.ts'
import { tableSums } from '../reading/tableSums.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { refusedCalls } from '../values/refusedCalls.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import { aWorld, carriesPatientData, type World } from '../world/world.ts'
import { partsOn } from '../process/parts.ts'

const all = [...knownCalls, ...refusedCalls]
const isGuarded = ({ path, anyone }: Endpoint): boolean => path.startsWith('/api/') && anyone !== true

let world: World
/** Input that works for every call, which no answer of these tests takes but the last: making it takes a while. */
const prepared: { call: Endpoint; input: Wire }[] = []
beforeAll(async () => {
  world = await aWorld()
  // One after the other: of those who save one patient at the same moment only a few are let wait.
  for (const { call, input } of all) prepared.push({ call, input: await input(world) })
})
afterAll(() => world.service.close())

/** Places other than the Authorization header in which a token might be taken. */
const places = (token: string, { method }: { method: string }): Record<string, Partial<InjectOptions>> => {
  const names = ['access_token', 'token', 'authorization', 'bearer', 'Authorization', 'auth']
  const fields = Object.fromEntries(names.map((name) => [name, token]))
  const spoken = Object.fromEntries(names.map((name) => [name, `Bearer ${token}`]))
  const headers: Record<string, string>[] = [
    { cookie: names.map((name) => `${name}=${token}`).join('; ') },
    { cookie: `Authorization=${encodeURIComponent(`Bearer ${token}`)}` },
    { 'x-access-token': token, 'x-auth-token': token, 'x-authorization': `Bearer ${token}` },
    { 'proxy-authorization': `Bearer ${token}` },
    { 'sec-websocket-protocol': `bearer, ${token}` },
    { authorization: token },
    { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` },
    { authorization: `Token ${token}` },
    { authorization: `Bearer ${token}, Bearer ${token}` },
    { authorization: `Bearer: ${token}` },
    { authorization: `Bearer "${token}"` },
  ]
  return {
    'the query': { query: fields },
    'the query, spoken': { query: spoken },
    ...(method === 'POST'
      ? { 'the body': { payload: fields }, 'the body, spoken': { payload: spoken } }
      : {}),
    ...(method === 'POST'
      ? {
          'a form': {
            payload: new URLSearchParams(fields).toString(),
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          },
        }
      : {}),
    ...Object.fromEntries(
      headers.map((each) => [JSON.stringify(Object.keys(each)) + each['authorization'], { headers: each }]),
    ),
  }
}

describe('AZ-9: HEAD runs no handler', () => {
  it('of any call, with the same token and input that GET and POST accept', async () => {
    const { app, db } = world.service
    const before = await tableSums(db, [])
    for (const { call, input } of prepared) {
      const response = await app.inject({
        ...requestOf(call, input, call.path.startsWith('/api/') ? bearer(world.user) : {}),
        method: 'HEAD',
      })
      expect({ path: call.path, status: response.statusCode }).toEqual({ path: call.path, status: 404 })
    }
    expect(await tableSums(db, [])).toEqual(before)
  })

  it('of any other route either, the pages of the browser part included', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'surefoot-web-'))
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    const { db } = world.service
    const app = await buildApp(await partsOn(db), { web: folder, logLevel: false })
    try {
      // The calendar of an address is the one that answers, to programs that ask so before they subscribe; it changes nothing of a record.
      expect([...app.liveRoutes.keys()].filter((route) => route.includes('HEAD'))).toEqual([
        'GET,HEAD /calendar/{secret}',
      ])
      for (const url of [
        '/',
        '/login',
        '/falls/pathway',
        '/assets/index.js',
        '/health/ready',
        '/api/openapi.json',
      ])
        expect({ url, status: (await app.inject({ method: 'HEAD', url })).statusCode }).toEqual({
          url,
          status: 404,
        })
    } finally {
      await app.close()
      await rm(folder, { recursive: true })
    }
  })
})

describe('AZ-10: a token is taken from the Authorization header and from nowhere else', () => {
  it('on every call', async () => {
    const { app, db } = world.service
    const guarded = prepared.filter(({ call }) => isGuarded(call))
    const before = await tableSums(db)
    for (const { call, input } of guarded)
      for (const [place, options] of Object.entries(places(world.user.accessToken, call))) {
        const request = requestOf(call, input)
        const response = await app.inject({
          ...request,
          ...options,
          query: { ...(request.query as object), ...(options.query as object) },
          ...(typeof options.payload === 'object'
            ? { payload: { ...(request.payload as object), ...options.payload } }
            : {}),
        })
        const about = { path: call.path, place }
        expect({ ...about, status: response.statusCode }).toEqual({ ...about, status: 401 })
        expect(carriesPatientData(response.body)).toBe(false)
      }
    expect(await tableSums(db)).toEqual(before)
  })

  it('is let in by it, sends no cookie and lets no other origin in, on any answer', async () => {
    for (const { call, input } of prepared) {
      const { statusCode, headers } = await world.service.app.inject(
        requestOf(call, input, {
          ...(call.path.startsWith('/api/') ? bearer(world.user) : {}),
          origin: 'https://elsewhere.example.org',
        }),
      )
      const named = Object.keys(headers).filter(
        (name) => name === 'set-cookie' || name.startsWith('access-control-'),
      )
      expect({ path: call.path, named }).toEqual({ path: call.path, named: [] })
      if (isGuarded(call))
        expect({ path: call.path, letIn: statusCode !== 401 }).toEqual({ path: call.path, letIn: true })
    }
  })
})
