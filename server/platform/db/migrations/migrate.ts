import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'
import { makeAuditMonths } from './auditMonths.ts'
import { headerOf } from '../query/headerOf.ts'
import { grantApplication } from '../connection/grantApplication.ts'
import { migrateJobs } from './migrateJobs.ts'
import { migrationsFolder, readMigrations, type Migration } from '../connection/migrations.ts'
import { lockedTables, tablesNow, type LockedTable } from './lockedTables.ts'
import { watchWaiting, type WatchedWaiting } from '../connection/watchWaiting.ts'
import { withClient } from '../connection/withClient.ts'

const rolesFile = join(import.meta.dirname, '../../../../db/roles.sql')

/** An arbitrary number that must stay the same between releases. */
const lockKey = 7_386_002

export interface AppliedMigration {
  name: string
  milliseconds: number
  /** Tables that already existed and that the migration blocked for others until it ended. */
  locked: LockedTable[]
}

interface MigrateOptions {
  folder?: string
  /** How long a migration waits for a lock, how often it tries, and the pause between attempts. */
  waits?: { ms: number; attempts: number; pauseMs: number }
  /** Called after each applied migration, before the next. */
  onApplied?: (applied: AppliedMigration) => void
}

/**
 * A session that wants a table queues behind a migration that waits for it. The serving pool gives up after 2.2 s
 * (timeouts in connect.ts), so a migration gives up earlier and lets the others through.
 */
const usualWaits = { ms: 1_000, attempts: 5, pauseMs: 1_000 } as const

/**
 * Brings the schema up to date (OP-3). Migrations are forward only and run in order, each file in its own transaction,
 * so a killed start leaves only complete steps. Concurrent starts wait for each other. Throws if a newer release
 * migrated the database, if a file was changed after it was applied, or if a table was in use for so long that a
 * migration gave up.
 */
export const migrate = async (
  ownerUrl: string,
  { folder = migrationsFolder, waits = usualWaits, onApplied }: MigrateOptions = {},
): Promise<{ applied: string[] }> => {
  const migrations = await readMigrations(folder)
  const roles = await readFile(rolesFile, 'utf8')
  const result = await withClient(ownerUrl, async (client) => {
    // On a restored database no migration would create the roles again.
    await client.query(roles)
    const pending = await readPending(client, migrations)
    const applied: string[] = []
    const watched = pending.length > 0 ? await watchWaiting(ownerUrl, client) : null
    try {
      for (const migration of pending) {
        const done = await applyPatiently(client, migration, migrations, waits, watched)
        if (done === null) continue
        applied.push(migration.name)
        onApplied?.(done)
      }
    } finally {
      await watched?.end()
    }
    await showHistoryToApplication(client)
    await grantApplication(client)
    await makeMonths(client)
    return { applied, hasJobs: await hasJobs(client) }
  })
  if (result.hasJobs) await migrateJobs(ownerUrl)
  return { applied: result.applied }
}

/** The migrations not yet applied to the database. Throws as `migrate` does. */
export const readPending = async (client: Client, migrations: Migration[]): Promise<Migration[]> => {
  const history = await readHistory(client)
  checkHistory(history, migrations)
  return migrations.filter(({ name }) => !history.has(name))
}

/**
 * Makes the months before the first event after a long downtime. While the service runs, the hourly clean-up does this
 * (docs/operate/administration.md).
 */
const makeMonths = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regproc('make_audit_months') is not null as found`,
  )
  if (rows[0]?.found === true) await makeAuditMonths(client)
}

/** Whether the job queue has its schema. */
const hasJobs = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regnamespace('graphile_worker') is not null as found`,
  )
  return rows[0]?.found === true
}

/**
 * The application may read which migrations were applied, so that a start without the owner's password can check the
 * schema.
 */
const showHistoryToApplication = async (client: Client): Promise<void> => {
  await client.query('begin')
  // Two starts that grant the same right at once make each other fail.
  await client.query('select pg_advisory_xact_lock($1)', [lockKey])
  const { rows } = await client.query<{ hidden: boolean }>(
    `select not has_table_privilege(oid, to_regclass('schema_migration'), 'select') as hidden
       from pg_roles where rolname = 'surefoot_app'`,
  )
  if (rows[0]?.hidden === true) await client.query('grant select on schema_migration to surefoot_app')
  await client.query('commit')
}

type History = Map<string, string>

const readHistory = async (client: Client): Promise<History> => {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('schema_migration') is not null as found`,
  )
  return tables[0]?.found === true ? readHistoryTable(client) : new Map()
}

const readHistoryTable = async (client: Client): Promise<History> => {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration',
  )
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

const checkHistory = (history: History, migrations: Migration[]): void => {
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  const last = [...history.keys()].sort().at(-1) ?? ''
  for (const [name, sha256] of history) {
    if (!known.has(name)) {
      throw new Error(
        `The database has the migration ${name}, which this release of Surefoot does not know: ` +
          'please start the newer release that made it.',
      )
    }
    if (known.get(name) !== sha256) {
      throw new Error(
        `The migration ${name} was changed after it was applied: please restore it and add a new one.`,
      )
    }
  }
  const late = migrations.find(({ name }) => !history.has(name) && name < last)
  if (late !== undefined) {
    throw new Error(
      `The migration ${late.name} comes before ${last}, which is already applied: please renumber it.`,
    )
  }
}

/** Waits for locks several times briefly. In between, the sessions queued behind the migration get through. */
const applyPatiently = async (
  client: Client,
  migration: Migration,
  migrations: Migration[],
  waits: { ms: number; attempts: number; pauseMs: number },
  watched: WatchedWaiting | null,
): Promise<AppliedMigration | null> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, migration, migrations, waits.ms)
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      if (attempt === waits.attempts)
        throw new Error(
          `The migration ${migration.name} waited ${waits.attempts} times for ${watched?.inWords() ?? 'a lock'}. ` +
            'Nothing of it was applied, and other work on the same tables was let through. ' +
            'Please run it again when that work has ended, or end it.',
          { cause: error },
        )
      await sleep(waits.pauseMs)
    }
  }
}

const lockNotAvailable = '55P03'

/** Returns null if another start has applied the migration meanwhile. */
const applyOnce = async (
  client: Client,
  migration: Migration,
  migrations: Migration[],
  lockWaitMs: number,
): Promise<AppliedMigration | null> => {
  await client.query('begin')
  try {
    // No time limit: another start may have much to do.
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query(`set local lock_timeout = ${lockWaitMs}`)
    // Not to_regclass: after waiting for an advisory lock it still sees the catalogue as it was before the wait.
    await client.query(createHistory)
    const history = await readHistoryTable(client)
    checkHistory(history, migrations)
    if (history.has(migration.name)) {
      await client.query('commit')
      return null
    }
    const before = await tablesNow(client)
    const started = performance.now()
    await client.query(migration.sql)
    await note(client, migration)
    const { name } = migration
    const locked = await lockedTables(client, before)
    await client.query('commit')
    return { name, milliseconds: performance.now() - started, locked }
  } catch (error) {
    // If the connection broke, PostgreSQL has already rolled back. Throw the first error, not that of the rollback.
    await client.query('rollback').catch(() => undefined)
    if (!(error instanceof DatabaseError) || error.code === lockNotAvailable) throw error
    throw new Error(`The migration ${migration.name} failed: ${error.message}`, { cause: error })
  }
}

const note = async (client: Client, { name, sha256, sql }: Migration): Promise<void> => {
  await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
  const { unusedSince } = headerOf(name, sql)
  // Migration 0057 adds the column. No earlier migration has a value for it.
  if (unusedSince !== null)
    await client.query('update schema_migration set unused_since = $2 where name = $1', [name, unusedSince])
}

const createHistory = `
  set local client_min_messages = warning;
  create table if not exists schema_migration (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`
