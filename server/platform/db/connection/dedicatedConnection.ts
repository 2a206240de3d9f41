import type { Kysely } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import { stepBack } from '../migrations/stepBack.ts'
import { cancellable } from './cancellable.ts'
import type { DB } from '../types.ts'

/** Longer than any result is worth waiting for, even in the background. */
export const longestStatementMs = 10 * 60_000

/**
 * Runs the work on a connection of its own, at low priority where possible, and closes the connection afterwards. A
 * statement may take up to its timeout. The signal breaks the connection.
 */
export const withDedicatedConnection = async <T>(
  options: PoolConfig,
  signal: AbortSignal,
  work: (sql: Kysely<DB>) => Promise<T>,
): Promise<T> => {
  const pool = new Pool({ ...options, max: 1, statement_timeout: longestStatementMs, keepAlive: true })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    void stepBack(client)
  })
  try {
    return await cancellable(pool, signal, work)
  } finally {
    await pool.end()
  }
}
