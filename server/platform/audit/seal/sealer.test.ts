import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PoolClient } from 'pg'
import { testDatabase, type TestDatabase } from '../../../testing/process/database.ts'
import { sealAudit } from './sealer.ts'
import { eventsHashedThere, verifyAudit } from './verify.ts'

/* Sealing places no demands on writers: they take ids in one order and commit in another, or never commit. */

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

const add = `insert into audit_event (kind, action, status, request_id) values ('read', 'made up', 200, $1)`

const sealAll = async (): Promise<void> => {
  while ((await sealAudit(db.pool)) > 0);
}

const unsealed = async (): Promise<number> =>
  Number((await db.owner.query<{ events: string }>('select events from audit_unsealed()')).rows[0]?.events)

const lastSealed = async (): Promise<number> =>
  Number(
    (await db.owner.query<{ last: string }>('select coalesce(max(last_id), 0) as last from audit_segment'))
      .rows[0]?.last,
  )

const inTransaction = async (work: (client: PoolClient) => Promise<void>): Promise<void> => {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await work(client)
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}

describe('an event that commits late', () => {
  beforeEach(sealAll)

  it('is sealed, with those that came after it and committed before', async () => {
    await inTransaction(async (late) => {
      await late.query(add, ['late'])
      await db.pool.query(add, ['early'])
      await sealAll()
      expect(await unsealed()).toBe(1)
      await late.query('commit')
    })
    expect(await unsealed()).toBe(2)
    await sealAll()
    expect(await unsealed()).toBe(0)
    expect((await verifyAudit(db.owner)).problems).toEqual([])
  })

  it('holds up no event that comes after it is stored, and none whose writers came later', async () => {
    await inTransaction(async (first) => {
      await first.query(add, ['first'])
      await sealAll()
      await inTransaction(async (second) => {
        await second.query(add, ['second'])
        await first.query('commit')
        await sealAll()
        expect(await unsealed()).toBe(0)
        await second.query('commit')
      })
    })
    expect(await unsealed()).toBe(1)
    await sealAll()
    expect(await unsealed()).toBe(0)
    expect((await verifyAudit(db.owner)).problems).toEqual([])
  })

  it('leaves nothing behind when it is given up', async () => {
    await inTransaction(async (late) => {
      await late.query(add, ['never'])
      await db.pool.query(add, ['early'])
      await sealAll()
    })
    await sealAll()
    expect(await unsealed()).toBe(0)
    expect((await verifyAudit(db.owner)).problems).toEqual([])
  })

  it('is waited for also where it has drawn its number and stored nothing yet', async () => {
    // Every insert first takes its number and then stores the row. Here a lock separates the two.
    await db.owner.query(`create function draw_slowly() returns trigger language plpgsql as
      'begin if new.request_id = ''slow'' then perform pg_advisory_xact_lock(5); end if; return new; end'`)
    await db.owner.query(
      'create trigger slow before insert on audit_event for each row execute function draw_slowly()',
    )
    const holder = await db.owner.connect()
    try {
      await holder.query('select pg_advisory_lock(5)')
      const slow = db.pool.query(add, ['slow'])
      await expect
        .poll(
          async () =>
            (await holder.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount,
        )
        .toBe(1)
      await db.pool.query(add, ['early'])
      await sealAll()
      await sealAll()
      expect(await unsealed()).toBe(1)
      await holder.query('select pg_advisory_unlock(5)')
      await slow
    } finally {
      holder.release(true)
      await db.owner.query('drop trigger slow on audit_event')
    }
    await sealAll()
    expect(await unsealed()).toBe(0)
    expect((await verifyAudit(db.owner)).problems).toEqual([])
  })
})

it('leaves out no event of many writers, with transactions that stay open, give up, or write again', async () => {
  let writing = true
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let turn = 0; turn < 40; turn += 1)
      await inTransaction(async (client) => {
        await client.query(add, [`${writer} ${turn}`])
        if (turn % 4 === 0) await client.query('select pg_sleep(0.02 * random())')
        if (turn % 5 === 0) await client.query('savepoint here')
        await client.query(add, [`${writer} ${turn} again`])
        if (turn % 5 === 0) await client.query('rollback to here')
        await client.query(turn % 7 === 0 ? 'rollback' : 'commit')
      })
  })
  const sealers = [1, 2].map(async () => {
    let made = 0
    while (writing) made += await sealAudit(db.owner, 1)
    return made
  })
  await Promise.all(writers)
  writing = false
  const made = await Promise.all(sealers)
  expect(made.reduce((sum, one) => sum + one)).toBeGreaterThan(10)
  await sealAll()
  expect(await unsealed()).toBe(0)
  const { rows } = await db.owner.query<{ events: string }>('select count(*) as events from audit_event')
  const verified = await verifyAudit(db.owner)
  expect(verified).toMatchObject({ problems: [], events: Number(rows[0]?.events), unsealed: 0 })
})

it('comes to the same by the hashes of the database, which is all that the application may read', async () => {
  await sealAll()
  const verified = await verifyAudit(db.pool, { eventsOf: eventsHashedThere })
  expect(verified).toEqual(await verifyAudit(db.owner))
  for (const statement of [
    'insert into audit_segment default values',
    'delete from audit_segment',
    'select * from audit_horizon',
  ])
    await expect(db.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
})

it('seals up to the newest number when nobody writes, and then has nothing to do', async () => {
  await db.pool.query(add, ['alone'])
  expect(await sealAudit(db.pool)).toBe(1)
  expect(await sealAudit(db.pool)).toBe(0)
  const { rows } = await db.owner.query<{ newest: string }>('select max(id) as newest from audit_event')
  expect(await lastSealed()).toBe(Number(rows[0]?.newest))
})
