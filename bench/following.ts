import { Agent, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { today } from '../contract/platform/dates/dates.ts'
import { bmi } from '../contract/patients/bmi.ts'
import { buildPlain } from '../scripts/buildPlain.ts'
import { buildWebIfStale } from '../scripts/buildWeb.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { startOwnDatabase, withDemonstration } from '../server/testing/process/ownDatabase.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { aUser, tokenFor } from '../server/testing/world/users.ts'
import { follow } from './follow.ts'
import { cpuOf, serve, type Served } from './measure.ts'

/*
 * `npm run bench:following`: the processor time of the server's process for open screens that follow, first without saves and then
 * with a save each second. FOLLOWING_SCREENS sets how many screens (500), FOLLOWING_SECONDS how long each part takes (30).
 */
const screens = Number(process.env['FOLLOWING_SCREENS'] ?? 500)
const seconds = Number(process.env['FOLLOWING_SECONDS'] ?? 30)

/** Percentage of one processor that the server uses during the work. */
const shareOf = async (served: Served, work: () => Promise<unknown>): Promise<number> => {
  const before = await cpuOf(served)
  const began = performance.now()
  await work()
  return ((await cpuOf(served)) - before) / ((performance.now() - began) * 10)
}

await Promise.all([buildWebIfStale(), buildPlain()])
const database = await startOwnDatabase(withDemonstration)
const agent = new Agent({ maxSockets: Infinity })
try {
  const product = await serve('product', database.applicationUrl)
  const headers = await signInAt(product.address)
  const [open] = await withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ pathwayId: number; patientId: number }>(
      `select pathway_id as "pathwayId", patient_id as "patientId" from work_list limit 1`,
    )
    return rows
  })
  const db = connect(database.applicationUrl)
  let heard = 0
  const streams: IncomingMessage[] = []
  for (let screen = 0; screen < screens; screen += 1) {
    const { accessToken } = await tokenFor(db, Date.now(), await aUser(db, ['Clinician']))
    streams.push(await follow(product.address, accessToken, agent))
  }
  for (const stream of streams)
    stream
      .on('data', (part: Buffer) => (heard += part.includes('data: ') ? 1 : 0))
      .on('error', () => undefined)
  await sleep(2_000)
  const quiet = await shareOf(product, () => sleep(seconds * 1000))
  const saveEachSecond = async (): Promise<void> => {
    for (let save = 0; save < seconds; save += 1) {
      const body = { id: 0, ...open, assessmentDate: today(), bmi: 20 + (save % 30) / 10 }
      const { ok } = await fetch(`${product.address}${bmi.save.path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      if (!ok) throw new Error('The benchmark could not save')
      await sleep(1000)
    }
  }
  heard = 0
  const busy = await shareOf(product, saveEachSecond)
  await sleep(2_000)
  const messages = heard
  for (const stream of streams) stream.destroy()
  await sleep(1_000)
  const alone = await shareOf(product, saveEachSecond)
  console.log(`${screens} screens that follow, of one processor:`)
  console.log(`  nobody saves            ${quiet.toFixed(1)} %`)
  console.log(`  a save each second      ${busy.toFixed(1)} %, ${messages} messages for ${seconds} saves`)
  console.log(`  the saves by themselves ${alone.toFixed(1)} %`)
  await db.close()
  product.child.kill()
} finally {
  agent.destroy()
  await database.stop()
}
