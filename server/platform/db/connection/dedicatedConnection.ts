import { Kysely, PostgresDialect, sql as raw } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import { stepBack } from '../migrations/stepBack.ts'
import type { Wired } from './silenceTimeout.ts'
import type { DB } from '../types.ts'

/** Longer than any result is worth waiting for, even in the background. */
const statementTimeoutMs = 10 * 60_000

/**
 * Runs the work on a connection of its own, at low priority where possible, and closes the connection afterwards. A
 * statement may take up to its timeout. The signal breaks the connection; PostgreSQL then ends the statement, if its
 * operating system can detect the break.
 */
export const withDedicatedConnection = async <T>(
  options: PoolConfig,
  signal: AbortSignal,
  work: (sql: Kysely<DB>) => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted()
  const pool = new Pool({ ...options, max: 1, statement_timeout: statementTimeoutMs, keepAlive: true })
  const breaking = new AbortController()
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    void stepBack(client)
    const { stream } = (client as unknown as Wired).connection
    const end = (): void => void stream.destroy(new Error('The work was cancelled'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { signal: breaking.signal })
  })
  const sql = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    await noticeWhenLeft.execute(sql)
    return await work(sql)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    breaking.abort()
    await sql.destroy()
  }
}

/**
 * Makes PostgreSQL check every second whether the client is still connected. Not every operating system supports this.
 */
const noticeWhenLeft = raw`
  select set_config('client_connection_check_interval', '1000', false)
  where version() ~* 'linux|darwin|freebsd|openbsd|netbsd'`
