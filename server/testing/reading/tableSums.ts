import type { TestDatabase } from '../process/database.ts'

/** What refusals and requests leave behind by design. */
const auditTables = ['audit_event']

/** A checksum of every table, but for those named: equal sums mean that nothing was written. */
export const tableSums = async (
  { owner }: TestDatabase,
  except: readonly string[] = auditTables,
): Promise<Record<string, string>> => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all($1)
     order by 1`,
    [except],
  )
  const { rows } = await owner.query<Record<string, string>>(
    `select ${tables
      .map(
        ({ name }) =>
          `(select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${name} as t) as ${name}`,
      )
      .join(', ')}`,
  )
  return rows[0] ?? {}
}
