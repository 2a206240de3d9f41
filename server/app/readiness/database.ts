import type { PoolClient } from 'pg'
import { today } from '../../../contract/platform/dates/dates.ts'
import { graceMs } from '../../pathways/worklists/dayMoves.ts'
import type { Database } from '../../platform/db/connection/connect.ts'
import { faultsOfSession } from '../../platform/db/connection/assertSession.ts'
import { inTransaction } from '../../platform/db/connection/inTransaction.ts'
import { isBefore } from '../../platform/db/query/isBefore.ts'
import { stateOfFailure, type PartState } from './state.ts'

export type DatabaseParts = Record<'database' | 'session' | 'schema' | 'audit' | 'queue' | 'lists', PartState>

/** A job overdue by this long means that no worker is running. Reports have their own worker and may take long. */
const lateAfter = '10 minutes'

/**
 * Writes and reads as calls do: through their pool and in their role.
 * @param migrations the migrations that this release knows
 * @param version the version of this release
 * @param tell receives the error that the database failed with
 */
export const checkDatabase = async (
  { pool }: Pick<Database, 'pool'>,
  migrations: readonly string[],
  version: string,
  tell: (error: unknown) => void,
): Promise<DatabaseParts> => {
  const unknown = {
    session: 'unknown',
    schema: 'unknown',
    audit: 'unknown',
    queue: 'unknown',
    lists: 'unknown',
  } as const
  try {
    await inTransaction(pool, write)
  } catch (error) {
    tell(error)
    return { ...unknown, database: stateOfFailure(error) }
  }
  try {
    const session = (await faultsOfSession(pool)).length === 0 ? 'ok' : 'wrong'
    return { database: 'ok', session, ...(await read(pool, migrations, version)) }
  } catch (error) {
    tell(error)
    return { ...unknown, database: stateOfFailure(error) }
  }
}

/**
 * A row may fit into space allocated long ago even when no table can grow any more. So this also writes a temporary
 * file of one megabyte, by making a set overflow its small working memory.
 */
const write = async (client: PoolClient): Promise<void> => {
  await client.query(
    `select set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true),
       set_config('lock_timeout', '1s', true)`,
  )
  await client.query('update readiness set checked_at = clock_timestamp()')
  await client.query('select count(*) from generate_series(1, 50000)')
}

interface Reading {
  missing: number
  /** For each unknown migration that removed something: the first version that no longer uses it. */
  unused: string[]
  may_append: boolean
  is_late: boolean
  has_stayed: boolean
}

const read = async (
  pool: Database['pool'],
  migrations: readonly string[],
  version: string,
): Promise<Omit<DatabaseParts, 'database' | 'session'>> => {
  const { rows } = await pool.query<Reading>(
    `select
       (select count(*) from unnest($1::text[]) as known where known not in (select name from schema_migration)) as missing,
       array(select unused_since from schema_migration where name <> all($1) and unused_since is not null) as unused,
       has_table_privilege('audit_event', 'insert') as may_append,
       exists (select from graphile_worker.jobs
         where locked_at is null and attempts < max_attempts and task_identifier <> 'reportRun'
           and run_at < now() - $2::interval) as is_late,
       exists (select from work_list where moves_on <= $3) as has_stayed`,
    [migrations, lateAfter, today(Date.now() - graceMs)],
  )
  const [found] = rows
  if (found === undefined) throw new Error('PostgreSQL answered without a row')
  return {
    schema:
      found.missing > 0 ? 'behind' : found.unused.some((since) => isBefore(version, since)) ? 'ahead' : 'ok',
    audit: found.may_append ? 'ok' : 'closed',
    queue: found.is_late ? 'late' : 'ok',
    lists: found.has_stayed ? 'late' : 'ok',
  }
}
