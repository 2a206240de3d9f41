import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/process/database.ts'
import { heardLog } from '../../../testing/process/heardLog.ts'
import { wireTo } from '../../../testing/values/wire.ts'
import { connect } from '../connection/connect.ts'
import { workOnQueue } from './jobWorker.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it('says once that the queue is away, blames no job for it, and goes on when it is back', async () => {
  const wire = await wireTo(database.url)
  const db = connect(wire.url)
  const { log, lines } = heardLog('warn')
  let done = 0
  // Cut the connection in the middle of a job, so that the job's end cannot be written either.
  const tryout = async () => {
    done += 1
    if (done === 1) await wire.cut()
  }
  const worker = workOnQueue(db, log, { taskList: { tryout }, concurrency: 2 })
  const add = () => database.pool.query(`select graphile_worker.add_job('tryout')`)
  await add()
  await expect.poll(() => done).toBe(1)
  await expect.poll(() => lines.length, { timeout: 30_000 }).toBeGreaterThan(0)
  // Long enough for the queue to poll again.
  await sleep(6_000)
  expect(lines.map(({ msg }) => msg)).toEqual(['the job queue is unavailable, trying again'])
  await wire.mend()
  await add()
  await expect.poll(() => done, { timeout: 40_000 }).toBe(2)
  await worker.stop()
  await db.close()
  await wire.cut()
})
