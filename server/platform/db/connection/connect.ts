import { availableParallelism } from 'node:os'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types, type PoolConfig } from 'pg'
import { cancellable } from './cancellable.ts'
import { refuseToWait } from './silenceTimeout.ts'
import { withDedicatedConnection } from './dedicatedConnection.ts'
import { leaveReadOnly } from '../migrations/leaveReadOnly.ts'
import { openReplica, type Replica } from './replica.ts'
import { writersOn, type Writers } from './writers.ts'
import { prepareNamed } from '../query/prepareNamed.ts'
import { stepBack } from '../migrations/stepBack.ts'
import { withoutNames } from '../query/withoutNames.ts'
import type { DB } from '../types.ts'

const oid = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 } as const

/** Ids are far below 2^53. Days stay text (CS-4). Instants become ISO text in UTC. */
const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, Number],
  [oid.numeric, Number],
  [oid.date, (text) => text],
  [oid.timestamptz, (text) => new Date(text).toISOString()],
])

export interface Database {
  pool: Pool
  /** Every pool, keyed by its purpose, for monitoring. */
  pools: ReadonlyMap<string, Pool>
  /** A few connections for users who are not signed in yet. A flood of sign-ins waits for these alone (DL-2). */
  signInPool: Pool
  sql: Kysely<DB>
  /** For the job queue, which keeps a connection to listen for new jobs. It never goes through a pooler. */
  queuePool: Pool
  /**
   * Separate connections for the writes of calls. Writes that wait for a locked row cannot take connections from reads.
   */
  write: Writers
  /** The replica for long reads; null if there is none. */
  replica: Replica | null
  /**
   * Runs a long read, such as a report: on the replica if there is one (replica.ts), otherwise on a connection with low
   * operating system priority where possible (stepBack.ts), until the signal cancels it. The work may be started twice.
   */
  readLong: <T>(signal: AbortSignal, work: (sql: Kysely<DB>) => Promise<T>) => Promise<T>
  /** Like `readLong`, for work that may take minutes: on a connection of its own. */
  apart: <T>(signal: AbortSignal, work: (sql: Kysely<DB>) => Promise<T>) => Promise<T>
  /** Why long reads on the database itself do not run at low priority; null if they do. */
  whyNotBehind: () => Promise<string | null>
  close: () => Promise<void>
}

/*
 * Long enough for any statement of a screen. Together they are short enough that a stuck lock or an unreachable
 * database is answered with 503 within five seconds (DL-5, DU-7). A call may wait for a free connection and then for a
 * new one. A write may wait for a connection and then for a lock.
 */
export const timeouts = { statement_timeout: 4_000, lock_timeout: 2_200 } as const
const bulkStatementMs = 60_000
/** A database that has not cancelled a statement this long after its timeout is treated as unreachable. */
const silenceAfterMs = 500
const connectionTimeoutMs = 2_400

/**
 * A new connection is slow: PostgreSQL has to read its catalogue, and plans a prepared statement afresh the first five
 * times. The view of a pathway then takes twenty times as long. So the connections of a burst are kept for the next
 * one.
 */
const keptIdleMs = 10 * 60_000
/** Kept connections are probed: a firewall may have dropped them, or the machine may be gone. */
const askedIfThereAfterMs = 10_000

/**
 * More reads at once than these are not answered sooner: the processors are busy, and PostgreSQL keeps the plans of each
 * connection in a memory of its own. With 6 instead of 14 on two processors a search took three quarters of the
 * processor time, a pathway two thirds. A database of its own is taken to be as large as this machine.
 */
const mostReadConnections = 14
const readConnections = Math.min(mostReadConnections, Math.max(6, 3 * availableParallelism()))
const signInConnections = 4
const writeConnections = 8
/** The number of reports that are counted at a time, and of those that take long and have a connection of their own. */
export const reportConnections = 2
/** Two workers: each needs a connection to listen on and some to work with. */
const queueConnections = 6
/** For concurrent reports, and for their checks of the replica's position. */
const replicaConnections = 4

/** Reports that take long: those that calls wait for, and one in the background. */
const longReports = reportConnections + 1

/** How many connections a process may open: for calls, which may go through a pooler, and directly in any case. */
export const connectionsOfProcess = {
  ofCalls: mostReadConnections + signInConnections + writeConnections + reportConnections,
  longReports,
  besidePooler: queueConnections + longReports,
} as const

interface ConnectOptions {
  connections?: number
  asOwner?: boolean
  /**
   * For a command that fills tables and that no user waits for. A statement may take a minute. It is planned afresh
   * each time, because the plan for an empty table does not suit a full one. Lock timeouts stay the same.
   */
  isBulk?: boolean
  /**
   * The same database without the pooler in transaction mode that `url` leads to. Such a pooler gives each transaction
   * another session, so the login sets role and timeouts (settleLogin.ts) and no statement has a name (decision 89).
   */
  directUrl?: string | undefined
  /** False in tests: with many busy processes on one machine, a low-priority report does not finish in time. */
  stepsBack?: boolean
  /** A streaming replica of the same database, used for long reads. */
  replica?: { url: string; onNotUsed: (why: Error) => void } | undefined
}

/**
 * Connects as the application, whatever login the URL names: every connection takes the role surefoot_app, which owns
 * nothing and may only append to the audit trail (DP-2). `assertSession` checks that it got the role. `asOwner` is only
 * for commands, and for tests that check what the application may not see.
 */
export const connect = (
  url: string,
  {
    connections = readConnections,
    asOwner = false,
    isBulk = false,
    directUrl,
    stepsBack = true,
    replica,
  }: ConnectOptions = {},
): Database => {
  const common: PoolConfig = {
    application_name: 'surefoot',
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: keptIdleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: askedIfThereAfterMs,
    types: {
      getTypeParser: (id: number, format?: unknown) =>
        parsers.get(id) ?? types.getTypeParser(id, format as 'text'),
    } as typeof types,
  }
  const direct: PoolConfig = {
    ...common,
    connectionString: directUrl ?? url,
    ...(asOwner ? {} : { options: '-c role=surefoot_app' }),
  }
  const open = (max: number): Pool =>
    directUrl === undefined
      ? openSessions(direct, max, isBulk)
      : openTransactions({ ...common, connectionString: url }, max)
  const pool = open(connections)
  const signInPool = open(signInConnections)
  const queuePool = directUrl === undefined ? pool : openSessions(direct, queueConnections, isBulk)
  const sql = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const writePool = open(writeConnections)
  const writeSql = new Kysely<DB>({ dialect: new PostgresDialect({ pool: writePool }) })
  const reportPool = open(reportConnections)
  let whyNotBehind: Promise<string | null> | null = null
  reportPool.on('connect', (client) => {
    whyNotBehind = stepsBack ? stepBack(client) : Promise.resolve('it was told not to')
  })
  const away = replica === undefined ? null : longReadsOn({ ...direct, connectionString: replica.url })
  const found =
    away === null || replica === undefined ? null : openReplica(pool, away.pool, replica.onNotUsed)
  const read: Replica['read'] = found?.read ?? ((_there, here) => here())
  const pools = new Map([
    ['read', pool],
    ['sign-in', signInPool],
    ['write', writePool],
    ['report', reportPool],
    ...(queuePool === pool ? [] : [['queue', queuePool] as const]),
    ...(away === null ? [] : [['replica', away.pool] as const]),
  ])
  return {
    pool,
    pools,
    signInPool,
    sql,
    queuePool,
    write: writersOn(writeSql, writeConnections),
    replica: found,
    readLong: (signal, work) =>
      read(
        () => cancellable(away?.pool ?? pool, signal, work),
        () => cancellable(reportPool, signal, work),
      ),
    apart: (signal, work) =>
      read(
        () => withDedicatedConnection(away?.options ?? direct, signal, work),
        () => withDedicatedConnection(direct, signal, work),
      ),
    whyNotBehind: async () => {
      if (whyNotBehind === null) (await reportPool.connect()).release()
      return whyNotBehind
    },
    // End each pool directly. Kysely's destroy() leaves a pool open if it was also used directly, and its idle
    // connections then keep a command from ending.
    close: async () => {
      await Promise.all([...pools.values()].map((each) => each.end()))
    },
  }
}

const longReadsOn = (options: PoolConfig) => {
  const pool = openSessions(options, replicaConnections, false)
  pool.on('connect', (client) => void stepBack(client))
  return { options, pool }
}

/** Each connection is one PostgreSQL session, and keeps its settings and prepared statements. */
const openSessions = (options: PoolConfig, max: number, isBulk: boolean): Pool => {
  const statementMs = isBulk ? bulkStatementMs : timeouts.statement_timeout
  const settings = { ...options, ...timeouts, statement_timeout: statementMs, max }
  const pool = openPool(settings, statementMs + silenceAfterMs)
  if (!isBulk) pool.on('connect', prepareNamed)
  return pool
}

/** Each transaction may run in a different session. */
const openTransactions = (options: PoolConfig, max: number): Pool => {
  const pool = openPool({ ...options, max }, timeouts.statement_timeout + silenceAfterMs)
  pool.on('connect', withoutNames)
  return pool
}

const openPool = (options: PoolConfig, silenceMs: number): Pool => {
  const pool = new Pool(options)
  // An idle connection may break at any time. The pool replaces it, and the next query reports its own error.
  pool.on('error', () => undefined)
  // A connection that breaks in use also emits an error. An error without a listener would end the process (DU-7).
  pool.on('connect', (client) => client.on('error', () => undefined))
  refuseToWait(pool, silenceMs)
  leaveReadOnly(pool)
  return pool
}
