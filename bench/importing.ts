import { mkdtemp, rm, chmod, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadReferenceData } from '../db/reference/load.ts'
import { today } from '../contract/dates.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { withClient } from '../server/db/withClient.ts'
import { writeInventedExport } from '../server/imports/testing/inventedExport.ts'

/*
 * `npm run bench:import`: how long an import takes, on a database of its own, and whether all is sound after it.
 * SUREFOOT_BENCH_PATIENTS is how many patients, each with a referral and seven of ten with a FRAT.
 */
const patients = Number(process.env['SUREFOOT_BENCH_PATIENTS'] ?? 100_000)
const root = join(import.meta.dirname, '..')

const folder = await mkdtemp(join(tmpdir(), 'surefoot-bench-'))
await chmod(folder, 0o755)
const database = await startEmbedded({ dataFolder: folder })

const run = async (script: string, ...args: string[]): Promise<number> => {
  const began = performance.now()
  const child = spawn(process.execPath, ['--max-old-space-size=4096', join(root, script), ...args], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.applicationUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
    },
    stdio: 'inherit',
  })
  await once(child, 'exit')
  return (performance.now() - began) / 1000
}

try {
  await migrate(database.ownerUrl)
  await loadReferenceData(database.ownerUrl)
  await withClient(database.ownerUrl, async (client) => {
    await client.query(
      `insert into organisation (id, type, name, name_key, is_active) values ('Z99001', 'GP Practices', 'Example surgery', 'examplesurgery', true)`,
    )
    await client.query(
      `insert into team_member (family_name, first_name, display_name) values ('Bell', 'Jo', 'BELL, Jo (therapy assistant)')`,
    )
    await client.query(
      `with added as (
         insert into app_user (user_name, user_name_key, family_name, first_name, display_name, default_role_id)
         select 'importer', 'importer', 'Importer', 'Ida', 'Ida Importer', id from role where profile = 'Team Lead' limit 1
         returning id, default_role_id)
       insert into user_role (user_id, role_id) select id, default_role_id from added`,
    )
  })
  const { mapping, files } = writeInventedExport(folder, {
    patients,
    seed: 101,
    today: today(),
    practice: 'Z99001',
  })
  await writeFile(join(folder, 'mapping.json'), mapping)
  const command = ['--mapping', join(folder, 'mapping.json'), '--user', 'importer', ...files]
  const averages = (): string =>
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')
  const before = averages()
  const seconds = await run('scripts/import.ts', ...command)
  console.log(
    `  Import of ${patients} patients ${seconds.toFixed(0)} s (load average ${before} before, ${averages()} after)`,
  )
  console.log(`  The same again ${(await run('scripts/import.ts', ...command)).toFixed(0)} s`)
  console.log(`  npm run verify ${(await run('scripts/verify.ts')).toFixed(0)} s`)
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
