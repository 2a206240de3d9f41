import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types, type PoolConfig } from 'pg'
import { refuseToWait } from './silenceTimeout.ts'
import { withDedicatedConnection } from './dedicatedConnection.ts'
import { writersOn, type Writers } from './writers.ts'
import { prepareNamed } from './prepareNamed.ts'
import type { DB } from './types.ts'

const oid = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 } as const

/** Ids are far below 2^53; days stay text (CS-4); instants become ISO text in UTC. */
const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, Number],
  [oid.numeric, Number],
  [oid.date, (text) => text],
  [oid.timestamptz, (text) => new Date(text).toISOString()],
])

export interface Database {
  pool: Pool
  /** A few connections for those who are not in yet: a flood of sign-ins waits for these alone (DL-2). */
  signInPool: Pool
  sql: Kysely<DB>
  /** For writes of calls: connections of their own, which waiting for a locked row cannot take from readers. */
  write: Writers
  /** For long work that no person waits for: on a connection of its own, until the signal cancels it. */
  apart: <T>(signal: AbortSignal, work: (sql: Kysely<DB>) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/*
 * Long enough for any statement of a screen, and together short enough that a stuck lock or a database that is away
 * answers 503 within five seconds (DL-5, DU-7). A call may wait for a free connection and then for a new one,
 * a write for a connection and then for a lock.
 */
const statementTimeoutMs = 4_000
const lockTimeoutMs = 2_200
const silenceMs = 4_500
const connectionTimeoutMs = 2_400

const signInConnections = 4
const writeConnections = 8

/**
 * Connects as the application: every connection takes the role surefoot_app, which owns nothing and may only add
 * to the audit trail (DP-2), whatever login the address names. As the owner only for commands and tests that check what the application may not see.
 */
export const connect = (
  url: string,
  { connections = 16, asOwner = false }: { connections?: number; asOwner?: boolean } = {},
): Database => {
  const options: PoolConfig = {
    connectionString: url,
    ...(asOwner ? {} : { options: '-c role=surefoot_app' }),
    application_name: 'surefoot',
    connectionTimeoutMillis: connectionTimeoutMs,
    types: {
      getTypeParser: (id: number, format?: unknown) =>
        parsers.get(id) ?? types.getTypeParser(id, format as 'text'),
    } as typeof types,
  }
  const pool = openPool(options, connections)
  const signInPool = openPool(options, signInConnections)
  const sql = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const writeSql = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool(options, writeConnections) }),
  })
  return {
    pool,
    signInPool,
    sql,
    write: writersOn(writeSql, writeConnections),
    apart: (signal, work) => withDedicatedConnection(options, signal, work),
    close: async () => {
      await Promise.all([signInPool.end(), writeSql.destroy(), sql.destroy()])
    },
  }
}

const openPool = (options: PoolConfig, max: number): Pool => {
  const pool = new Pool({
    ...options,
    max,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
  })
  // An idle connection may break at any time; the pool replaces it, and the next query speaks for itself.
  pool.on('error', () => undefined)
  // A connection in use that breaks also emits an error, and an error without a listener would end the process (DU-7).
  pool.on('connect', (client) => client.on('error', () => undefined))
  refuseToWait(pool, silenceMs)
  pool.on('connect', prepareNamed)
  return pool
}
