import type { Kysely } from 'kysely'
import type { DispatchState } from '../../../contract/care/letters/ways.ts'
import type { DB } from '../../platform/db/types.ts'

/** Adds what became of a letter that was sent. The words name nobody. */
export const addStep = async (
  sql: Kysely<DB>,
  dispatchId: number,
  state: Exclude<DispatchState, 'printed'>,
  words: string,
): Promise<void> => {
  await sql.insertInto('letter_dispatch_step').values({ dispatch_id: dispatchId, state, words }).execute()
}
