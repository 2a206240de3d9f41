import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/process/database.ts'
import { connect, type Database } from '../connection/connect.ts'
import { freeLost } from './freeLost.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Adds a job that a process started and never finished. */
const taken = async (task: string, minutesAgo: number): Promise<void> => {
  await database.pool.query(`select graphile_worker.add_job($1, queue_name => $2)`, [
    task,
    `queue of ${task}`,
  ])
  for (const [table, where] of [
    ['_private_jobs', `id = (select id from graphile_worker.jobs where task_identifier = $2)`],
    ['_private_job_queues', `queue_name = 'queue of ' || $2`],
  ])
    await database.pool.query(
      `update graphile_worker.${table}
       set locked_at = now() - make_interval(mins => $1), locked_by = 'worker of ' || $2 where ${where}`,
      [minutesAgo, task],
    )
}

it('gives back jobs and queues of a process that has gone, and leaves those at work', async () => {
  await taken('mail', 16)
  await taken('slowMail', 14)
  await taken('reportRun', 60)
  await taken('checkAudit', 60)
  await freeLost(db.pool)
  const { rows } = await database.pool.query<{ held: string }>(
    `select task_identifier as held from graphile_worker.jobs where locked_by is not null
     union all select queue_name from graphile_worker._private_job_queues where locked_by is not null order by held`,
  )
  expect(rows.map(({ held }) => held)).toEqual([
    'checkAudit',
    'queue of checkAudit',
    'queue of reportRun',
    'queue of slowMail',
    'reportRun',
    'slowMail',
  ])
  // Nothing is left to release.
  await freeLost(db.pool)
})
