import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { problem } from '../../../contract/platform/calls/problem.ts'
import { idempotencyKeyHeader } from '../../../contract/accounts/session.ts'
import { buildApp } from '../../app/app.ts'
import { connect, type Database } from '../../platform/db/connection/connect.ts'
import { heardLog } from '../process/heardLog.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import { wireTo, type DatabaseWire } from '../values/wire.ts'
import { aWorld, carriesPatientData, type World } from '../world/world.ts'
import { partsOn } from '../process/parts.ts'

/* DU-7: the database goes away and comes back; the product says so, promises nothing, and needs no restart. */

let world: World
let wire: DatabaseWire
let db: Database
let app: FastifyInstance
const heard = heardLog()

beforeAll(async () => {
  world = await aWorld()
  wire = await wireTo(world.service.db.url)
  db = connect(wire.url)
  app = await buildApp(await partsOn(db, Date.now, { secretKey: world.service.parts.secretKey }), {
    log: heard.log,
  })
})
afterAll(async () => {
  await wire.cut()
  await app.close()
  await db.close()
  await world.service.close()
})

/** The figure is 5 seconds; a busy test machine gets twice that before a call counts as hanging. */
const timeoutMs = 10_000

/** One after the other: of many uploads at once a busy machine refuses some. */
const prepared = async (): Promise<{ call: Endpoint; sent: Wire }[]> => {
  const calls: { call: Endpoint; sent: Wire }[] = []
  for (const { call, input } of knownCalls)
    if (call.path !== '/oauth/revoke') calls.push({ call, sent: await input(world) })
  return calls
}

const send = async (call: Endpoint, sent: Wire, headers: Record<string, string> = {}) => {
  const token = call.path.startsWith('/api/') ? bearer(world.user) : {}
  const answer = app.inject(requestOf(call, sent, { ...token, ...headers }))
  return Promise.race([answer, sleep(timeoutMs, null)])
}

const isReady = async (): Promise<boolean> => {
  const answer = await Promise.race([app.inject('/health/ready'), sleep(timeoutMs, null)])
  return answer?.statusCode === 200
}

const faults: [string, () => Promise<void>][] = [
  ['is stopped', () => wire.cut()],
  ['hangs', async () => wire.silence()],
]

describe('DU-7: while the database', () => {
  it.each(faults)(
    '%s, every call answers 503 with Retry-After, and works again when it is back',
    async (_, fail) => {
      const calls = await prepared()
      for (const { call, sent } of calls.filter(({ call }) => call.method === 'GET'))
        expect({ path: call.path, status: (await send(call, sent))?.statusCode }).toEqual({
          path: call.path,
          status: 200,
        })
      await fail()
      const answers = await Promise.all(
        calls.map(async ({ call, sent }) => ({ path: call.path, answer: await send(call, sent) })),
      )
      for (const { path, answer } of answers) {
        expect({ path, status: answer?.statusCode ?? 'no answer' }).toEqual({ path, status: 503 })
        expect({ path, after: answer?.headers['retry-after'] }).toEqual({ path, after: '5' })
        const { code, requestId } = problem.strict().parse(answer?.json())
        expect(code).toBe('unavailable')
        // The operator finds the part that failed, and why, by the id that the user was shown.
        const told = heard.lines.filter((line) => line.requestId === requestId && line.msg !== 'answered')
        expect({ path, told }).toMatchObject({
          path,
          told: [{ part: 'database', reason: expect.stringMatching(/./) as string }],
        })
        expect(carriesPatientData(answer?.body ?? '')).toBe(false)
      }
      expect(await isReady()).toBe(false)

      await wire.mend()
      const deadline = Date.now() + timeoutMs
      while (!(await isReady()) && Date.now() < deadline) await sleep(50)
      for (const { call, sent } of calls) {
        const answer = await send(call, sent)
        expect({ path: call.path, status: answer?.statusCode ?? 'no answer' }).toEqual({
          path: call.path,
          status: 200,
        })
      }
    },
  )

  it('hangs in the middle of writes, sending each again under its key makes each patient once', async () => {
    const save = knownCalls.find(({ call }) => call.path === '/api/patient/save')
    if (save === undefined) throw new Error('There is no patient save')
    const { owner } = world.service.db
    const count = async () =>
      (await owner.query<{ count: string }>('select count(*) from patient')).rows[0]?.count
    const inputs = await Promise.all(Array.from({ length: 40 }, () => save.input(world)))
    const before = Number(await count())
    const sendKeyed = (sent: Wire, n: number) =>
      send(save.call, sent, { [idempotencyKeyHeader]: `patient-${n}` })
    const answers = inputs.map(sendKeyed)
    await sleep(10)
    wire.silence()
    const statuses = (await Promise.all(answers)).map((answer) => answer?.statusCode)
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
    await wire.mend()
    const deadline = Date.now() + timeoutMs
    while (!(await isReady()) && Date.now() < deadline) await sleep(50)
    // Forty at once are more than a busy machine may take: those asked to come back do.
    const sendUntilTaken = async (sent: Wire, n: number) => {
      for (;;) {
        const status = (await sendKeyed(sent, n))?.statusCode
        if (status !== 503 || Date.now() > deadline + timeoutMs) return status
        await sleep(200)
      }
    }
    const again = await Promise.all(inputs.map(sendUntilTaken))
    expect(again).toEqual(inputs.map(() => 200))
    expect(Number(await count())).toBe(before + inputs.length)
  })
})
