import { sql as raw, type Transaction } from 'kysely'
import type { DB } from '../types.ts'

/**
 * Lets one transaction at a time past this point; the lock lasts until it ends. @param what names the shared thing,
 * such as a table
 */
export const advisoryLock = async (sql: Transaction<DB>, what: string): Promise<void> => {
  await raw`select pg_advisory_xact_lock(hashtext(${`surefoot ${what}`}))`.execute(sql)
}

/** Lets transactions that share it past together, and none while somebody has it alone. */
export const sharedLock = async (sql: Transaction<DB>, what: string): Promise<void> => {
  await raw`select pg_advisory_xact_lock_shared(hashtext(${`surefoot ${what}`}))`.execute(sql)
}

/** Copies of records that are written while nobody looks, so that none of a destroyed record remains. */
export const copiesOfRecords = 'copies of records'
