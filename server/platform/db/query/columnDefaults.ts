import { sql as raw, type Kysely } from 'kysely'
import type { DB } from '../types.ts'

/** The default expression of each column, which PostgreSQL uses if a statement does not name the column. */
export type ColumnDefaults = ReadonlyMap<string, string>

const known = new Map<string, Promise<ColumnDefaults>>()

/** Read from the schema itself, once. */
export const columnDefaultsOf = (sql: Kysely<DB>, table: keyof DB & string): Promise<ColumnDefaults> => {
  const found = known.get(table)
  if (found !== undefined) return found
  const read = readDefaults(sql, table)
  known.set(table, read)
  // If the database was unreachable, read again the next time.
  read.catch(() => known.delete(table))
  return read
}

const readDefaults = async (sql: Kysely<DB>, table: string): Promise<ColumnDefaults> => {
  const { rows } = await raw<{ column: string; expression: string }>`
    select attribute.attname as column, pg_get_expr(value.adbin, value.adrelid) as expression
    from pg_attrdef as value
    join pg_attribute as attribute on attribute.attrelid = value.adrelid and attribute.attnum = value.adnum
    where value.adrelid = ${table}::regclass and attribute.attgenerated = ''`.execute(sql)
  return new Map(rows.map(({ column, expression }) => [column, expression]))
}
