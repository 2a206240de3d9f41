import type { FastifyInstance } from 'fastify'
import type { InputOf, Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import type { Profile } from '../../../contract/accounts/permissions.ts'
import { buildApp, type AppOptions, type Product } from '../../app/app.ts'
import type { AccountSettings } from '../../accounts/settings/settings.ts'
import type { Documents } from '../../pathways/documents/documents.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { assertDeclared, assertHeadersDeclared } from '../values/declaredProblems.ts'
import { partsOn } from './parts.ts'
import { aUser, tokenFor, type TestUser } from '../world/users.ts'

export interface Asked {
  status: number
  body: unknown
  headers: Record<string, unknown>
}

export interface TestService {
  app: FastifyInstance
  /** What the server's parts work with. */
  parts: Product
  db: TestDatabase
  documents: Documents
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

/** The whole server on a database of its own, asked through HTTP. */
export const testService = async (
  accounts: Partial<AccountSettings> = {},
  options: AppOptions = {},
  given?: TestDatabase,
): Promise<TestService> => {
  const db = given ?? (await testDatabase())
  const time = { now: Date.now() }
  const parts = await partsOn(db, () => time.now, accounts)
  const app = await buildApp(parts, { logLevel: false, ...options })

  const ask: TestService['ask'] = async (endpoint, input, user, headers = {}) => {
    const sent = input as Record<string, unknown>
    const inQuery = endpoint.method === 'GET' ? Object.keys(sent) : (endpoint.inQuery ?? [])
    const query = Object.fromEntries(
      inQuery.filter((name) => sent[name] !== undefined).map((name) => [name, String(sent[name])]),
    )
    const body = Object.fromEntries(Object.entries(sent).filter(([name]) => !inQuery.includes(name)))
    const form = endpoint.encoding === 'multipart' ? await formOf(body) : null
    const response = await app.inject({
      method: endpoint.method,
      url: endpoint.path,
      query,
      ...(endpoint.method === 'POST' ? { payload: form?.payload ?? body } : {}),
      headers: {
        ...form?.headers,
        ...(user ? { authorization: `Bearer ${user.accessToken}` } : {}),
        ...headers,
      },
    })
    const answered = isJson(response.headers)
      ? (JSON.parse(response.body) as unknown)
      : bodyOf(response.rawPayload)
    const rights = app.liveRoutes.get(`${endpoint.method} ${endpoint.path}`)
    if (rights !== undefined) assertDeclared(endpoint, rights, response.statusCode, answered)
    assertHeadersDeclared(endpoint, response.headers)
    return { status: response.statusCode, body: answered, headers: response.headers }
  }

  return {
    app,
    parts,
    db,
    documents: parts.documents,
    time,
    ask,
    as: async (...profiles) => tokenFor(db, time.now, await aUser(db, profiles)),
    close: async () => {
      await app.close()
      await db.drop()
    },
  }
}

const isJson = (headers: Record<string, unknown>): boolean =>
  String(headers['content-type'] ?? '').startsWith('application/json')

const bodyOf = (payload: Buffer): Buffer | null => (payload.length === 0 ? null : payload)

/** A multipart form as a browser writes it. */
export const formOf = async (
  fields: Record<string, unknown>,
): Promise<{ payload: Buffer; headers: Record<string, string> }> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value instanceof File) form.append(name, value, value.name)
    else if (value !== undefined) form.append(name, String(value))
  const written = new Response(form)
  return {
    payload: Buffer.from(await written.arrayBuffer()),
    headers: { 'content-type': written.headers.get('content-type') ?? '' },
  }
}
