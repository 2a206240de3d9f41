import { CompiledQuery, sql as raw, type Kysely, type Transaction } from 'kysely'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'

const becomePerson = 'set local role surefoot_person'

/**
 * Reads what the page of one person shows, in a READ ONLY transaction and a role that sees nothing else: the views whose
 * names begin with `my_`.
 */
export const asPerson = <Reply>(
  sql: Kysely<DB>,
  patientId: number,
  work: (sql: Transaction<DB>) => Promise<Reply>,
): Promise<Reply> =>
  transact(
    sql,
    async (reading) => {
      await raw`select set_config('surefoot.person', ${String(patientId)}, true)`.execute(reading)
      await reading.executeQuery(CompiledQuery.raw(becomePerson))
      return work(reading)
    },
    { isReadOnly: true },
  )
