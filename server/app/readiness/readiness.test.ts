import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { connect, type Database } from '../../platform/db/connection/connect.ts'
import { openDocuments } from '../../pathways/documents/documents.ts'
import { clamdScanner } from '../../pathways/documents/intake/scanner.ts'
import { usualDocumentSettings } from '../../pathways/documents/storage/settings.ts'
import { startStandInClamd, type StandInClamd } from '../../pathways/documents/testing/standInClamd.ts'
import { verifyDocuments } from '../../pathways/documents/storage/verify.ts'
import type { Product } from '../app.ts'
import { partsOn } from '../../testing/process/parts.ts'
import { heardLog } from '../../testing/process/heardLog.ts'
import { testDatabase, type TestDatabase } from '../../testing/process/database.ts'
import { wireTo, type DatabaseWire } from '../../testing/values/wire.ts'
import { shared } from './shared.ts'

/* OP-5: ready means that a call would be answered now, part by part, and reveals nothing more. */

let test: TestDatabase
let wire: DatabaseWire
let db: Database
let parts: Product
let app: FastifyInstance
let clamd: StandInClamd
let folder: string
const heard = heardLog('warn')

beforeAll(async () => {
  test = await testDatabase()
  wire = await wireTo(test.url)
  db = connect(wire.url)
  parts = await partsOn(db)
  clamd = await startStandInClamd()
  folder = await mkdtemp(join(tmpdir(), 'surefoot-ready-'))
  parts.documents = await openDocuments({
    ...usualDocumentSettings,
    store: 'folder',
    folder,
    keys: [Buffer.alloc(32)],
  })
  parts.documents.scanner = clamdScanner(clamd.address)
  app = await buildApp(parts, { log: heard.log })
})
afterAll(async () => {
  await app.close()
  await wire.cut()
  await db.close()
  await clamd.stop()
  await rm(folder, { recursive: true })
  await test.drop()
})

const look = async () => {
  const response = await app.inject('/health/ready')
  const { status, parts: seen } = response.json<{ status: string; parts: Record<string, string> }>()
  const amiss = Object.entries(seen).filter(([, state]) => state !== 'ok')
  return { code: response.statusCode, status, amiss: Object.fromEntries(amiss), seen, response }
}

const timeoutMs = 15_000
/** Retries until the cached answers expire. */
const becomes = (amiss: Record<string, string>) =>
  vi.waitFor(async () => expect((await look()).amiss).toEqual(amiss), { timeout: timeoutMs, interval: 100 })

const ready = { code: 200, status: 'ok', amiss: {} }
const all = { session: 'unknown', schema: 'unknown', audit: 'unknown', queue: 'unknown', lists: 'unknown' }

beforeEach(() => becomes({}))

describe('the service', () => {
  it('is ready when every part is', async () => {
    const { seen, response, ...now } = await look()
    expect(now).toEqual(ready)
    expect(Object.keys(seen).sort()).toEqual([
      'audit',
      'database',
      'documents',
      'lists',
      'queue',
      'scanner',
      'schema',
      'session',
    ])
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).not.toMatch(/\d/)
  })

  const faults: [
    what: string,
    amiss: Record<string, string>,
    fail: () => unknown,
    mend: () => unknown,
    causes?: object,
  ][] = [
    ['the database is away', { database: 'away', ...all }, () => wire.cut(), () => wire.mend()],
    ['the database is silent', { database: 'slow', ...all }, () => wire.silence(), () => wire.mend()],
    [
      'the disk of the database is full',
      { database: 'full', ...all },
      () =>
        test.owner.query(`create function fill() returns trigger language plpgsql as $$
          begin raise exception 'could not extend file' using errcode = '53100'; end $$;
          create trigger fill before update on readiness for each row execute function fill()`),
      () => test.owner.query('drop trigger fill on readiness; drop function fill'),
      { causes: { database: { code: '53100', reason: 'could not extend file' } } },
    ],
    [
      'the audit trail cannot be written',
      { audit: 'closed' },
      () => test.owner.query('revoke insert on audit_event from surefoot_app'),
      () => test.owner.query('grant insert on audit_event to surefoot_app'),
    ],
    [
      'the application may change the audit trail',
      { session: 'wrong' },
      () => test.owner.query('grant delete on audit_event to surefoot_app'),
      () => test.owner.query('revoke delete on audit_event from surefoot_app'),
    ],
    [
      'the schema lacks a migration',
      { schema: 'behind' },
      () => test.owner.query(`update schema_migration set name = 'x' || name where name like '0024%'`),
      () => test.owner.query(`update schema_migration set name = substr(name, 2) where name like 'x0024%'`),
    ],
    [
      'a newer release took away what this one uses',
      { schema: 'ahead' },
      () =>
        test.owner.query(
          `insert into schema_migration (name, sha256, unused_since) values ('9999_newer.sql', '', '99.0.0')`,
        ),
      () => test.owner.query(`delete from schema_migration where name like '9999%'`),
    ],
    [
      'nobody works on the queue',
      { queue: 'late' },
      () =>
        test.owner.query(`select graphile_worker.add_job('notice', run_at => now() - interval '11 minutes')`),
      () =>
        test.owner.query(`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`),
    ],
    [
      'nobody moves the lists to the new day',
      { lists: 'late' },
      () =>
        test.owner.query(`
          with person as (
            insert into patient (family_name, family_name_key, gender_id)
            select 'Rook', 'rook', min(id) from gender returning id),
          referral as (insert into pathway (patient_id) select id from person returning id, patient_id)
          insert into work_list (pathway_id, patient_id, stage, reason, deceased, family_name, name_key, gender, moves_on)
          select id, patient_id, 'awaitingTreatment', 'booked', false, 'Rook', 'rook', 'Female', current_date - 2
          from referral`),
      () => test.owner.query('delete from work_list'),
    ],
    [
      'the folder of documents is gone and cannot be made',
      { documents: 'away' },
      () => {
        parts.documents.storage.check = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTDIR' }))
      },
      () => restore(),
    ],
    [
      'the folder of documents is full',
      { documents: 'full' },
      () => {
        parts.documents.storage.check = () => Promise.reject(Object.assign(new Error(), { code: 'ENOSPC' }))
      },
      () => restore(),
      { causes: { documents: { code: 'ENOSPC' } } },
    ],
    [
      'the scanner is silent',
      { scanner: 'slow' },
      () => (clamd.mood = 'silent'),
      () => (clamd.mood = 'well'),
    ],
    ['the scanner babbles', { scanner: 'away' }, () => (clamd.mood = 'babbles'), () => (clamd.mood = 'well')],
  ]
  let check: Product['documents']['storage']['check']
  beforeAll(() => {
    check = parts.documents.storage.check
  })
  const restore = (): void => {
    parts.documents.storage.check = check
  }

  it.each(faults)(
    'is not ready while %s, and is again afterwards',
    async (_, amiss, fail, mend, causes = {}) => {
      await fail()
      try {
        await becomes(amiss)
        const { code, status, response } = await look()
        const named = Object.entries(amiss).filter(([, state]) => state !== 'unknown')
        const said = heard.lines.findLast(({ msg }) => msg !== 'ready again')
        expect(said?.msg).toBe(`not ready: ${named.map((words) => words.join(' ')).join(', ')}`)
        expect(said).toMatchObject(causes)
        expect({ code, status, after: response.headers['retry-after'] }).toEqual({
          code: 503,
          status: 'unavailable',
          after: '5',
        })
      } finally {
        await mend()
      }
      await becomes({})
      expect((await look()).code).toBe(200)
    },
  )

  it('goes on serving while a newer release has only added to the schema', async () => {
    await test.owner.query(`insert into schema_migration (name, sha256, unused_since)
      values ('9998_added.sql', '', null), ('9999_long_unused.sql', '', '0.0.1')`)
    try {
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      expect((await look()).amiss).toEqual({})
    } finally {
      await test.owner.query(`delete from schema_migration where name like '999%'`)
    }
  })

  it('does not wait for a job that is being worked on, or that has failed for good', async () => {
    await test.owner.query(`
      select graphile_worker.add_job('notice', run_at => now() - interval '1 hour', max_attempts => 1);
      select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs));
      select graphile_worker.add_job('reportRun', run_at => now() - interval '1 hour')`)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect((await look()).amiss).toEqual({})
  })

  it('leaves nothing behind in the folder, nor anything that is taken for a document', async () => {
    await look()
    expect(await readdir(folder)).toEqual([])
    expect((await verifyDocuments(db.sql, parts.documents)).problems).toEqual([])
  })

  it('asks the database once for any number of callers', async () => {
    const at = async () =>
      (await test.owner.query<{ checked_at: string }>('select checked_at from readiness')).rows[0]?.checked_at
    // Retries in case the machine paused for longer than the cache lasts.
    await expect
      .poll(async () => {
        await new Promise((resolve) => setTimeout(resolve, 1_100))
        await Promise.all(Array.from({ length: 50 }, look))
        const first = await at()
        await Promise.all(Array.from({ length: 50 }, look))
        return (await at()) === first
      })
      .toBe(true)
  })
})

describe('a check that any number of callers share', () => {
  afterEach(() => void vi.useRealTimers())

  it('runs once at a time, holds, and answers those who waited too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const asked: ((answer: string) => void)[] = []
    const ask = shared(() => new Promise<string>((resolve) => asked.push(resolve)), 'slow', {
      holdsMs: 1_000,
      timeoutMs: 2_000,
    })
    const both = Promise.all([ask(), ask()])
    asked[0]?.('well')
    expect(await both).toEqual(['well', 'well'])
    expect(await ask()).toBe('well')
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    const late = ask()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await late).toBe('slow')
    expect(await ask()).toBe('slow')
    await vi.advanceTimersByTimeAsync(1_000)
    const waiting = ask()
    expect(asked).toHaveLength(2)
    asked[1]?.('well again')
    expect(await waiting).toBe('well again')
  })
})
