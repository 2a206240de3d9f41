import { sql as raw } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/process/database.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

it('prepares a statement with a name in front under that name, and no other', () =>
  db.sql.connection().execute(async (sql) => {
    for (const number of [1, 2]) {
      await raw`/* prepared: count up */ select ${number}::integer + 1 as next`.execute(sql)
      await raw`/* not so named */ select ${number}::integer + 2 as next`.execute(sql)
    }
    const { rows } = await raw<{ name: string; used: number }>`
      select name, generic_plans + custom_plans as used from pg_prepared_statements`.execute(sql)
    expect(rows).toEqual([{ name: 'count up', used: 2 }])
  }))

it('refuses another statement of the same name', () =>
  db.sql.connection().execute(async (sql) => {
    await raw`/* prepared: one of two */ select 1`.execute(sql)
    const other = raw`/* prepared: one of two */ select 2`.execute(sql)
    await expect(other).rejects.toThrow('must be unique')
  }))
