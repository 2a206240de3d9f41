import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'
import type { StorageName } from './settings.ts'

/**
 * A place for the contents of documents. Content and row stand or fall together (FI-7): what is outside the
 * database is brought there first, under a note that the row's transaction takes away.
 */
export interface Storage {
  readonly name: StorageName
  /** Before the transaction of the row. */
  stage: (sql: Kysely<DB>, storedName: string, content: Buffer) => Promise<void>
  /** In the transaction of the row. */
  keep: (sql: Transaction<DB>, storedName: string, content: Buffer) => Promise<void>
  /** After a transaction that may have failed: removes what no row came to own, and nothing else. */
  discardUnowned: (sql: Kysely<DB>, storedName: string) => Promise<void>
  /** null when there is nothing under the name. */
  read: (sql: Kysely<DB>, storedName: string) => Promise<Buffer | null>
  /** Throws unless contents can be written and read here now. */
  check: (sql: Kysely<DB>) => Promise<void>
  /** Every name that holds content. */
  names: (sql: Kysely<DB>) => AsyncIterable<string>
}

const batchSize = 1000

/** The default: contents lie in the database and are written in the very transaction of their row. */
export const postgresStorage: Storage = {
  name: 'postgres',
  stage: async () => undefined,
  keep: async (sql, storedName, content) => {
    await sql.insertInto('document_content').values({ stored_name: storedName, content }).execute()
  },
  discardUnowned: async () => undefined,
  read: async (sql, storedName) => {
    const row = await sql
      .selectFrom('document_content')
      .select('content')
      .where('stored_name', '=', storedName)
      .executeTakeFirst()
    return row?.content ?? null
  },
  // That the database takes writes is looked at for every call.
  check: async (sql) => {
    await sql.selectFrom('document_content').select('stored_name').limit(1).execute()
  },
  names: async function* (sql) {
    for (let last: string | null = null; ;) {
      let query = sql
        .selectFrom('document_content')
        .select('stored_name')
        .orderBy('stored_name')
        .limit(batchSize)
      if (last !== null) query = query.where('stored_name', '>', last)
      const rows = await query.execute()
      for (const { stored_name: name } of rows) yield name
      if (rows.length < batchSize) return
      last = rows.at(-1)?.stored_name ?? null
    }
  },
}
