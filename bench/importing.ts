import { writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { today } from '../contract/platform/dates/dates.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { startOwnDatabase, withReferenceData } from '../server/testing/process/ownDatabase.ts'
import { writeInventedExport } from '../server/exchange/imports/testing/inventedExport.ts'

/*
 * `npm run bench:import`: how long an import takes, on a database of its own, and whether all is sound after it. On Linux also what
 * it takes of processors and memory, which the load of the machine changes less than the time.
 * SUREFOOT_BENCH_PATIENTS is how many patients, each with a referral and seven of ten with a FRAT.
 */
const patients = Number(process.env['SUREFOOT_BENCH_PATIENTS'] ?? 100_000)
const root = join(import.meta.dirname, '..')

const database = await startOwnDatabase(withReferenceData)

/** What the kernel says of a process; nothing where there is no such file. */
const told = (file: string): string => {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Processor seconds of the children of a process that ended, in hundredths as Linux counts them. */
const ofChildren = (pid: number | 'self'): number => {
  const fields = told(`${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100
}

const peakMegabytes = (pid = 0): number =>
  Number(/VmHWM:\s+(\d+)/.exec(told(`${pid}/status`))?.[1] ?? 0) / 1024

/** The heap that the command has. */
const heap = /--max-old-space-size=\d+/.exec(
  readFileSync(join(root, 'package.json'), 'utf8').split('"import": ')[1] ?? '',
)?.[0]

const run = async (name: string, script: string, ...args: string[]): Promise<void> => {
  const began = performance.now()
  const before = { node: ofChildren('self'), database: ofChildren(database.pid) }
  const child = spawn(
    process.execPath,
    [...(heap === undefined ? [] : [heap]), join(root, script), ...args],
    {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.applicationUrl,
        DATABASE_OWNER_URL: database.ownerUrl,
      },
      stdio: 'inherit',
    },
  )
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, peakMegabytes(child.pid))
  }, 200)
  await once(child, 'exit')
  clearInterval(watch)
  const [node, postgres] = [ofChildren('self') - before.node, ofChildren(database.pid) - before.database]
  console.log(
    `  ${name} ${((performance.now() - began) / 1000).toFixed(0)} s; processors: Node ${node.toFixed(0)} s, PostgreSQL ${postgres.toFixed(0)} s; memory of Node ${peak.toFixed(0)} MB`,
  )
}

try {
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
  const { mapping, files } = writeInventedExport(database.folder, {
    patients,
    seed: 101,
    today: today(),
    practice: 'Z99001',
  })
  await writeFile(join(database.folder, 'mapping.json'), mapping)
  const command = ['--mapping', join(database.folder, 'mapping.json'), '--user', 'importer', ...files]
  const load = (): string =>
    `  Load average ${loadavg()
      .map((average) => average.toFixed(1))
      .join(' ')}`
  console.log(load())
  await run(`Import of ${patients} patients`, 'scripts/import.ts', ...command)
  console.log(load())
  await run('The same again', 'scripts/import.ts', ...command)
  await run('npm run verify', 'scripts/verify.ts')
} finally {
  await database.stop()
}
