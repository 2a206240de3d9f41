import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDemonstration } from '../db/seed/demonstration.ts'
import { loadReferenceData } from '../db/reference/load.ts'
import { buildWebIfStale } from '../scripts/buildWeb.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { withClient } from '../server/db/withClient.ts'
import { measureCreates, measureSearches } from './searchAndCreate.ts'
import { measureSealing } from './sealing.ts'
import { serve, signIn, type Served } from './measure.ts'
import { heading, report, sumUp } from './report.ts'
import { fillTo } from './fill.ts'
import { measureFlood } from './flood.ts'
import { measureReports } from './yearReports.ts'
import { measureCounters, measureDemographics, measureLists, measurePathways } from './atVolume.ts'

/*
 * `npm run bench`: the speeds that the design asks for, taken in one run on a database of its own.
 * SUREFOOT_BENCH_SECONDS is the length of one round, SUREFOOT_BENCH_PATHWAYS how many pathways the lists hold in the
 * second half; 1,000,000 takes some minutes to load.
 */
const seconds = Number(process.env['SUREFOOT_BENCH_SECONDS'] ?? 6)
const pathways = Number(process.env['SUREFOOT_BENCH_PATHWAYS'] ?? 100_000)
const few = 10_000

await buildWebIfStale()
const folder = await mkdtemp(join(tmpdir(), 'surefoot-bench-'))
await chmod(folder, 0o755)
const database = await startEmbedded({ dataFolder: folder })
const servers: Served[] = []
const close = async (): Promise<void> => {
  for (const { child } of servers) child.kill()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void close().finally(() => process.exit(1)))

try {
  await migrate(database.ownerUrl)
  await loadReferenceData(database.ownerUrl)
  await loadDemonstration(database.ownerUrl)
  const product = await serve('product', database.applicationUrl)
  servers.push(product)
  const bare = await serve('bare', database.applicationUrl)
  servers.push(bare)
  const asked = { product, headers: await signIn(product.address), seconds }
  let failures = 0
  let megabytes = 0
  const noted = (measured: { failures: number; megabytes: number }): void => {
    failures += measured.failures
    megabytes = Math.max(megabytes, measured.megabytes)
  }

  await withClient(database.ownerUrl, async (client) => {
    heading('16 connections, signed in, every request with its audit row')
    noted(await measureSearches(asked, bare, client))
    noted(await measureSealing(asked, client))
    noted(await measureCreates(asked, client))
    await measureFlood(asked)

    heading(`${few.toLocaleString('en-GB')} pathways`)
    await fillTo(client, few)
    const before = await measureLists(asked)
    noted(before)

    heading(`${pathways.toLocaleString('en-GB')} pathways`)
    const began = performance.now()
    await fillTo(client, pathways)
    console.log(`  loaded in ${Math.round((performance.now() - began) / 1000)} s`)
    const after = await measureLists(asked)
    noted(after)
    report({
      what: `The same, times the time at ${few.toLocaleString('en-GB')}`,
      figure: after.average / before.average,
      unit: 'times',
      digits: 1,
      atMost: 2,
    })
    await measureCounters(asked, pathways)
    noted(await measureDemographics(asked, client))
    noted(await measurePathways(asked, client))
    noted(await measureReports(asked, client))
  })
  heading('All of it')
  report({ what: 'Server memory, resident, at its highest', figure: megabytes, unit: 'MiB', atMost: 250 })
  sumUp(failures)
} finally {
  await close()
}
