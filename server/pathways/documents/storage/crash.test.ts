import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aPathway } from '../../../testing/world/factories.ts'
import { auditFindings } from '../../../testing/reading/auditFindings.ts'
import { freePort } from '../../../platform/db/embedded/freePort.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { sweepAbandoned } from './chores.ts'
import { openDocuments, type Documents } from '../documents.ts'
import { usualDocumentSettings } from './settings.ts'
import { aLetter, countStored, formOfLetter } from '../testing/uploads.ts'
import { verifyDocuments } from './verify.ts'
import { ownEnvironment } from '../../../testing/process/ownEnvironment.ts'

/*
 * FI-7, DU-6: kill -9 at any moment leaves every acknowledged document whole and audited, and no content without a
 * document.
 */

const rounds = Number(process.env['SUREFOOT_CRASHES'] ?? 5)
const clients = 4

let service: TestService
/** One per sender: a person's third simultaneous upload waits, and on a busy machine is refused. */
let clinicians: TestUser[]
let pathwayId: number
let folder: string
let port: number
let child: ChildProcess | null = null
const key = randomBytes(32)

beforeAll(async () => {
  service = await testService()
  clinicians = await Promise.all(Array.from({ length: clients }, () => service.as('Clinician')))
  pathwayId = (await aPathway(service, sender())).id
  folder = await mkdtemp(join(tmpdir(), 'surefoot-crash-'))
  port = await freePort()
})
afterEach(() => child?.kill('SIGKILL'))
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const program = join(import.meta.dirname, '../testing/serveAlone.ts')

const start = async (store: 'postgres' | 'folder'): Promise<ChildProcess> => {
  const started = spawn(process.execPath, [program], {
    env: {
      ...ownEnvironment,
      DATABASE_URL: service.db.url,
      PORT: String(port),
      DOCUMENT_STORE: store,
      DOCUMENT_FOLDER: join(folder, 'files'),
      DOCUMENT_KEY: key.toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(started.stdout, 'data')
  child = started
  return started
}

const kill = async (process: ChildProcess): Promise<void> => {
  const ended = once(process, 'exit')
  process.kill('SIGKILL')
  await ended
}

/** An answer other than an acknowledgement; this test expects none. */
class Refused extends Error {}

const sender = (number = 0): TestUser => {
  const user = clinicians[number]
  if (user === undefined) throw new Error(`There is no sender ${number}`)
  return user
}

const send = async (user = sender()): Promise<number> => {
  const { payload, headers } = await formOfLetter(service, pathwayId, aLetter(200_000))
  const response = await fetch(`http://127.0.0.1:${port}/api/document/upload`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${user.accessToken}` },
    body: new Uint8Array(payload),
  })
  const { id } = (await response.json()) as { id?: number }
  if (response.status !== 200 || id === undefined) throw new Refused(`upload answered ${response.status}`)
  return id
}

const acknowledged: number[] = []
const keepSending = async (user: TestUser, stop: AbortSignal): Promise<void> => {
  while (!stop.aborted) {
    try {
      acknowledged.push(await send(user))
    } catch (error) {
      if (error instanceof Refused) throw error
      // The answer never arrived, so nothing was promised.
      await sleep(10)
    }
  }
}

const documentsNow = (): Promise<Documents> =>
  openDocuments({ ...usualDocumentSettings, folder: join(folder, 'files'), keys: [key] })

const expectWhole = async (): Promise<void> => {
  const { limits } = service.documents
  const documents = { ...(await documentsNow()), limits }
  expect((await verifyDocuments(service.db.sql, documents)).problems).toEqual([])
  await sweepAbandoned({ db: service.db, documents }, '0 seconds')
  expect((await countStored(service)).pending).toBe(0)
  expect((await verifyDocuments(service.db.sql, documents)).problems).toEqual([])
  const { rows } = await service.db.owner.query('select id from document where id = any($1)', [acknowledged])
  expect(rows).toHaveLength(acknowledged.length)
  expect(await auditFindings(service.db.owner, { document: 0 })).toEqual([])
}

describe.each(['postgres', 'folder'] as const)('with contents in %s', (store) => {
  it(`nothing acknowledged is lost and nothing is left over in ${rounds} rounds of kill -9 under load`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const running = await start(store)
      const stop = new AbortController()
      const senders = clinicians.map((user) => keepSending(user, stop.signal))
      const before = acknowledged.length
      const failed = Promise.all(senders)
      while (acknowledged.length < before + 3) await Promise.race([sleep(5), failed])
      await sleep(37 * round)
      await kill(running)
      stop.abort()
      await failed
      expect(await auditFindings(service.db.owner, { document: 0 })).toEqual([])
    }
    await expectWhole()
    // Makes room for the other store: all letters of this test are on one pathway.
    await service.db.owner.query('update document set is_active = false')
  })

  it('a kill between the content and its row leaves neither', async () => {
    const running = await start(store)
    const before = await countStored(service)
    const holder = await service.db.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from pathway where id = $1 for update', [pathwayId])
      const lost = send().catch((error: unknown) => {
        if (error instanceof Refused) throw error
        return null
      })
      await Promise.race([waitForLock(), lost])
      if (store === 'folder') expect((await countStored(service)).pending).toBe(1)
      await kill(running)
      expect(await lost).toBeNull()
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await waitForNoLock()
    const { rows, contents } = await countStored(service)
    expect({ rows, contents }).toEqual({ rows: before.rows, contents: before.contents })
    await expectWhole()
  })
})

const waiting = async (): Promise<number> => {
  const { rows } = await service.db.owner.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
const waitForLock = async (): Promise<void> => {
  while ((await waiting()) === 0) await sleep(10)
}
const waitForNoLock = async (): Promise<void> => {
  while ((await waiting()) > 0) await sleep(10)
}
