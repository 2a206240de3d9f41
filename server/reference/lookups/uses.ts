import { sql as raw, type Kysely } from 'kysely'
import type { DB } from '../../platform/db/types.ts'

export interface Use {
  kind: string
  count: number
}

/**
 * How many records of each kind refer to a row. Finds them by the foreign keys to its table, so that a new kind of
 * record is counted without a change here.
 */
export const countUses = async (
  sql: Kysely<DB>,
  table: keyof DB & string,
  id: number | string,
): Promise<Use[]> => {
  const { rows: keys } = await raw<{ from: string; column: string }>`
    select source.relname as "from", attribute.attname as column
    from pg_constraint as key
    join pg_class as source on source.oid = key.conrelid
    join pg_attribute as attribute on attribute.attrelid = key.conrelid and attribute.attnum = key.conkey[1]
    where key.contype = 'f' and key.confrelid = ${table}::regclass
    order by source.relname, attribute.attname`.execute(sql)
  if (keys.length === 0) return []
  const counts = keys.map(
    ({ from, column }) =>
      raw`select ${from} as "from", count(*) as count from ${raw.table(from)} where ${raw.ref(column)} = ${id}`,
  )
  const { rows } = await raw<{ from: string; count: number }>`
    select "from", sum(count)::bigint as count from (${raw.join(counts, raw` union all `)}) as counted
    group by "from" having sum(count) > 0 order by sum(count) desc, "from"`.execute(sql)
  return rows.map(({ from, count }) => ({ kind: inCamelCase(from), count }))
}

const inCamelCase = (table: string): string =>
  table.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
