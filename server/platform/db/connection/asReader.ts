import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { ofReading } from '../../errors.ts'
import { transact } from './transact.ts'
import type { DB } from '../types.ts'

/* Reads for users who may never write. PostgreSQL refuses a write that a coding mistake would make. */

const becomeReader = 'set local role surefoot_reader'

/** Runs the work in a READ ONLY transaction with one snapshot, in a role that can only read. */
export const readOnly = <Reply>(
  sql: Kysely<DB>,
  work: (sql: Transaction<DB>) => Promise<Reply>,
): Promise<Reply> =>
  transact(
    sql,
    async (reading) => {
      await reading.executeQuery(CompiledQuery.raw(becomeReader))
      return work(reading)
    },
    { isReadOnly: true },
  )

/**
 * The same inside a transaction that also writes. Rolling back to the savepoint restores the transaction's own rights.
 */
export const lookOnly = async <Reply>(
  writing: Transaction<DB>,
  work: (sql: Transaction<DB>) => Promise<Reply>,
): Promise<Reply> => {
  await writing.executeQuery(
    CompiledQuery.raw(`savepoint looking; set local transaction_read_only = on; ${becomeReader}`),
  )
  const found = await work(writing).catch((error: unknown) => {
    throw ofReading(error)
  })
  await writing.executeQuery(CompiledQuery.raw('rollback to savepoint looking; release savepoint looking'))
  return found
}
