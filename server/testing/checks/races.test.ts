import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idempotencyKeyHeader, token, type TokenPair } from '../../../contract/accounts/session.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import { aWorld, type World } from '../world/world.ts'

/* DU-9: two at once: one wins, the other is told, and nothing happens twice. */

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

const count = async (statement: string, ...values: unknown[]): Promise<number> => {
  const { rows } = await world.service.db.owner.query<{ count: string }>(statement, values)
  return Number(rows[0]?.count)
}

describe('DU-9: two refreshes at once', () => {
  const grant = (input: Wire) => world.service.app.inject(requestOf(token, input))

  it('make one new pair, which both are told, and keep the session', async () => {
    const first = (await grant({ grant_type: 'password', ...world.signIn })).json<TokenPair>()
    const renewal = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
    const generations = () =>
      count(
        `select count(*) from refresh_token where session_id =
           (select max(id) from user_session where user_id = $1 and ended_at is null)`,
        world.user.userId,
      )
    expect(await generations()).toBe(1)
    const answers = await Promise.all([grant(renewal), grant(renewal)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[0]?.body).toBe(answers[1]?.body)
    expect(await generations()).toBe(2)
    const pair = answers[0]?.json<TokenPair>()
    const profile = { method: 'GET' as const, url: '/api/user/profile' }
    const { statusCode } = await world.service.app.inject({
      ...profile,
      headers: bearer({ accessToken: pair?.access_token ?? '' }),
    })
    expect(statusCode).toBe(200)
  })

  it('and one sign-out leave no token that works, in either order', async () => {
    for (let round = 0; round < 10; round += 1) {
      const first = (await grant({ grant_type: 'password', ...world.signIn })).json<TokenPair>()
      const [renewed] = await Promise.all([
        grant({ grant_type: 'refresh_token', refresh_token: first.refresh_token }),
        world.service.app.inject({
          method: 'POST',
          url: '/oauth/revoke',
          payload: new URLSearchParams({ token: first.refresh_token }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      ])
      const tokens = [first.access_token, renewed.json<Partial<TokenPair>>().access_token ?? 'none']
      for (const accessToken of tokens) {
        const { statusCode } = await world.service.app.inject({
          url: '/api/user/profile',
          headers: bearer({ accessToken }),
        })
        expect(statusCode).toBe(401)
      }
    }
  })
})

const saves = knownCalls.flatMap((known) =>
  known.saves.map((saved) => [`${known.call.path} → ${saved.table}`, known, saved] as const),
)
const changes = saves.flatMap(([name, known, saved]) =>
  saved.existing === undefined ? [] : [[name, known, saved, saved.existing] as const],
)

describe('DU-9: two saves of the same version at once', () => {
  it.each(changes)(
    '%s: one is stored, the other is refused and told',
    async (_, { call }, { table, part }, existing) => {
      const row = await existing.input(world)
      const fields = (part === undefined ? row : row[part]) as Wire
      const change = { ...fields, ...existing.change(world) }
      const changed = part === undefined ? change : { ...row, [part]: change }
      const send = (user: typeof world.user) =>
        world.service.app.inject(requestOf(call, changed, bearer(user)))
      const answers = await Promise.all([send(world.user), send(world.colleague)])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      const refused = answers.find(({ statusCode }) => statusCode === 409)?.json<Wire>()
      expect(refused).toMatchObject({ code: 'conflict', conflict: { version: 2, changes: [{}] } })
      expect(await count(`select version as count from ${table} where id = $1`, fields['id'])).toBe(2)
    },
  )
})

describe('DU-9: the same create twice at once', () => {
  it.each(saves.filter(([, , saved]) => !saved.onlyChanges))(
    '%s: makes one row, which both are told',
    async (_, { call, input }, { table }) => {
      for (const headers of [
        {} as Record<string, string>,
        { [idempotencyKeyHeader]: `${call.path}-${table}` },
      ]) {
        const sent = await input(world)
        const before = await count(`select count(*) from ${table}`)
        const send = () =>
          world.service.app.inject(requestOf(call, sent, { ...bearer(world.user), ...headers }))
        const answers = await Promise.all([send(), send()])
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
        expect(answers[0]?.body).toBe(answers[1]?.body)
        expect((await count(`select count(*) from ${table}`)) - before).toBe(1)
      }
    },
  )
})

describe('DU-9: two deletions at once', () => {
  const deletes = knownCalls.filter(({ call }) => /\/delete$/.test(call.path))
  it.each(deletes.map((known) => [known.call.path, known] as const))(
    '%s: one effect, both told the same',
    async (_, { call, input }) => {
      const sent = await input(world)
      const send = () => world.service.app.inject(requestOf(call, sent, bearer(world.user)))
      const answers = await Promise.all([send(), send()])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      expect(answers[0]?.body).toBe(answers[1]?.body)
      const changes = await Promise.all(
        answers.map(({ headers }) =>
          count(
            // A task that opens or closes by itself is a consequence.
            `select count(*) from audit_event, jsonb_array_elements(records) as record
             where request_id = $1 and record ->> 'entity' <> 'task'`,
            headers['x-request-id'],
          ),
        ),
      )
      expect(changes.sort()).toEqual([0, 1])
    },
  )
})
