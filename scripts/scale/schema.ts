import type { Pool } from 'pg'

/** One thing of the schema: the table or function where it is, and what it is. */
export interface Place {
  where: string
  what: string
}

/** What migrations make, as far as a distributed PostgreSQL may refuse it. */
export interface Schema {
  tables: readonly { name: string; columns: readonly string[] }[]
  uniques: readonly { table: string; name: string; isPrimary: boolean; columns: readonly string[] }[]
  foreignKeys: readonly { table: string; target: string; columns: readonly string[]; isDeferrable: boolean }[]
  triggers: readonly { table: string; name: string; isRow: boolean; hasTransitionTables: boolean }[]
  indexes: readonly { table: string; name: string; method: string; columns: number }[]
  identities: readonly { table: string; type: string }[]
  generated: readonly Place[]
  checks: readonly Place[]
  partitioned: readonly string[]
  policies: readonly string[]
  functions: readonly { name: string; language: string; body: string }[]
  views: readonly { name: string; body: string }[]
  exclusions: readonly string[]
  unlogged: readonly string[]
  extensions: readonly string[]
  /** Functions of the job queue that tell listeners. */
  notifying: readonly string[]
}

/* The tables of the audit trail's months come by themselves, and are the same as the table that they are parts of. */
const ours = `
  with ours as (
    select pg_class.* from pg_class
    where relnamespace = 'public'::regnamespace and not relispartition and relname <> 'schema_migration')`

const namesOf = (attributes: string) =>
  `(select coalesce(array_agg(attname::text order by place), '{}') from unnest(${attributes}) with ordinality as listed (number, place)
    join pg_attribute on attrelid = ours.oid and attnum = listed.number)`

const queries: Record<keyof Schema, string> = {
  tables: `${ours}
    select relname as name, (select array_agg(attname::text) from pg_attribute where attrelid = ours.oid and attnum > 0) as columns
    from ours where relkind in ('r', 'p') order by relname`,
  uniques: `${ours}
    select ours.relname as table, made.relname as name, indisprimary as "isPrimary", ${namesOf('indkey::int2[]')} as columns
    from ours join pg_index on indrelid = ours.oid join pg_class as made on made.oid = indexrelid
    where indisunique order by ours.relname, made.relname`,
  foreignKeys: `${ours}
    select relname as table, confrelid::regclass::text as target, ${namesOf('conkey')} as columns, condeferrable as "isDeferrable"
    from ours join pg_constraint on conrelid = ours.oid where contype = 'f' order by relname, conname`,
  triggers: `${ours}
    select relname as table, tgname as name, tgtype & 1 = 1 as "isRow",
      tgnewtable is not null or tgoldtable is not null as "hasTransitionTables"
    from ours join pg_trigger on tgrelid = ours.oid where not tgisinternal order by relname, tgname`,
  indexes: `${ours}
    select ours.relname as table, made.relname as name, amname as method, indnkeyatts as columns
    from ours join pg_index on indrelid = ours.oid join pg_class as made on made.oid = indexrelid join pg_am on pg_am.oid = made.relam
    order by made.relname`,
  identities: `${ours}
    select relname as table, format_type(atttypid, atttypmod) as type
    from ours join pg_attribute on attrelid = ours.oid where attidentity <> '' order by relname`,
  generated: `${ours}
    select relname as where, attname as what from ours join pg_attribute on attrelid = ours.oid
    where attgenerated <> '' order by relname, attnum`,
  checks: `${ours}
    select relname as where, pg_get_constraintdef(pg_constraint.oid) as what
    from ours join pg_constraint on conrelid = ours.oid where contype = 'c' order by relname, conname`,
  partitioned: `${ours} select relname as name from ours where relkind = 'p' order by relname`,
  policies: `${ours} select distinct relname as name from ours join pg_policy on polrelid = ours.oid order by relname`,
  functions: `
    select proname as name, lanname as language, pg_get_functiondef(pg_proc.oid) as body
    from pg_proc join pg_language on pg_language.oid = prolang
    where pronamespace = 'public'::regnamespace and prokind = 'f' order by proname`,
  views: `${ours} select relname as name, pg_get_viewdef(oid) as body from ours where relkind = 'v' order by relname`,
  exclusions: `${ours} select conname as name from ours join pg_constraint on conrelid = ours.oid where contype = 'x' order by conname`,
  unlogged: `${ours} select relname as name from ours where relpersistence <> 'p' order by relname`,
  extensions: `select extname as name from pg_extension order by extname`,
  notifying: `
    select proname as name from pg_proc
    where pronamespace = to_regnamespace('graphile_worker') and prosrc like '%pg_notify%' order by proname`,
}

const onlyNames = new Set<keyof Schema>([
  ...(['partitioned', 'policies', 'exclusions', 'unlogged', 'extensions', 'notifying'] as const),
])

export const readSchema = async (owner: Pool): Promise<Schema> => {
  const read: Record<string, unknown[]> = {}
  for (const [part, query] of Object.entries(queries)) {
    const { rows } = await owner.query<{ name: string }>(query)
    read[part] = onlyNames.has(part as keyof Schema) ? rows.map(({ name }) => name) : rows
  }
  return read as unknown as Schema
}
