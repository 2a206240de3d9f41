import { PartFailure } from '../../../platform/errors.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DocumentEncryption } from '../../../platform/crypto/keyedEncryption.ts'
import type { Storage } from './storage.ts'

/** A place outside the database that stores bytes by name. */
export interface ContentStore {
  readonly name: 'folder' | 's3'
  /** Settles once the bytes are durable. */
  put: (storedName: string, bytes: Buffer) => Promise<void>
  get: (storedName: string) => Promise<Buffer | null>
  /** Removing a name that does not exist is not an error. */
  remove: (storedName: string) => Promise<void>
  names: () => AsyncIterable<string>
  /** Throws unless content can be written and read now. */
  check: () => Promise<void>
}

/** Content used to test a place; not a document. */
export const tried = 'readiness'

/** Wraps failures of the place, to distinguish them from failures of the database, which have similar codes. */
const naming = (place: ContentStore): ContentStore => {
  const named = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw new PartFailure('documents', `the ${place.name} of documents`, error)
    }
  }
  return {
    ...place,
    put: (storedName, bytes) => named(place.put(storedName, bytes)),
    get: (storedName) => named(place.get(storedName)),
    remove: (storedName) => named(place.remove(storedName)),
    check: () => named(place.check()),
  }
}

/** Encrypted contents in a place outside the database (DP-6, FI-7). */
export const outsideStorage = (store: ContentStore, seal: DocumentEncryption): Storage =>
  storageIn(naming(store), seal)

const storageIn = (place: ContentStore, seal: DocumentEncryption): Storage => ({
  name: place.name,
  stage: async (sql, storedName, content) => {
    await sql
      .insertInto('document_pending')
      .values({ stored_name: storedName, stored_in: place.name })
      .execute()
    await place.put(storedName, seal.close(storedName, content))
  },
  keep: async (sql, storedName) => {
    const { numDeletedRows } = await sql
      .deleteFrom('document_pending')
      .where('stored_name', '=', storedName)
      .executeTakeFirstOrThrow()
    if (numDeletedRows !== 1n) throw new Error('The content was removed before its row was written')
  },
  discardUnowned: (sql, storedName) =>
    // Waits for the row's transaction if it is still open; afterwards the note shows the outcome.
    transact(sql, async (transaction) => {
      const pending = await transaction
        .selectFrom('document_pending')
        .select('stored_name')
        .where('stored_name', '=', storedName)
        .forUpdate()
        .executeTakeFirst()
      if (pending === undefined) return
      await place.remove(storedName)
      await transaction.deleteFrom('document_pending').where('stored_name', '=', storedName).execute()
    }),
  read: async (_, storedName) => {
    const sealed = await place.get(storedName)
    return sealed === null ? null : seal.open(storedName, sealed)
  },
  names: () => place.names(),
  check: () => place.check(),
})
