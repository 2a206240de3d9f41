import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types, type PoolConfig } from 'pg'
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

/** Ids are far below 2^53; days stay text (CS-4); instants become ISO text in UTC. */
const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, Number],
  [oid.numeric, Number],
  [oid.date, (text) => text],
  [oid.timestamptz, (text) => new Date(text).toISOString()],
])

export interface Database {
  pool: Pool
  /** Every pool by what it is for, to be watched. */
  pools: ReadonlyMap<string, Pool>
  /** A few connections for those who are not in yet: a flood of sign-ins waits for these alone (DL-2). */
  signInPool: Pool
  sql: Kysely<DB>
  /** For the job queue, which listens for new jobs on a connection that it keeps: never through a pooler. */
  queuePool: Pool
  /** For writes of calls: connections of their own, which waiting for a locked row cannot take from readers. */
  write: Writers
  /** Where long reads go; null where there is none. */
  replica: Replica | null
  /**
   * For a read that takes long, such as a report: on the replica where there is one (replica.ts), and on connections that step back for
   * everything else on the machine where they may (stepBack.ts). It may be begun twice.
   */
  readLong: <T>(work: (sql: Kysely<DB>) => Promise<T>) => Promise<T>
  /** The same that no person waits for: on a connection of its own, until the signal cancels it. */
  apart: <T>(signal: AbortSignal, work: (sql: Kysely<DB>) => Promise<T>) => Promise<T>
  /** Why long reads on the database itself do not step back; null where they do. */
  whyNotBehind: () => Promise<string | null>
  close: () => Promise<void>
}

/*
 * Long enough for any statement of a screen, and together short enough that a stuck lock or a database that is away
 * answers 503 within five seconds (DL-5, DU-7). A call may wait for a free connection and then for a new one,
 * a write for a connection and then for a lock.
 */
export const timeouts = { statement_timeout: 4_000, lock_timeout: 2_200 } as const
const bulkStatementMs = 60_000
/** A database that cancels no statement either is not there. */
const silenceAfterMs = 500
const connectionTimeoutMs = 2_400

/**
 * A connection is costly while it is new: PostgreSQL reads its catalogue for it, and plans a prepared statement anew the first five times;
 * the view of a pathway then takes twenty times as long. So those of a burst are kept for the next one.
 */
const keptIdleMs = 10 * 60_000
/** One that is kept must be known to be there: a firewall may forget it, and a machine may be gone. */
const askedIfThereAfterMs = 10_000

const readConnections = 14
const signInConnections = 4
const writeConnections = 8
/** As many reports as are counted at a time. */
const reportConnections = 2
/** Two workers, each with a connection to listen on and some to work with. */
const queueConnections = 6
/** Reports at a time, and their questions where the replica is. */
const replicaConnections = 4

/** How many connections a process may open: for calls, where a pooler may stand between, and past it, with one for a report. */
export const connectionsOfProcess = {
  ofCalls: readConnections + signInConnections + writeConnections + reportConnections,
  besidePooler: queueConnections + 1,
} as const

interface ConnectOptions {
  connections?: number
  asOwner?: boolean
  /**
   * For a command that fills tables and that nobody waits for at a screen: a statement may take a minute, and is planned anew each
   * time, because the plan for an empty table is the wrong one for a full one. Locks are waited for no longer.
   */
  isBulk?: boolean
  /**
   * The same database past the pooler in transaction mode that the address leads to. Such a pooler gives each transaction
   * another session, so that role and timeouts come from the login itself (settleLogin.ts) and no statement keeps a name (decision 89).
   */
  directUrl?: string | undefined
  /** No for tests: among many busy processes of one machine, a report that has stepped back is not counted within its time. */
  stepsBack?: boolean
  /** A streaming replica of the same database, for long reads. */
  replica?: { url: string; onNotUsed: (why: Error) => void } | undefined
}

/**
 * Connects as the application: every connection takes the role surefoot_app, which owns nothing and may only add
 * to the audit trail (DP-2), whatever login the address names; `assertSession` says whether it did. As the owner only for commands and tests that check what the application may not see.
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
  const reportSql = new Kysely<DB>({ dialect: new PostgresDialect({ pool: reportPool }) })
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
    readLong: (work) =>
      read(
        () => work(away?.sql ?? sql),
        () => work(reportSql),
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
    // Each pool itself: Kysely's destroy() leaves one open that was used past it, whose idle connections then keep a command from ending.
    close: async () => {
      await Promise.all([...pools.values()].map((each) => each.end()))
    },
  }
}

const longReadsOn = (options: PoolConfig) => {
  const pool = openSessions(options, replicaConnections, false)
  pool.on('connect', (client) => void stepBack(client))
  return { options, pool, sql: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) }
}

/** Connections that are sessions of PostgreSQL, and keep what is set and prepared on them. */
const openSessions = (options: PoolConfig, max: number, isBulk: boolean): Pool => {
  const statementMs = isBulk ? bulkStatementMs : timeouts.statement_timeout
  const settings = { ...options, ...timeouts, statement_timeout: statementMs, max }
  const pool = openPool(settings, statementMs + silenceAfterMs)
  if (!isBulk) pool.on('connect', prepareNamed)
  return pool
}

/** Connections that are another session at each transaction. */
const openTransactions = (options: PoolConfig, max: number): Pool => {
  const pool = openPool({ ...options, max }, timeouts.statement_timeout + silenceAfterMs)
  pool.on('connect', withoutNames)
  return pool
}

const openPool = (options: PoolConfig, silenceMs: number): Pool => {
  const pool = new Pool(options)
  // An idle connection may break at any time; the pool replaces it, and the next query speaks for itself.
  pool.on('error', () => undefined)
  // A connection in use that breaks also emits an error, and an error without a listener would end the process (DU-7).
  pool.on('connect', (client) => client.on('error', () => undefined))
  refuseToWait(pool, silenceMs)
  leaveReadOnly(pool)
  return pool
}
