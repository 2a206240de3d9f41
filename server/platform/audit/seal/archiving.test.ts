import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/process/database.ts'
import { sealAudit } from './sealer.ts'
import { verifyAudit } from './verify.ts'

/*
 * Retention by month (decision 33): after a month is archived, the rest of the trail can still be verified, and the
 * check reports the archived month.
 */

let db: TestDatabase
let month: string
beforeAll(async () => {
  db = await testDatabase()
  const { rows } = await db.owner.query<{ part: string }>(
    `select 'audit_event_' || to_char((now() at time zone 'UTC') + interval '1 month', 'YYYY_MM') as part`,
  )
  month = rows[0]?.part ?? ''
  await db.owner.query(
    `insert into audit_event (at, kind, action, status, request_id)
     select now() + (n % 3) * interval '1 month', 'read', 'made up', 200, n::text from generate_series(1, 30) as n`,
  )
})
afterAll(() => db.drop())

const sealAll = async (): Promise<void> => {
  while ((await sealAudit(db.pool)) > 0);
}

it('a month whose events are not all sealed is not archived, nor what is no month', async () => {
  await expect(db.owner.query('select archive_audit_part($1)', [month])).rejects.toThrow('Not all events of')
  await sealAll()
  await expect(db.owner.query(`select archive_audit_part('audit_event_other')`)).rejects.toThrow(
    'is no month',
  )
  await expect(db.pool.query('select archive_audit_part($1)', [month])).rejects.toMatchObject({
    code: '42501',
  })
})

it('an archived month is told with each check, and its archiving is an event itself', async () => {
  const { rows } = await db.owner.query<{ events: string }>('select archive_audit_part($1) as events', [
    month,
  ])
  const gone = Number(rows[0]?.events)
  expect(gone).toBe(10)
  await db.owner.query(`create schema away`)
  await db.owner.query(`alter table ${month} set schema away`)
  await sealAll()
  expect(await verifyAudit(db.owner)).toMatchObject({ problems: [], archivedEvents: gone, unsealed: 0 })
  const { rows: events } = await db.owner.query(
    `select criteria from audit_event where action = 'audit archived'`,
  )
  expect(events).toMatchObject([{ criteria: { part: month, events: gone } }])
})

it.each([
  ['before', 0],
  ['after', 2],
])('a month %s the archived one is missed all the same', async (_, place) => {
  const client = await db.owner.connect()
  try {
    await client.query('begin')
    await client.query('alter table audit_event disable trigger user')
    await client.query(`delete from audit_event where action = 'made up' and request_id::integer % 3 = $1`, [
      place,
    ])
    expect((await verifyAudit(client)).problems).toEqual([
      expect.stringMatching(/^Segment \d+: event \d+ is missing$/),
    ])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

it('a month that comes back is verified like any other', async () => {
  await db.owner.query(`alter table away.${month} set schema public`)
  await db.owner.query(
    `alter table audit_event attach partition ${month} for values from ('${month.slice(12).replace('_', '-')}-01 00:00+00')
     to ('${nextMonth(month)}-01 00:00+00')`,
  )
  expect(await verifyAudit(db.owner)).toMatchObject({ problems: [], archivedEvents: 0 })
  await db.owner.query(`alter table ${month} disable trigger user`)
  await db.owner.query(`update ${month} set status = 404 where id = (select min(id) from ${month})`)
  expect((await verifyAudit(db.owner)).problems).toEqual([
    expect.stringMatching(/^Segment \d+: event \d+ was changed$/),
  ])
})

it('a month that nobody archived is missed', async () => {
  const other = month.replace(/_\d+_\d+$/, `_${nextMonth(month).replace('-', '_')}`)
  await db.owner.query(`alter table audit_event detach partition ${other}`)
  expect((await verifyAudit(db.owner)).problems[0]).toMatch(/event \d+ (is missing|was changed)/)
})

const nextMonth = (part: string): string => {
  const [year = 0, at = 0] = part.slice(12).split('_').map(Number)
  return at === 12 ? `${year + 1}-01` : `${year}-${String(at + 1).padStart(2, '0')}`
}
