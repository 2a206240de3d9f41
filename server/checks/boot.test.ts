import type { FastifyContextConfig, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../app.ts'
import type { Rights } from '../http/rights.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { partsOn } from '../testing/parts.ts'

/*
 * AZ-1: the real server, every route of it, every part of its declaration. Takes one part away from one route at a
 * time, as if a programmer had forgotten it, and starts the server.
 */

// Other test files of the same process have imported what is replaced here, and will again.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('../http/rights.ts')
  vi.resetModules()
})

type Forget = (route: RouteOptions) => FastifyContextConfig | undefined
const changed = vi.hoisted(() => ({ forget: null as Forget | null }))

vi.mock(import('../http/rights.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    requireRights: (route) => {
      if (changed.forget !== null) route.config = changed.forget(route) as FastifyContextConfig
      real.requireRights(route)
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
  changed.forget = null
  await db.drop()
})

/** As liveRoutes has it: the part of an address that a field names is in braces. */
const nameOf = ({ method, url }: RouteOptions): string =>
  `${String(method)} ${url.replaceAll(/:(\w+)/g, '{$1}')}`
const without = (config: FastifyContextConfig | undefined, part: keyof Rights): FastifyContextConfig => ({
  ...config,
  rights: { ...config?.rights, [part]: undefined } as unknown as Rights,
})

const mutations: [string, (config: FastifyContextConfig | undefined) => FastifyContextConfig | undefined][] =
  [
    ...(['capability', 'audit', 'idempotency', 'rate'] as const).map(
      (part): [string, (config: FastifyContextConfig | undefined) => FastifyContextConfig] => [
        part,
        (config) => without(config, part),
      ],
    ),
    ['all of it', () => ({})],
    ['the whole configuration', () => undefined],
  ]

describe('AZ-1: a route that lacks a part of its declaration stops the server from starting', () => {
  it.each(mutations)('%s, on each route', async (_, mutate) => {
    const started: string[] = []
    for (const route of routes) {
      changed.forget = (each) => (nameOf(each) === route ? mutate(each.config) : each.config)
      try {
        await boot()
        started.push(route)
      } catch (error) {
        expect((error as Error).message).toContain(
          `The route ${route.replaceAll(/\{(\w+)\}/g, ':$1')} does not declare`,
        )
      }
    }
    expect({ routes: routes.length > 40, started }).toEqual({ routes: true, started: [] })
  })
})
