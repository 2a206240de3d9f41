import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError, type Client } from 'pg'
import { makeAuditMonths } from './auditMonths.ts'
import { grantApplication } from './grantApplication.ts'
import { migrateJobs } from './migrateJobs.ts'
import { withClient } from './withClient.ts'
import { sha256 } from '../crypto/sha256.ts'

const rolesFile = join(import.meta.dirname, '../../db/roles.sql')
const migrationsFolder = join(import.meta.dirname, '../../db/migrations')

/** Any number will do, as long as it stays the same between releases. */
const lockKey = 7_386_002

interface Migration {
  name: string
  sha256: string
  sql: string
}

/**
 * Brings the schema up to date (OP-3): forward only, in order, each file in a transaction of its own, so a
 * killed start leaves whole steps only. Several starts at once wait for each other.
 * Throws when the database was migrated by a newer release, or when a file was changed after it was applied.
 */
export const migrate = async (
  ownerUrl: string,
  folder = migrationsFolder,
): Promise<{ applied: string[] }> => {
  const migrations = await readMigrations(folder)
  const roles = await readFile(rolesFile, 'utf8')
  const result = await withClient(ownerUrl, async (client) => {
    // No migration of a restored database would make them again.
    await client.query(roles)
    const history = await readHistory(client)
    checkHistory(history, migrations)
    const applied: string[] = []
    for (const migration of migrations) {
      if (!history.has(migration.name) && (await applyOnce(client, migration, migrations))) {
        applied.push(migration.name)
      }
    }
    await showHistoryToApplication(client)
    await grantApplication(client)
    await makeMonths(client)
    return { applied, hasJobs: await hasJobs(client) }
  })
  if (result.hasJobs) await migrateJobs(ownerUrl)
  return { applied: result.applied }
}

/** Before the first event after a long rest; while the service runs, the hourly clean-up does it (docs/audit.md). */
const makeMonths = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regproc('make_audit_months') is not null as found`,
  )
  if (rows[0]?.found === true) await makeAuditMonths(client)
}

/** Whether the schema of the job queue has been made. */
const hasJobs = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regnamespace('graphile_worker') is not null as found`,
  )
  return rows[0]?.found === true
}

/** Of this release, in order. */
export const migrationNames = async (folder = migrationsFolder): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = await migrationNames(folder)
  const misnamed = names.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  if (misnamed !== undefined)
    throw new Error(`The migration ${misnamed} must be named like 0001_what_it_does.sql.`)
  const twice = names.find((name, index) => index > 0 && name.slice(0, 4) === names[index - 1]?.slice(0, 4))
  if (twice !== undefined) throw new Error(`Two migrations have the number ${twice.slice(0, 4)}.`)
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, sha256: sha256(sql).toString('hex') }
    }),
  )
}

/** The application may see how far the schema is, so that a start without the owner's password can check it. */
const showHistoryToApplication = async (client: Client): Promise<void> => {
  await client.query('begin')
  // Two starts that grant the same at once fail each other.
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

/** Returns false when another start has applied it meanwhile. */
const applyOnce = async (client: Client, migration: Migration, migrations: Migration[]): Promise<boolean> => {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    // Not to_regclass: waiting for an advisory lock leaves it with the catalogue as it was before the wait.
    await client.query(createHistory)
    const history = await readHistoryTable(client)
    checkHistory(history, migrations)
    const isNew = !history.has(migration.name)
    if (isNew) {
      await client.query(migration.sql)
      const { name, sha256 } = migration
      await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
    }
    await client.query('commit')
    return isNew
  } catch (error) {
    // Where the connection broke, PostgreSQL has rolled back by itself; the first error is the one to tell.
    await client.query('rollback').catch(() => undefined)
    if (!(error instanceof DatabaseError)) throw error
    throw new Error(`The migration ${migration.name} failed: ${error.message}`, { cause: error })
  }
}

const createHistory = `
  set local client_min_messages = warning;
  create table if not exists schema_migration (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`
