import type { FastifyInstance } from 'fastify'
import type { InputOf, Endpoint } from '../../contract/endpoint.ts'
import type { Profile } from '../../contract/permissions.ts'
import { buildApp } from '../app.ts'
import { usualSettings, type AccountSettings } from '../auth/settings.ts'
import { openTrail } from '../audit/trail.ts'
import type { Service } from '../serve.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { aUser, tokenFor, type TestUser } from './users.ts'

export interface Asked {
  status: number
  body: unknown
  headers: Record<string, unknown>
}

export interface TestService {
  app: FastifyInstance
  db: TestDatabase
  /** Milliseconds since the epoch, as the service sees them. */
  time: { now: number }
  /** Calls as the user; without one, without a token. */
  ask: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    user?: TestUser | null,
    headers?: Record<string, string>,
  ) => Promise<Asked>
  /** A signed-in user who holds one role with each of the profiles. */
  as: (...profiles: Profile[]) => Promise<TestUser>
  close: () => Promise<void>
}

/** The whole server on a database of its own, asked through its front door. */
export const testService = async (accounts: Partial<AccountSettings> = {}): Promise<TestService> => {
  const db = await testDatabase()
  const time = { now: Date.now() }
  const service: Service = {
    db,
    trail: openTrail(db.pool),
    clock: () => time.now,
    accounts: { ...usualSettings, ...accounts },
  }
  const app = await buildApp(service, { logLevel: false })

  const ask: TestService['ask'] = async (endpoint, input, user, headers = {}) => {
    const sent = input as Record<string, unknown>
    const inQuery = endpoint.method === 'GET' ? Object.keys(sent) : (endpoint.inQuery ?? [])
    const query = Object.fromEntries(
      inQuery.filter((name) => sent[name] !== undefined).map((name) => [name, String(sent[name])]),
    )
    const body = Object.fromEntries(Object.entries(sent).filter(([name]) => !inQuery.includes(name)))
    const response = await app.inject({
      method: endpoint.method,
      url: endpoint.path,
      query,
      ...(endpoint.method === 'POST' ? { payload: body } : {}),
      headers: { ...(user ? { authorization: `Bearer ${user.accessToken}` } : {}), ...headers },
    })
    return {
      status: response.statusCode,
      body: response.body === '' ? null : (JSON.parse(response.body) as unknown),
      headers: response.headers,
    }
  }

  return {
    app,
    db,
    time,
    ask,
    as: async (...profiles) => tokenFor(db, time.now, await aUser(db, profiles)),
    close: async () => {
      await app.close()
      await db.drop()
    },
  }
}
