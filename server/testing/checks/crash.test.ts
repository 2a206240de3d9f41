import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demonstrationPassword } from '../../../db/seed/demonstration/users.ts'
import { openDatabase } from '../../../scripts/openDatabase.ts'
import { readConfig } from '../../app/config.ts'
import { makeTemporaryFolder } from '../../platform/db/embedded/embeddedTesting.ts'
import { startEmbedded } from '../../platform/db/embedded/embedded.ts'
import { connect } from '../../platform/db/connection/connect.ts'
import { withClient } from '../../platform/db/connection/withClient.ts'
import { auditFindings, lastIds } from '../reading/auditFindings.ts'
import { freePort } from '../../platform/db/embedded/freePort.ts'
import { verifyStages } from '../../pathways/worklists/verify.ts'
import { ownEnvironment } from '../process/ownEnvironment.ts'

/*
 * DU-1, DU-6: what was acknowledged survives kill -9 of the product, of PostgreSQL, or of both, at any moment, and so does its row in
 * the audit trail.
 */

const rounds = Number(process.env['SUREFOOT_CRASHES'] ?? 5)
const clients = 8

let folder: string
let port: number
let product: ChildProcess
const acknowledged: number[] = []

const start = async (): Promise<void> => {
  product = spawn(process.execPath, [join(import.meta.dirname, '../../../scripts/start.ts')], {
    env: { ...ownEnvironment, DATA_FOLDER: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    product.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('Surefoot is ready')) resolve()
    })
    product.once('exit', (code) => reject(new Error(`The product ended with ${code} before it was ready`)))
  })
}

beforeAll(async () => {
  folder = await makeTemporaryFolder()
  port = await freePort()
  await start()
})
afterAll(async () => {
  product.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const post = async (path: string, token: string, body: object): Promise<{ status: number; id: number }> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const { id = 0 } = (await response.json()) as { id?: number }
  return { status: response.status, id }
}

const signIn = async (): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: 'clinician',
      password: demonstrationPassword,
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

let written = 0
/** Registers and refers one person after another until told to stop; whatever breaks, it goes on. */
const keepWriting = async (token: string, stop: AbortSignal): Promise<void> => {
  while (!stop.aborted) {
    written += 1
    const familyName = [...String(written * 7919)].map((digit) => 'bdfghklmnp'[Number(digit)]).join('')
    try {
      const patient = await post('/api/patient/save', token, {
        id: 0,
        familyName,
        genderId: 2,
        nhsNumberUnknown: true,
      })
      if (patient.status !== 200) continue
      const referral = {
        id: 0,
        patientId: patient.id,
        referralDate: '2026-10-01',
        referrerId: 1,
        referralMethodId: 1,
      }
      const pathway = await post('/api/pathway/save', token, referral)
      if (pathway.status === 200) acknowledged.push(pathway.id)
    } catch {
      // The reply never came, so nothing was promised.
      await sleep(20)
    }
  }
}

const killDatabase = async (): Promise<void> => {
  const [pid] = (await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

/** Looks into the database that the product runs on. */
const asOwner = async <T>(work: (client: Client) => Promise<T>): Promise<T> =>
  withClient((await openDatabase(readConfig({ DATA_FOLDER: folder }))).ownerUrl, work)

it(`loses no acknowledged referral in ${rounds} rounds of kill -9 under load, and every list is right`, async () => {
  const since = await asOwner((owner) => lastIds(owner, ['patient', 'pathway']))
  for (let round = 0; round < rounds; round += 1) {
    const token = await signIn()
    const stop = new AbortController()
    const writers = Array.from({ length: clients }, () => keepWriting(token, stop.signal))
    const before = acknowledged.length
    // A busy machine is slow, not wrong: something is promised before anything is killed.
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before)
    await sleep(300 + 150 * round)
    const target = (['product', 'database', 'both'] as const)[round % 3]
    if (target !== 'product') await killDatabase()
    if (target !== 'database') product.kill('SIGKILL')
    await sleep(200)
    stop.abort()
    await Promise.all(writers)
    if (target === 'database') {
      const ended = once(product, 'exit')
      product.kill('SIGTERM')
      await ended
    }
    await start()
    expect(await asOwner((owner) => auditFindings(owner, since))).toEqual([])
  }
  const ended = once(product, 'exit')
  product.kill('SIGTERM')
  await ended

  const database = await startEmbedded({ dataFolder: folder })
  const db = connect(database.applicationUrl)
  try {
    const { rows } = await db.pool.query<{ id: number }>('select id from pathway where id = any($1)', [
      acknowledged,
    ])
    expect(rows).toHaveLength(acknowledged.length)
    expect((await verifyStages(db.sql)).differences).toEqual([])
  } finally {
    await db.close()
    await database.stop()
  }
})
