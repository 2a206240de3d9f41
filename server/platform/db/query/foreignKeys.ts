import { sql as raw, type Kysely } from 'kysely'
import type { DB } from '../types.ts'

/** The table that each choice column refers to. Parents and people are not choices. */
export type ChoiceTables = ReadonlyMap<string, keyof DB & string>

const notChoices = [
  'pathway',
  'patient',
  'exercise',
  'exercise_class',
  'class_session',
  'clinic',
  'clinic_slot',
  'contact_note',
  'app_user',
]
const known = new Map<string, Promise<ChoiceTables>>()

/** Read from the schema itself, once, so that a new column with a foreign key needs no entry here. */
export const choiceTablesOf = (sql: Kysely<DB>, table: keyof DB & string): Promise<ChoiceTables> => {
  const found = known.get(table)
  if (found !== undefined) return found
  const read = readChoiceTables(sql, table)
  known.set(table, read)
  // If the database was unreachable, read again the next time.
  read.catch(() => known.delete(table))
  return read
}

const readChoiceTables = async (sql: Kysely<DB>, table: string): Promise<ChoiceTables> => {
  const { rows } = await raw<{ column: string; target: keyof DB & string }>`
    select attribute.attname as column, target.relname as target
    from pg_constraint as key
    join pg_class as source on source.oid = key.conrelid
    join pg_class as target on target.oid = key.confrelid
    join pg_attribute as attribute on attribute.attrelid = key.conrelid and attribute.attnum = key.conkey[1]
    where key.contype = 'f' and source.oid = ${table}::regclass and target.relname <> all(${notChoices})`.execute(
    sql,
  )
  return new Map(rows.map(({ column, target }) => [column, target]))
}
