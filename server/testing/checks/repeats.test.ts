import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frat } from '../../../contract/pathways/records/frat.ts'
import { wellbeing } from '../../../contract/pathways/records/wellbeing.ts'
import { idempotencyKeyHeader } from '../../../contract/accounts/session.ts'
import { aFrat } from '../world/factories.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import { aWorld, type World } from '../world/world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

const keyed = knownCalls.filter(
  ({ call }) => call.method === 'POST' && call.takesNoKey !== true && call.encoding === undefined,
)

describe('DU-4: a write that is sent again under its key', () => {
  it.each(keyed.map((known) => [known.call.path, known] as const))(
    '%s is answered as the first time',
    async (_, { call, input }) => {
      const sent = await input(world)
      const headers = { ...bearer(world.user), [idempotencyKeyHeader]: randomUUID() }
      const send = () => world.service.app.inject(requestOf(call, sent, headers))
      const first = await send()
      expect({ status: first.statusCode, body: first.body.slice(0, 200) }).toMatchObject({ status: 200 })
      const again = await send()
      expect({ status: again.statusCode, body: again.body }).toEqual({ status: 200, body: first.body })
    },
  )
})

describe('DU-4: a key', () => {
  const save = keyed.find(({ call }) => call.path === '/api/nextOfKin/save')
  it.each([
    ['', 400],
    ['two words', 400],
    ['ü', 400],
    ['x'.repeat(256), 400],
    ['x'.repeat(255), 200],
    ['!', 200],
    ['~', 200],
  ])('%j is answered with %d', async (key, status) => {
    if (save === undefined) throw new Error('There is no such call')
    const headers = { ...bearer(world.user), [idempotencyKeyHeader]: key }
    const response = await world.service.app.inject(requestOf(save.call, await save.input(world), headers))
    expect(response.statusCode).toBe(status)
    if (status === 400)
      expect(response.json()).toMatchObject({
        code: 'bad-request',
        message: 'The Idempotency-Key must be 1 to 255 printable characters.',
      })
  })

  it('is one request of one person: refused for another, and free to somebody else', async () => {
    const other = keyed.find(({ call }) => call.path === '/api/frat/save')
    if (save === undefined || other === undefined) throw new Error('There is no such call')
    const key = { [idempotencyKeyHeader]: 'the-same-for-all' }
    const send = (call: (typeof keyed)[number]['call'], sent: Wire, user = world.user) =>
      world.service.app.inject(requestOf(call, sent, { ...bearer(user), ...key }))
    const sent = await save.input(world)
    const first = await send(save.call, sent)
    expect(first.statusCode).toBe(200)
    for (const refused of [
      await send(save.call, { ...sent, relationship: 'Neighbour' }),
      await send(other.call, await other.input(world)),
    ])
      expect([refused.statusCode, refused.json<unknown>()]).toMatchObject([
        422,
        { code: 'key-reused', message: 'This Idempotency-Key was used for another request.' },
      ])
    // Also where the words of both are the same.
    const oneBody = { ...bearer(world.user), [idempotencyKeyHeader]: 'the-same-words' }
    const { id } = await aFrat(world.service, world.user, world.pathway.id)
    for (const [call, status] of [
      [frat.delete, 200],
      [wellbeing.delete, 422],
    ] as const)
      expect((await world.service.app.inject(requestOf(call, { id }, oneBody))).statusCode).toBe(status)
    const theirs = await send(save.call, await save.input(world), world.colleague)
    expect([theirs.statusCode, theirs.body === first.body]).toEqual([200, false])
    expect((await send(save.call, sent)).body).toBe(first.body)
  })

  it('is kept for a day, and a body without one for ten seconds', async () => {
    if (save === undefined) throw new Error('There is no such call')
    const user = await world.service.as('Clinician')
    const keys: Record<string, string>[] = [{}, { [idempotencyKeyHeader]: 'kept' }]
    for (const key of keys)
      await world.service.app.inject(
        requestOf(save.call, await save.input(world), { ...bearer(user), ...key }),
      )
    const { rows } = await world.service.db.owner.query(
      `select expires_at > clock_timestamp() + interval '11 seconds' as long,
         expires_at > clock_timestamp() + interval '23 hours' as day
       from request_replay where user_id = $1 order by key = sha256('key kept')`,
      [user.userId],
    )
    expect(rows).toEqual([
      { long: false, day: false },
      { long: true, day: true },
    ])
  })

  it('is not needed by a change to be told from the same one before it, nor by a create', async () => {
    if (save === undefined) throw new Error('There is no such call')
    const send = (sent: Wire) => world.service.app.inject(requestOf(save.call, sent, bearer(world.user)))
    const sent = await save.input(world)
    const made = await send(sent)
    expect((await send(sent)).body).toBe(made.body)
    const change = { ...sent, ...made.json<Wire>(), relationship: 'Neighbour' }
    expect([(await send(change)).statusCode, (await send(change)).statusCode]).toEqual([200, 409])
  })
})
