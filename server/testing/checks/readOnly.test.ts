import { sql as raw, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getPatient } from '../../../contract/patients/patient.ts'
import { readOnly } from '../../platform/db/connection/asReader.ts'
import type { DB } from '../../platform/db/types.ts'
import type { BmiList } from '../../patients/patient/view.ts'
import { testService, type TestService } from '../process/service.ts'
import { aSharedPatient, open, type SharedPatient } from '../process/shared.ts'
import { tableSums } from '../reading/tableSums.ts'
import type { TestUser } from '../world/users.ts'

// Other test files of the same process have imported what is replaced here, and will again.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('../../patients/patient/view.ts')
  vi.doUnmock('../../patients/search/grantedReads.ts')
  vi.resetModules()
})

/** What a mistaken handler does in place of reading a patient; null reads as usual. */
const mistake = vi.hoisted(() => ({ statement: null as string | null }))
vi.mock(import('../../patients/patient/view.ts'), async (original) => {
  const { viewPatient } = await original()
  return {
    viewPatient: async (sql: Kysely<DB>, ...rest: [number, readonly number[] | null, BmiList]) => {
      if (mistake.statement !== null) await raw.raw(mistake.statement).execute(sql)
      return viewPatient(sql, ...rest)
    },
  }
})
// A handler that asks nobody whether it may show what it shows.
const forgets = vi.hoisted(() => ({ reach: false }))
vi.mock(import('../../patients/search/grantedReads.ts'), async (original) => {
  const actual = await original()
  const { readWithGrant } = actual
  return {
    ...actual,
    readWithGrant: ((call, subject, id, read) =>
      forgets.reach
        ? read(call.service.db.sql, null)
        : readWithGrant(call, subject, id, read)) as typeof readWithGrant,
  }
})

let service: TestService
let external: TestUser
let shared: SharedPatient
beforeAll(async () => {
  service = await testService()
  external = await service.as('External')
  shared = await aSharedPatient(service, await service.as('Admissions'))
  await open(service, external, shared)
})
afterAll(() => service.close())

const tables = async (): Promise<string[]> => {
  const { rows } = await service.db.owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

describe('a handler that makes a mistake, asked by an External user', () => {
  it.each([
    `update patient set family_name = 'Mistaken'`,
    `update patient set version = version`,
    `delete from pathway`,
    `insert into external_grant (user_id, session_id, pathway_id, granted_at, expires_at)
     select user_id, session_id, pathway_id, now(), now() from external_grant`,
    `insert into audit_event (kind, action, status, request_id) values ('read', 'made up', 200, '1')`,
    `set local role surefoot_app; update patient set family_name = 'Mistaken'`,
    `reset role; update patient set family_name = 'Mistaken'`,
    `set transaction read write`,
    `set local transaction_read_only = off`,
    `select password_hash from app_user`,
    `select * from access_token`,
    `select criteria from audit_event`,
    `select sealed from draft`,
  ])('cannot %s', async (statement) => {
    const before = await tableSums(service.db)
    mistake.statement = statement
    const { status, body } = await service.ask(getPatient, { id: shared.patientId }, external)
    mistake.statement = null
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toContain(shared.details.familyName)
    expect(await tableSums(service.db)).toEqual(before)
    expect((await service.ask(getPatient, { id: shared.patientId }, external)).status).toBe(200)
  })

  it('cannot show what it did not ask about', async () => {
    forgets.reach = true
    const { status, body } = await service.ask(getPatient, { id: shared.patientId }, external)
    forgets.reach = false
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toContain(shared.details.familyName)
  })
})

describe('the role that may only look', () => {
  it('holds no right to write any table, and none on what belongs to signing in', async () => {
    for (const table of await tables()) {
      const { rows } = await service.db.owner.query<{ writes: boolean }>(
        `select has_any_column_privilege('surefoot_reader', $1, 'insert, update, references')
           or has_table_privilege('surefoot_reader', $1, 'delete, truncate, trigger') as writes`,
        [table],
      )
      expect({ table, ...rows[0] }).toEqual({ table, writes: false })
    }
    const { rows } = await service.db.owner.query<{ name: string }>(
      `select sequencename as name from (select * from pg_sequences where schemaname = 'public' offset 0) as own
         where has_sequence_privilege('surefoot_reader', 'public.' || quote_ident(sequencename), 'usage, select, update')
       union all select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
         and prorettype <> 'trigger'::regtype and has_function_privilege('surefoot_reader', oid, 'execute')`,
    )
    expect(rows).toEqual([])
  })

  it('is refused by every table even where the transaction would let it write', async () => {
    for (const table of await tables())
      await expect(
        service.db.sql.transaction().execute(async (sql) => {
          await raw`set local role surefoot_reader`.execute(sql)
          await raw`delete from ${raw.table(table)}`.execute(sql)
        }),
      ).rejects.toMatchObject({ code: '42501' })
  })

  it('gives the connection back as it was', async () => {
    const role = async (sql: Kysely<DB>) =>
      (await raw<{ is: string }>`select current_user as is`.execute(sql)).rows[0]?.is
    expect(await readOnly(service.db.sql, role)).toBe('surefoot_reader')
    await expect(readOnly(service.db.sql, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    const after = await Promise.all(Array.from({ length: 16 }, () => role(service.db.sql)))
    expect(new Set(after)).toEqual(new Set(['surefoot_app']))
  })
})

it('lets the application add grants and neither read, change nor remove them', async () => {
  for (const statement of [
    'select * from external_grant',
    'select * from shared_pathway',
    'update external_grant set ended_at = null',
    'delete from external_grant',
    'truncate external_grant',
  ])
    await expect(service.db.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})
