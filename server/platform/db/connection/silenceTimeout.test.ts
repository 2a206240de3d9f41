import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/process/database.ts'
import { refuseToWait } from './silenceTimeout.ts'

let db: TestDatabase
let pool: Pool
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(() => {
  pool = new Pool({ connectionString: db.url })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  refuseToWait(pool, 150)
})
afterEach(() => pool.end())

it('breaks a connection that was asked something and is silent', async () => {
  await expect(pool.query('select pg_sleep(2)')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

it('breaks one that has rested in the pool before', async () => {
  await pool.query('select 1')
  await sleep(600)
  await expect(pool.query('select pg_sleep(2)')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

it('leaves one that listens, or whose transaction rests, until it is asked something and stays silent', async () => {
  const client = await pool.connect()
  try {
    await client.query('listen anything')
    await client.query('begin')
    await sleep(600)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await expect(client.query('select pg_sleep(2)')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  } finally {
    client.release(true)
  }
})
