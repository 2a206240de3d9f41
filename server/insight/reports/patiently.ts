import type { Kysely } from 'kysely'
import { longestStatementMs } from '../../platform/db/connection/dedicatedConnection.ts'
import { reportConnections, type Database } from '../../platform/db/connection/connect.ts'
import type { DB } from '../../platform/db/types.ts'
import { concurrencyLimit } from '../../platform/files/concurrencyLimit.ts'
import type { Call } from '../../platform/http/calls/route.ts'
import { countInSnapshot, TookTooLong } from './run.ts'

/** Counts in one snapshot. */
type Count = <Counted>(counting: (snapshot: Kysely<DB>) => Promise<Counted>) => Promise<Counted>

/** Does the work of a call that counts. The work may be started twice. */
export type Patiently = <Reply>(
  call: Pick<Call, 'whileWaited'>,
  work: (count: Count) => Promise<Reply>,
) => Promise<Reply>

/**
 * Limit for each statement of the first try: as long as a screen waits before it uses the background, and short enough
 * that a busy database ends the statement before its connection counts as silent.
 */
const firstTryMs = 3_000

/**
 * Counts as long as it takes, until the client disconnects (decision 144). What is quick is counted on a connection
 * that is kept for reports. What takes longer begins again on a connection of its own, so that it delays nothing that
 * is quick.
 */
export const countingPatiently = (db: Database): Patiently => {
  // A call that waits is small, and connections.ts limits how many there are, so none is refused.
  const firstTries = concurrencyLimit(reportConnections, Infinity)
  const longOnes = concurrencyLimit(reportConnections, Infinity)
  return async (call, work) => {
    const waited = call.whileWaited()
    try {
      return await firstTries(() =>
        work((counting) => db.readLong(waited, (sql) => countInSnapshot(sql, firstTryMs, counting))),
      )
    } catch (error) {
      if (!(error instanceof TookTooLong)) throw error
    }
    return longOnes(() =>
      work((counting) => db.apart(waited, (sql) => countInSnapshot(sql, longestStatementMs, counting))),
    )
  }
}
