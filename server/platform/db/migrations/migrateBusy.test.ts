import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/process/database.ts'
import { inTransaction } from '../connection/inTransaction.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder } from '../connection/migrations.ts'
import { withClient } from '../connection/withClient.ts'

/* A new release migrates the database while the previous release still serves. */

let database: TestDatabase
let folder: string
const next = '9990_a_note_of_patients.sql'
const run = () => migrate(database.url, { folder, waits: { ms: 300, attempts: 2, pauseMs: 50 } })

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surefoot-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  return () => rm(folder, { recursive: true })
})

it('gives up where a table is in use, says who uses it, and lets those pass who serve', async () => {
  await writeFile(join(folder, next), 'alter table patient add column first_note text')
  await withClient(database.url, async (report) => {
    await report.query('begin')
    await report.query('select count(*) from patient')
    const { rows } = await report.query<{ pid: number }>('select pg_backend_pid() as pid')
    const migrating = run()
    const refused = expect(migrating).rejects.toThrow(
      new RegExp(
        `^The migration ${next} waited 2 times for the table patient, which process ${rows[0]?.pid} \\(surefoot start, as \\w+\\) uses\\. ` +
          'Nothing of it was applied',
      ),
    )
    // Read as calls do, with their timeouts, until the migration gives up.
    let hasEnded = false
    void migrating.catch(() => (hasEnded = true))
    while (!hasEnded)
      await inTransaction(database.pool, (client) => client.query('select id from patient limit 1'))
    await refused
    await report.query('rollback')
  })
  expect(await run()).toEqual({ applied: [next] })
})

it('waits for another start that migrates, however long that takes', async () => {
  await writeFile(join(folder, next), 'alter table patient add column first_note text')
  await writeFile(
    join(folder, '9991_a_second_note.sql'),
    'alter table patient add column second_note text; select pg_sleep(0.7)',
  )
  const outcomes = await Promise.all([run(), run()])
  expect(outcomes.flatMap(({ applied }) => applied)).toEqual(['9991_a_second_note.sql'])
})
