import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { problem } from '../../../contract/platform/calls/problem.ts'
import { buildApp } from '../../app/app.ts'
import { connect, type Database } from '../../platform/db/connection/connect.ts'
import { administer } from '../process/globalSetup.ts'
import { heardLog } from '../process/heardLog.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { partsOn } from '../process/parts.ts'
import type { KnownCall } from '../known/knownCall.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import { aWorld, type World } from '../world/world.ts'

/*
 * DU-7: the database that a connection leads to has given its work to another machine, and takes no writes: by an address that leads to
 * the new one a moment later, and by connections that were opened in that moment.
 */

let world: World
let db: Database
let app: FastifyInstance
const heard = heardLog()

beforeAll(async () => {
  world = await aWorld()
  db = connect(world.service.db.url)
  app = await buildApp(await partsOn(db, Date.now, { secretKey: world.service.parts.secretKey }), {
    log: heard.log,
  })
})
afterAll(async () => {
  await app.close()
  await db.close()
  await world.service.close()
})

/** Sessions that are opened from now on may write, or may not; all that are open are ended where they could. */
const mayWrite = async (may: boolean): Promise<void> => {
  const { url } = world.service.db
  const name = new URL(url).pathname.slice(1)
  // Through another database: this one would not take it back.
  await administer(
    inject('ownerUrl'),
    `alter database "${name}" set default_transaction_read_only = ${may ? 'off' : 'on'}`,
  )
  if (may) return
  // PostgreSQL's own processes, such as one that cleans up here just now, are not ours to end.
  await administer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  )
}

it('a database that takes no writes is answered with 503, and left for the one that does', async () => {
  const calls: (Pick<KnownCall, 'call' | 'patientData' | 'saves'> & { sent: Wire })[] = []
  for (const { call, input, patientData, saves } of knownCalls)
    if (call.path !== '/oauth/revoke') calls.push({ call, patientData, saves, sent: await input(world) })
  const send = ({ call, sent }: (typeof calls)[number]) =>
    app.inject(requestOf(call, sent, call.path.startsWith('/api/') ? bearer(world.user) : {}))

  await mayWrite(false)
  for (const each of calls) {
    const answer = await send(each)
    const { path } = each.call
    // What changes nothing and shows nobody needs no row in the audit trail.
    if (answer.statusCode === 200 && each.patientData === null && each.saves.length === 0) continue
    expect({ path, status: answer.statusCode, after: answer.headers['retry-after'] }).toEqual({
      path,
      status: 503,
      after: '5',
    })
    const { code, requestId } = problem.strict().parse(answer.json())
    expect({ path, code }).toEqual({ path, code: 'unavailable' })
    const told = heard.lines.filter((line) => line.requestId === requestId && line.msg !== 'answered')
    expect({ path, told }).toMatchObject({ path, told: [{ part: 'database', code: '25006' }] })
  }
  const ready = await app.inject('/health/ready')
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toMatchObject({ parts: { database: 'closed' } })

  await mayWrite(true)
  for (const each of calls) {
    const { statusCode } = await send(each)
    expect({ path: each.call.path, statusCode }).toEqual({ path: each.call.path, statusCode: 200 })
  }
  expect((await app.inject('/health/ready')).statusCode).toBe(200)
})
