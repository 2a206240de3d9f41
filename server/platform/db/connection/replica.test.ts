import { rm } from 'node:fs/promises'
import { sql as raw, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadReferenceData } from '../../../../db/reference/load.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { outsideParts } from '../../../app/readiness/outsideParts.ts'
import { tryPart } from '../../../app/readiness/tryParts.ts'
import { askReport } from '../../../testing/values/askReport.ts'
import { aPathway, aPatient } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { startStandby, type Standby } from '../../../testing/process/standby.ts'
import { connect, type Database } from './connect.ts'
import { startEmbedded, type EmbeddedDatabase } from '../embedded/embedded.ts'
import { freePort } from '../embedded/freePort.ts'
import { makeDataFolder } from '../embedded/makeDataFolder.ts'
import { grantLogin } from './grantApplication.ts'
import { migrate } from '../migrations/migrate.ts'
import type { DB } from '../types.ts'

/* A PostgreSQL with a streaming replica, and reports that run on both (decision 115). */

const never = new AbortController().signal
let dataFolder: string
let primary: EmbeddedDatabase
let standby: Standby
let url: string
beforeAll(async () => {
  dataFolder = await makeDataFolder()
  primary = await startEmbedded({ dataFolder })
  url = primary.ownerUrl
  await migrate(url)
  await grantLogin(url, url)
  await loadReferenceData(url)
  standby = await startStandby({ dataFolder, ownerUrl: url })
})
afterAll(async () => {
  await standby.stop()
  await primary.stop()
  await rm(dataFolder, { recursive: true, force: true })
})

const notUsed = vi.fn<(why: Error) => void>()
const connectWith = (replicaUrl: string): Database => {
  notUsed.mockClear()
  const db = connect(url, { replica: { url: replicaUrl, onNotUsed: notUsed } })
  onTestFinished(() => db.close())
  return db
}

const isReplica = async (sql: Kysely<DB>): Promise<boolean> => {
  const { rows } = await raw<{ there: boolean }>`select pg_is_in_recovery() as there`.execute(sql)
  return rows[0]?.there ?? false
}
const reasons = (): string[] => notUsed.mock.calls.map(([{ message }]) => message)

describe('a long read', () => {
  it('goes to the replica, on a connection of its own where nobody waits for it', async () => {
    const db = connectWith(standby.of(url))
    expect(await db.readLong(never, isReplica)).toBe(true)
    expect(await db.apart(never, isReplica)).toBe(true)
    expect(await isReplica(db.sql)).toBe(false)
    expect([...db.pools.keys()]).toContain('replica')
    expect(reasons()).toEqual([])
  })

  it('goes to the database where there is no replica', async () => {
    const db = connect(url)
    onTestFinished(() => db.close())
    expect(await db.readLong(never, isReplica)).toBe(false)
    expect(db.replica).toBeNull()
  })

  it('goes to the database while the replica is behind', async () => {
    const db = connectWith(standby.of(url))
    await standby.tell('select pg_wal_replay_pause()')
    try {
      await raw`insert into call_log (kind, key, recent) values ('replica', 'behind', '{}')`.execute(db.sql)
      expect(await db.readLong(never, isReplica)).toBe(false)
      expect(reasons()).toEqual(['it is behind the database'])
    } finally {
      await standby.tell('select pg_wal_replay_resume()')
    }
  })

  it('waits for a moment for a replica that is about to have it all', async () => {
    const db = connectWith(standby.of(url))
    await standby.tell('select pg_wal_replay_pause()')
    await raw`insert into call_log (kind, key, recent) values ('replica', 'soon', '{}')`.execute(db.sql)
    const read = db.readLong(never, async (sql) => ({
      there: await isReplica(sql),
      ...(await raw<{ n: number }>`select count(*) as n from call_log where key = 'soon'`.execute(sql))
        .rows[0],
    }))
    await standby.tell('select pg_wal_replay_resume()')
    expect(await read).toEqual({ there: true, n: 1 })
  })

  it('goes to the database where the address is not that of a replica', async () => {
    const db = connectWith(url)
    expect(await db.readLong(never, isReplica)).toBe(false)
    expect(reasons()).toEqual(['it is not a replica of this database'])
  })

  it('goes to the database where nothing answers, which is told once and not tried each time', async () => {
    const nobody = new URL(url)
    nobody.port = String(await freePort())
    const db = connectWith(nobody.toString())
    for (let time = 0; time < 3; time += 1) expect(await db.readLong(never, isReplica)).toBe(false)
    expect(await db.apart(never, isReplica)).toBe(false)
    expect(reasons()).toEqual([expect.stringContaining('ECONNREFUSED')])
  })

  it('tries a replica again that was away', async () => {
    const db = connectWith(standby.of(url))
    await standby.tell('select pg_wal_replay_pause()')
    await raw`insert into call_log (kind, key, recent) values ('replica', 'again', '{}')`.execute(db.sql)
    expect(await db.readLong(never, isReplica)).toBe(false)
    await standby.tell('select pg_wal_replay_resume()')
    expect(await db.readLong(never, isReplica)).toBe(false)
    const now = performance.now.bind(performance)
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 11_000)
    onTestFinished(() => later.mockRestore())
    expect(await db.readLong(never, isReplica)).toBe(true)
  })

  it('begins again on the database where the replica ends it in favour of what it receives', async () => {
    const db = connectWith(standby.of(url))
    const owner = connect(url, { asOwner: true, connections: 1 })
    onTestFinished(() => owner.close())
    const places: boolean[] = []
    const counted = await db.readLong(never, (sql) =>
      sql.transaction().execute(async (reading) => {
        places.push(await isReplica(reading))
        await raw`select count(*) from call_log`.execute(reading)
        if (places.length === 1) await owner.pool.query('truncate call_log')
        const ask = () => raw<{ n: number }>`select count(*) as n from call_log`.execute(reading)
        // The replica applies what it received a moment later.
        if (places.length === 1) for (;;) await ask()
        return (await ask()).rows[0]?.n
      }),
    )
    expect(places).toEqual([true, false])
    expect(counted).toBe(0)
    // PostgreSQL ends either the statement or, between two statements, the connection that locks the table.
    expect(notUsed).toHaveBeenCalledTimes(1)
  })

  it('fails as it would on the database where it is wrong itself', async () => {
    const db = connectWith(standby.of(url))
    const work = vi.fn((sql: Kysely<DB>) => raw`select 1 / 0`.execute(sql))
    await expect(db.readLong(never, work)).rejects.toMatchObject({ code: '22012' })
    expect(work).toHaveBeenCalledTimes(1)
    expect(reasons()).toEqual([])
  })
})

describe('a report', () => {
  let service: TestService
  beforeAll(async () => {
    const db = connect(url, { replica: { url: standby.of(url), onNotUsed: notUsed } })
    const owner = connect(url, { asOwner: true, connections: 2 })
    const drop = async () => {
      await db.close()
      await owner.close()
    }
    service = await testService({}, {}, { ...db, url, owner: owner.pool, drop })
  })
  afterAll(() => service.close())

  it('has, on the replica, whom somebody has just saved', async () => {
    notUsed.mockClear()
    const clinician = await service.as('Team Lead')
    const reads = vi.spyOn(service.db.pools.get('replica') as Database['pool'], 'connect')
    for (let people = 1; people <= 10; people += 1) {
      const patient = await aPatient(service, clinician)
      await aPathway(service, clinician, { patientId: patient.id, referralDate: today() })
      const { text } = await askReport(service, clinician, {
        reportName: 'referralWaits',
        dateFrom: today(),
        dateTo: today(),
        type: 'csv',
      })
      expect(text).toContain(`First contact,${people},${people},0,`)
    }
    // Each report asks how far the replica is, asks again if it is behind, and then counts there.
    expect(reads.mock.calls.length).toBeGreaterThanOrEqual(20)
    expect(reasons()).toEqual([])
  })
})

describe('for the operator the replica', () => {
  const state = async (db: Database) => {
    const nothing = { storages: new Map(), scanner: null }
    const parts = outsideParts(
      {
        db,
        documents: nothing as never,
        auditAnchor: null,
        addressLookup: { service: null },
        pds: null,
        accounts: { provider: null },
      },
      null,
    )
    return Promise.all(parts.map(tryPart))
  }

  it('is a part of its own, well or away', async () => {
    expect(await state(connectWith(standby.of(url)))).toMatchObject([{ part: 'replica', fault: null }])
    expect(await state(connectWith(url))).toMatchObject([
      { part: 'replica', fault: { words: 'it is not a replica of this database' } },
    ])
  })

  it('is no replica any more once it has taken over', async () => {
    const db = connectWith(standby.of(url))
    expect(await db.readLong(never, isReplica)).toBe(true)
    await standby.tell('select pg_promote()')
    expect(await db.readLong(never, isReplica)).toBe(false)
    expect(reasons()).toEqual(['it is not a replica of this database'])
  })
})
