import type { FastifyContextConfig, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../app/app.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { testDatabase, type TestDatabase } from '../process/database.ts'
import { partsOn } from '../process/parts.ts'

/*
 * AZ-1: the real server, every route of it, every part of its declaration. Takes a part away from a route, as if a programmer
 * had forgotten it: what registers the route must refuse it, and with that the server does not start.
 */

// Other test files of the same process have imported what is replaced here, and will again.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('../../platform/http/request/rights.ts')
  vi.resetModules()
})

type Config = FastifyContextConfig | undefined
type Look = (route: RouteOptions, requireRights: (route: RouteOptions) => void) => void
const changed = vi.hoisted(() => ({ look: null as Look | null }))

vi.mock(import('../../platform/http/request/rights.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    requireRights: (route) => {
      if (changed.look === null) real.requireRights(route)
      else changed.look(route, real.requireRights)
    },
  }
})

let db: TestDatabase
let routes: string[]

const boot = async (): Promise<string[]> => {
  const app = await buildApp(await partsOn(db), { logLevel: false })
  const { liveRoutes } = app
  await app.close()
  return [...liveRoutes.keys()]
}

beforeAll(async () => {
  db = await testDatabase()
  routes = await boot()
})
afterAll(async () => {
  changed.look = null
  await db.drop()
})

/** As liveRoutes has it: the part of an address that a field names is in braces. */
const nameOf = ({ method, url }: RouteOptions): string =>
  `${String(method)} ${url.replaceAll(/:(\w+)/g, '{$1}')}`
const without = (config: Config, part: keyof Rights): FastifyContextConfig => ({
  ...config,
  rights: { ...config?.rights, [part]: undefined } as unknown as Rights,
})
/** The route without a part of its declaration. */
const spoil = (route: RouteOptions, mutate: (config: Config) => Config): RouteOptions => ({
  ...route,
  config: mutate(route.config) as FastifyContextConfig,
})

const mutations: [string, (config: Config) => Config][] = [
  ...(['capability', 'audit', 'idempotency', 'rate'] as const).map(
    (part): [string, (config: Config) => Config] => [part, (config) => without(config, part)],
  ),
  ['all of it', () => ({})],
  ['the whole configuration', () => undefined],
]

/** What is said of a route that lacks a part. */
const refusalOf = (route: string): string =>
  `The route ${route.replaceAll(/\{(\w+)\}/g, ':$1')} does not declare`

describe('AZ-1: a route that lacks a part of its declaration stops the server from starting', () => {
  it.each(mutations)('%s: each route is refused where it is registered', async (_, mutate) => {
    const refused = new Map<string, string>()
    changed.look = (route, requireRights) => {
      try {
        requireRights(spoil(route, mutate))
      } catch (error) {
        refused.set(nameOf(route), (error as Error).message)
      }
      requireRights(route)
    }
    await boot()
    expect(routes.length).toBeGreaterThan(40)
    for (const route of routes) expect(refused.get(route)).toContain(refusalOf(route))
  })

  it.each(mutations)('%s: the server does not start, whichever route it is', async (_, mutate) => {
    // From the first to the last.
    for (const route of [0, 0.25, 0.5, 0.75, 1].map(
      (part) => routes[Math.floor(part * (routes.length - 1))] ?? '',
    )) {
      changed.look = (each, requireRights) =>
        requireRights(nameOf(each) === route ? spoil(each, mutate) : each)
      await expect(boot()).rejects.toThrow(refusalOf(route))
    }
  })
})
