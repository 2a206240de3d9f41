import { buildPlain } from '../scripts/buildPlain.ts'
import { buildWebIfStale } from '../scripts/buildWeb.ts'
import { startOwnDatabase, withDemonstration } from '../server/testing/process/ownDatabase.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { measureBeside } from './beside.ts'
import { measureSealing } from './sealing.ts'
import { serve, type Noted, type Served } from './measure.ts'
import { heading, report, sumUp } from './report.ts'
import { measureCsds } from './csds.ts'
import { measureFhir } from './fhir.ts'
import { fillTo } from './fill.ts'
import { measureFlood } from './flood.ts'
import { drawPage } from './page.ts'
import { measureReports } from './yearReports.ts'
import { measureCounters, measureDemographics, measurePathways } from './atVolume.ts'
import { measureFreeSlots } from './freeSlots.ts'
import { measureInbox } from './inbox.ts'
import { measureFilters, measureLists, type PageTimes } from './listPages.ts'

/*
 * `npm run bench -- [SIZE ...]`: the speeds that the design asks for, on a database of its own that grows from size to size: 10k,
 * 100k and 1m open pathways, the first two unless sizes are given. Prints each figure beside its target and writes them to
 * bench/results and docs/develop/performance.md. SUREFOOT_BENCH_SECONDS is the length of one round.
 */
const seconds = Number(process.env['SUREFOOT_BENCH_SECONDS'] ?? 6)
const known: Record<string, number> = { '1k': 1_000, '10k': 10_000, '100k': 100_000, '1m': 1_000_000 }
const named = process.argv.slice(2)
const sizes = named.length === 0 ? ['10k', '100k'] : named
const unknown = sizes.filter((size) => !(size in known))
if (unknown.length > 0) {
  console.error(`There is no size ${unknown.join(', ')}. The sizes are ${Object.keys(known).join(', ')}.`)
  process.exit(1)
}
const pathwaysOf = (size: string): number => known[size] ?? 0

await Promise.all([buildWebIfStale(), buildPlain()])
const database = await startOwnDatabase(withDemonstration)
const servers: Served[] = []

try {
  const product = await serve('product', database.applicationUrl)
  servers.push(product)
  const floor = await serve('floor', database.applicationUrl)
  servers.push(floor)
  let megabytes = 0
  const noted = (measured: Noted): void => {
    megabytes = Math.max(megabytes, measured.megabytes)
  }
  /** Milliseconds that a page of the largest list took at the first size. */
  let pageAtFirst: number | null = null
  let filteredAtFirst: PageTimes | null = null

  await withClient(database.ownerUrl, async (client) => {
    for (const size of sizes.toSorted((a, b) => pathwaysOf(a) - pathwaysOf(b))) {
      heading(`${pathwaysOf(size).toLocaleString('en-GB')} open pathways`)
      const began = performance.now()
      await fillTo(database.ownerUrl, pathwaysOf(size))
      const loadedIn = (performance.now() - began) / 1000
      report({ what: 'Loaded in', figure: loadedIn, unit: 's', ...(size === '1m' ? { atMost: 360 } : {}) })
      // A session lives shorter than a size takes: each part signs in again.
      const asked = async () => ({ product, headers: await signInAt(product.address), seconds })

      heading('What people do most, beside the floor')
      noted(await measureBeside(asked, floor, client, database))
      // Some ten thousand people were registered just now: PostgreSQL would put its tables in order during what is measured next.
      await client.query('vacuum (analyze)')
      heading('Lists, counters, searches, pathways, reports')
      const lists = await measureLists(await asked())
      noted(lists)
      if (pageAtFirst !== null)
        report({
          what: 'A page of a list, times the time at the first size',
          figure: lists.average / pageAtFirst,
          unit: 'times',
          digits: 1,
          atMost: 2,
        })
      pageAtFirst ??= lists.average
      const filtered = await measureFilters(await asked(), client, filteredAtFirst)
      noted(filtered)
      filteredAtFirst ??= filtered.times
      await measureCounters(await asked())
      noted(await measureDemographics(await asked(), client))
      noted(await measurePathways(await asked(), client))
      if (size === sizes[0]) noted(await measureFreeSlots(await asked(), client))
      if (size === sizes[0]) noted(await measureInbox(await asked(), client))
      // The design asks it of 100,000; what takes longer than people wait goes on behind the screen.
      const atMostMs = pathwaysOf(size) <= 100_000 ? 2_000 : undefined
      noted(await measureReports(await asked(), client, { atMostMs }))
      heading('The record as FHIR')
      const startWorking = async () => {
        const working = await serve('working', database.applicationUrl)
        servers.push(working)
        return working
      }
      noted(await measureFhir(asked, startWorking, client))
      heading('The national return')
      await measureCsds(startWorking)
      if (size === sizes[0]) {
        heading('Beside sealing and beside strangers')
        await measureSealing(await asked(), client)
        await measureFlood(await asked())
      }
      heading('All of it')
      report({ what: 'Server memory, resident, at its highest', figure: megabytes, unit: 'MiB' })
      await sumUp(size, { pathways: pathwaysOf(size), secondsOfARound: seconds })
      drawPage()
    }
  })
} finally {
  for (const { child } of servers) child.kill()
  await database.stop()
}
