import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { getPatient } from '../../../../contract/patients/patient.ts'
import { frat } from '../../../../contract/pathways/records/frat.ts'
import { connect } from '../connection/connect.ts'
import { migrate } from './migrate.ts'
import { dropDatabase } from '../connection/dropDatabase.ts'
import { administer, urlOf } from '../../../testing/process/globalSetup.ts'
import { aWorld, type World } from '../../../testing/world/world.ts'
import { makeAuditMonths } from './auditMonths.ts'

/* The audit trail has a table for each month. Its guarantees do not depend on which table an event is in. */

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

const ask = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await world.service.db.owner.query<Row>(text, values)).rows

const parts = async (): Promise<string[]> =>
  (
    await ask<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_event'::regclass order by 1`,
    )
  ).map(({ name }) => name)

const addAt = async (at: string): Promise<string> => {
  const [row] = await ask<{ part: string }>(
    `insert into audit_event (at, kind, action, status, request_id)
     select date_trunc('month', now()) + ${at}, 'read', 'made up', 200, '1' returning tableoid::regclass::text as part`,
  )
  return row?.part ?? ''
}

describe('an audit trail that began as one table', () => {
  const name = `surefoot_months_${process.pid}`
  const url = urlOf(inject('ownerUrl'), name)
  let folder: string
  beforeAll(async () => {
    await administer(inject('ownerUrl'), `create database ${name}`)
    folder = await mkdtemp(join(tmpdir(), 'surefoot-months-'))
  })
  afterAll(async () => {
    await dropDatabase(inject('ownerUrl'), name)
    await rm(folder, { recursive: true })
  })

  it('keeps every row with its id, and goes on where it was', async () => {
    const all = join(import.meta.dirname, '../../../../db/migrations')
    const earlier = (await readdir(all)).filter((file) => file < '0023')
    for (const file of earlier) await cp(join(all, file), join(folder, file))
    await migrate(url, { folder })
    const owner = connect(url, { asOwner: true, connections: 1 })
    try {
      await owner.pool.query(`insert into audit_event (at, kind, action, status, request_id)
        select now() - n * interval '3 days', 'write', 'made up ' || n, 200, n::text from generate_series(1, 200) as n`)
      const sum = async () =>
        (
          await owner.pool.query<{ sum: string; last: string }>(
            `select md5(string_agg(e::text, ',' order by id)) as sum, max(id) as last from audit_event as e
             where request_id <> 'new'`,
          )
        ).rows[0]
      const before = await sum()
      await migrate(url)
      expect(await sum()).toEqual(before)
      const { rows } = await owner.pool.query<{ id: number }>(
        `insert into audit_event (kind, action, status, request_id) values ('read', 'made up', 200, 'new') returning id`,
      )
      expect(rows).toEqual([{ id: Number(before?.last) + 1 }])
      await expect(owner.pool.query('delete from audit_event_before')).rejects.toThrow(
        'The audit trail is append-only',
      )
    } finally {
      await owner.close()
    }
  })
})

describe('the tables of the months', () => {
  it('are there ahead of time, and take what belongs to them', async () => {
    const [month] = await ask<{ next: string }>(
      `select 'audit_event_' || to_char((now() at time zone 'UTC') + interval '1 month', 'YYYY_MM') as next`,
    )
    expect(await parts()).toContain(month?.next)
    expect(await addAt(`interval '1 month 3 days'`)).toBe(month?.next)
    expect(await addAt(`interval '0'`)).toBe('audit_event_before')
  })

  it('are made by the application, once, for all callers together', async () => {
    const before = await parts()
    await Promise.all([1, 2, 3].map(() => world.service.db.pool.query('select make_audit_months(5)')))
    const after = await parts()
    expect(after.length).toBe(before.length + 2)
    await makeAuditMonths(world.service.db.pool)
    expect(await parts()).toEqual(after)
  })

  it('never refuse an event, nor a month for an event that is already elsewhere', async () => {
    expect(await addAt(`interval '8 months 2 days'`)).toBe('audit_event_other')
    expect(await addAt(`interval '-30 years'`)).toBe('audit_event_before')
    const { rows } = await world.service.db.pool.query<{ make_audit_months: string }>(
      'select make_audit_months(9)',
    )
    expect(rows).toHaveLength(3)
    expect(await addAt(`interval '8 months 4 days'`)).toBe('audit_event_other')
    expect(await addAt(`interval '9 months 4 days'`)).toMatch(/^audit_event_2/)
  })

  it('can be added to and never changed, each of them, and the application sees none', async () => {
    for (const part of await parts()) {
      for (const statement of [`update ${part} set status = 0`, `delete from ${part}`, `truncate ${part}`])
        await expect(world.service.db.owner.query(statement), statement).rejects.toThrow(
          'The audit trail is append-only',
        )
      for (const right of ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'])
        expect({
          part,
          right,
          held: await ask(`select has_table_privilege('surefoot_app', $1, $2) as held`, [part, right]),
        }).toEqual({ part, right, held: [{ held: false }] })
    }
  })

  it.each([
    ['of a patient', `patient_ids @> array[1::bigint] and kind = 'write' order by id`],
    ['of a session', `session_id = 1 and kind in ('read', 'write') order by id desc limit 1`],
    ['of a user', `user_id = 1 order by id desc limit 100`],
    ['of the lists', `patient_ids = '{}' and kind = 'write' order by id`],
  ])('are searched by an index each for the events %s', async (_, where) => {
    const client = await world.service.db.owner.connect()
    try {
      await client.query('set enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select * from audit_event where ${where}`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).not.toContain('Seq Scan')
      expect(plan).toContain(' audit_event_before')
    } finally {
      client.release(true)
    }
  })

  it('are read only for the days that a report asks for', async () => {
    const rows = await ask<{ 'QUERY PLAN': string }>(
      `explain select * from audit_event where at >= now() + interval '65 days' and at < now() + interval '66 days'`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('audit_event_before')
  })

  it('can be taken away when they are old, and what is left still tells', async () => {
    const { service, user } = world
    const history = async () => {
      const { status, body } = await service.ask(frat.history, { id: world.frat.id }, user)
      return { status, changes: (body as { what: string }[]).map(({ what }) => what) }
    }
    expect(await history()).toEqual({ status: 200, changes: ['recorded'] })
    await ask('alter table audit_event detach partition audit_event_before')
    await ask('drop table audit_event_before')
    expect(await history()).toEqual({ status: 200, changes: ['recorded'] })
    expect((await service.ask(getPatient, { id: world.patient.id }, user)).status).toBe(200)
    const { rows } = await service.db.pool.query('select make_audit_months(1)')
    expect(rows).toHaveLength(0)
  })
})
