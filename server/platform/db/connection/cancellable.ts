import { Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Wired } from './silenceTimeout.ts'
import type { DB } from '../types.ts'

/**
 * Runs the work on connections of the pool. The signal breaks those that the work is using, and the pool replaces them.
 * PostgreSQL ends the statement if it was told to look for the client (`countInSnapshot`).
 */
export const cancellable = async <T>(
  pool: Pool,
  signal: AbortSignal,
  work: (sql: Kysely<DB>) => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted()
  const connect = async () => brokenBy(signal, await pool.connect())
  const end = async (): Promise<void> => undefined
  try {
    return await work(
      new Kysely<DB>({ dialect: new PostgresDialect({ pool: { connect, end, options: pool.options } }) }),
    )
  } catch (error) {
    // A broken connection looks like a database that is away.
    signal.throwIfAborted()
    throw error
  }
}

/** Breaks the connection when the signal is aborted, until it is released. */
const brokenBy = (signal: AbortSignal, client: PoolClient): PoolClient => {
  const { stream } = (client as unknown as Wired).connection
  const { release } = client
  const end = (): void => void stream.destroy(new Error('The work was cancelled'))
  // The pool sets this function again whenever it lends the connection.
  client.release = (why) => {
    signal.removeEventListener('abort', end)
    release(why)
  }
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  return client
}
