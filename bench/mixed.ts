import { mkdir, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listReports } from '../contract/insight/report.ts'
import { buildPlain } from '../scripts/buildPlain.ts'
import { buildWebIfStale } from '../scripts/buildWeb.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { startOwnDatabase, withDemonstration } from '../server/testing/process/ownDatabase.ts'
import { percentile } from '../server/testing/process/percentile.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { aUser, tokenFor } from '../server/testing/world/users.ts'
import { clinicOn, kinds, type Kind } from './clinic.ts'
import { fillTo } from './fill.ts'
import { memoryOf, serve, type Failures, type Memory } from './measure.ts'
import { drawPage } from './page.ts'
import { work, type Notes } from './person.ts'
import { machine } from './report.ts'

/*
 * `npm run bench:mixed`: people of a clinic at work (trust DL-1), each with an open screen that follows what others save. Fifty
 * users for ten minutes on 100,000 open pathways, unless MIXED_USERS, MIXED_MINUTES and MIXED_PATHWAYS say otherwise. Each does
 * something every MIXED_PAUSE_MS on average, 1,000 unless told, which is several times as much as a person does.
 */
const users = Number(process.env['MIXED_USERS'] ?? 50)
const minutes = Number(process.env['MIXED_MINUTES'] ?? 10)
const pathways = Number(process.env['MIXED_PATHWAYS'] ?? 100_000)
const pauseMs = Number(process.env['MIXED_PAUSE_MS'] ?? 1_000)
/** What is read for the first time is not counted. */
const warmUpMs = 20_000
const memoryEveryMs = 10_000

/** As people come: mostly soon, now and then late. */
const pause = (): Promise<void> => sleep(-Math.log(1 - Math.random()) * pauseMs)

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

await Promise.all([buildWebIfStale(), buildPlain()])
const database = await startOwnDatabase(withDemonstration)
const agent = new Agent({ maxSockets: Infinity })
try {
  await fillTo(database.ownerUrl, pathways)
  const product = await serve('product', database.applicationUrl)
  const offered = await fetch(`${product.address}${listReports.path}`, {
    headers: await signInAt(product.address),
  })
  const reports = listReports.reply.parse(await offered.json()).map(({ name }) => name)
  const next = await withClient(database.ownerUrl, (client) => clinicOn(client, reports))
  const db = connect(database.applicationUrl)

  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, [] as number[]])) as Record<
    Kind,
    number[]
  >
  const failures: Failures = {}
  const began = performance.now()
  const isCounted = (): boolean => performance.now() - began > warmUpMs
  const endsAt = began + warmUpMs + minutes * 60_000
  let readAgain = 0
  const notes: Notes = {
    took: (kind, ms) => isCounted() && times[kind].push(ms),
    failed: (what) => (failures[what] = (failures[what] ?? 0) + 1),
    readAgain: () => (readAgain += 1),
  }
  const person = async (): Promise<void> => {
    const { accessToken } = await tokenFor(db, Date.now(), await aUser(db, ['Clinician']))
    await work({ address: product.address, accessToken, agent }, notes, next, async () => {
      await pause()
      return performance.now() < endsAt
    })
  }

  const memory: Memory[] = []
  const everybody = Promise.all(Array.from({ length: users }, person))
  while (performance.now() < endsAt) {
    await sleep(memoryEveryMs)
    if (isCounted()) memory.push(await memoryOf(product))
  }
  await everybody
  await db.close()

  const parts = Math.min(10, memory.length)
  /** Of each tenth of the run, so that what grows is seen to grow. */
  const inTenths = (figure: (memory: Memory) => number): number[] =>
    Array.from({ length: parts }, (_, tenth) => {
      const [from, to] = [tenth, tenth + 1].map((end) => Math.floor((end * memory.length) / parts))
      return Math.round(mean(memory.slice(from, to).map(figure)))
    })
  const result = {
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    pathways,
    users,
    minutes,
    pauseMs,
    readAgain,
    calls: Object.entries(kinds).map(([kind, atMost]) => {
      const all = times[kind as Kind]
      const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(all, share)))
      return { kind, calls: all.length, p50, p95, p99, longest: Math.round(Math.max(0, ...all)), atMost }
    }),
    failures,
    memoryMiB: {
      resident: inTenths(({ resident }) => resident),
      heap: inTenths(({ heap }) => heap),
      highest: Math.round(Math.max(0, ...memory.map(({ resident }) => resident))),
    },
  }
  console.log(JSON.stringify(result, null, 2))
  const results = join(import.meta.dirname, 'results/mixed')
  await mkdir(results, { recursive: true })
  await writeFile(join(results, `${pathways}.json`), `${JSON.stringify(result, null, 2)}\n`)
  drawPage()
  product.child.kill()
} finally {
  agent.destroy()
  await database.stop()
}
