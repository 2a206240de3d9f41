import type { Kysely } from 'kysely'
import { unlessNotMadeYet } from '../../../platform/db/migrations/notMadeYet.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { Documents } from '../documents.ts'
import { storageNames, type StorageName } from './settings.ts'

/**
 * How many of the newest documents to try in each store. If every one of them had been lost separately, `npm run
 * verify` would report it.
 */
const looked = 3

const settings: Readonly<Record<StorageName, string>> = {
  postgres: 'DATABASE_URL',
  folder: 'DOCUMENT_FOLDER and DOCUMENT_KEY',
  s3: 'DOCUMENT_S3_BUCKET with its related settings, and DOCUMENT_KEY',
}
const places: Readonly<Record<StorageName, string>> = {
  postgres: 'the database',
  folder: 'a folder',
  s3: 'a bucket',
}

/**
 * Refuses settings that do not lead to where documents are stored, or whose key opens none of them. Otherwise people
 * would find their documents reported as damaged, one at a time (FI-7). A store that does not answer is not refused: it
 * may come back.
 */
export const assertStores = async (sql: Kysely<DB>, { storages }: Documents): Promise<void> => {
  const held = await unlessNotMadeYet(
    sql
      .selectFrom('document')
      .select(({ fn }) => ['stored_in', fn.countAll<number>().as('count')])
      .groupBy('stored_in')
      .execute(),
    [],
  )
  for (const { stored_in: storedIn, count } of held) {
    const name = storageNames.find((known) => known === storedIn)
    const storage = name === undefined ? undefined : storages.get(name)
    if (name === undefined || storage === undefined)
      throw new Error(
        `${count} documents lie in ${name === undefined ? storedIn : places[name]}, which is not configured: ` +
          `please set ${name === undefined ? 'its settings' : settings[name]} to what they were. DOCUMENT_STORE alone says where new documents go.`,
      )
    if (name !== 'postgres' && !(await holdsSome(sql, storage)))
      throw new Error(
        `None of the newest documents in ${places[name]} could be opened: they are missing, or were sealed with another key. ` +
          `Please set ${settings[name]} (or DOCUMENT_OLD_KEY) to what they were when the documents were uploaded.`,
      )
  }
}

/** Whether any of the newest documents is there and opens; true if the store does not answer. */
const holdsSome = async (sql: Kysely<DB>, storage: Documents['storage']): Promise<boolean> => {
  const newest = await sql
    .selectFrom('document')
    .select('stored_name')
    .where('stored_in', '=', storage.name)
    .orderBy('id', 'desc')
    .limit(looked)
    .execute()
  for (const { stored_name: storedName } of newest) {
    try {
      if ((await storage.read(sql, storedName)) !== null) return true
    } catch {
      // The store is unavailable; the startup log says so.
      return true
    }
  }
  return newest.length === 0
}
