import type { Client } from 'pg'

/** What other transactions cannot do with a table meanwhile. */
export type Closed = 'reading and writing' | 'writing'

export interface LockedTable {
  table: string
  closed: Closed
}

/** The oids of the existing tables and views. */
export const tablesNow = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ oid: string }>(
    `select oid from pg_class where relkind in ('r', 'p', 'v', 'm')`,
  )
  return rows.map(({ oid }) => String(oid))
}

/** Those of the given tables that this connection's transaction blocks for others until it ends. */
export const lockedTables = async (client: Client, among: readonly string[]): Promise<LockedTable[]> => {
  const { rows } = await client.query<LockedTable>(
    `select pg_class.oid::regclass::text as table,
       case when bool_or(mode = 'AccessExclusiveLock') then 'reading and writing' else 'writing' end as closed
     from pg_locks join pg_class on pg_class.oid = pg_locks.relation
     where pid = pg_backend_pid() and locktype = 'relation' and granted and pg_class.oid = any($1::oid[])
       and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
       and relnamespace <> 'pg_catalog'::regnamespace
     group by pg_class.oid order by 1`,
    [among],
  )
  return rows
}
