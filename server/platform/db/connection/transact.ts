import { isAbortedTransactionError, type Kysely, type Transaction } from 'kysely'
import { ofReading, OutcomeUnknown } from '../../errors.ts'
import type { DB } from '../types.ts'

interface Settings {
  /** Use one snapshot, and refuse writes. */
  isReadOnly?: boolean
}

/**
 * Runs the work in one transaction: everything is stored, or nothing. Kysely's own `transaction().execute()` hides why
 * a connection broke behind the failure of its rollback, and does not say whether COMMIT was sent. Here the first error
 * is thrown, and a commit without a reply becomes an OutcomeUnknown.
 */
export const transact = async <Reply>(
  sql: Kysely<DB>,
  work: (transaction: Transaction<DB>) => Promise<Reply>,
  { isReadOnly = false }: Settings = {},
): Promise<Reply> => {
  const begin = sql.startTransaction()
  const transaction = await (
    isReadOnly ? begin.setIsolationLevel('repeatable read').setAccessMode('read only') : begin
  ).execute()
  // PostgreSQL rolls back if the connection is gone. A failed rollback makes the pool drop the connection.
  const giveUp = (): Promise<void> =>
    transaction
      .rollback()
      .execute()
      .catch(() => undefined)
  let reply: Reply
  try {
    reply = await work(transaction)
  } catch (error) {
    await giveUp()
    throw isReadOnly ? ofReading(error) : error
  }
  try {
    await transaction.commit().execute()
  } catch (error) {
    await giveUp()
    throw isReadOnly || wasRefused(error) ? error : new OutcomeUnknown(error)
  }
  return reply
}

/**
 * Errors with which PostgreSQL refuses a commit, so that nothing is stored: deferred constraints and triggers, a
 * conflict with another transaction, a statement that took too long. Any other error, such as a terminated session,
 * leaves the outcome unknown.
 */
const refusals = /^(22...|23...|40001|40P01|40002|57014|P0...)$/

const wasRefused = (error: unknown): boolean =>
  isAbortedTransactionError(error) || refusals.test((error as { code?: string }).code ?? '')
