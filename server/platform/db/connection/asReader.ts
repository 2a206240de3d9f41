import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { ofReading } from '../../errors.ts'
import { transact } from './transact.ts'
import type { DB } from '../types.ts'

/* Reads on behalf of people who may never write: PostgreSQL itself refuses what a mistake in the code would do. */

const becomeReader = 'set local role surefoot_reader'

/** A READ ONLY transaction of one snapshot, in the role that may only look. */
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

/** The same within a transaction that writes before and after: going back to the savepoint gives its own rights back. */
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
