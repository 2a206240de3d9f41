import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'
import type { StorageName } from './settings.ts'

/**
 * A place for the contents of documents. Content and row are stored together or not at all (FI-7): content outside the
 * database is written first, under a note in document_pending that the row's transaction deletes.
 */
export interface Storage {
  readonly name: StorageName
  /** Before the transaction of the row. */
  stage: (sql: Kysely<DB>, storedName: string, content: Buffer) => Promise<void>
  /** In the transaction of the row. */
  keep: (sql: Transaction<DB>, storedName: string, content: Buffer) => Promise<void>
  /** After a transaction that may have failed: removes the content if no row owns it. */
  discardUnowned: (sql: Kysely<DB>, storedName: string) => Promise<void>
  /** Null if there is no content under the name. */
  read: (sql: Kysely<DB>, storedName: string) => Promise<Buffer | null>
  /** Throws unless contents can be written and read now. */
  check: (sql: Kysely<DB>) => Promise<void>
  /** Every name with content. */
  names: (sql: Kysely<DB>) => AsyncIterable<string>
}

const batchSize = 1000

/** The default: contents are stored in the database, in the same transaction as their row. */
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
  // Only reads: the readiness check of the database already tests writing.
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
