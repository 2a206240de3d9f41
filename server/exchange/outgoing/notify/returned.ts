import { sql as raw, type Kysely } from 'kysely'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { settleTasksOf } from '../../../pathways/tasks/settle.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'
import { appendEvent } from '../../../platform/writes/write.ts'
import { cameBack } from './letterStatuses.ts'

interface Posted {
  id: number
  letterId: number
  state: string
  pathwayId: number
  patientId: number
}

/**
 * Notes that the post brought a letter back, weeks after it was posted, so that somebody looks at the address. Noting it
 * twice changes nothing. @returns whether it is a letter of ours
 */
export const noteReturned = async (sql: Kysely<DB>, now: number, notifyId: string): Promise<boolean> =>
  transact(sql, async (transaction) => {
    const { rows } = await raw<Posted>`
      select dispatch.id, dispatch.letter_id as "letterId", dispatch.state, pathway.id as "pathwayId",
        pathway.patient_id as "patientId"
      from letter_dispatch as dispatch
      join letter on letter.id = dispatch.letter_id
      join pathway on pathway.id = letter.pathway_id
      where dispatch.way = 'post' and dispatch.reference = ${notifyId}
      for update of pathway`.execute(transaction)
    const [dispatch] = rows
    if (dispatch === undefined) return false
    const { rows: changed } = await raw<{ version: number }>`
      update letter_dispatch set state = 'failed', failure = ${cameBack}, next_at = null, is_uncertain = false,
        settled_at = ${instantOf(now)}, version = version + 1, updated_at = clock_timestamp()
      where id = ${dispatch.id} and state in ('accepted', 'posted') returning version`.execute(transaction)
    const [saved] = changed
    if (saved === undefined) return true
    await raw`insert into letter_dispatch_step (dispatch_id, state, words) values (${dispatch.id}, 'failed', ${cameBack})`.execute(
      transaction,
    )
    const tasks = await settleTasksOf(transaction, [dispatch.pathwayId], null)
    await appendEvent(transaction, {
      ...{ kind: 'write', status: 200, userId: null, sessionId: null, role: null, address: null },
      action: 'letter came back',
      requestId: `returned-${dispatch.id}`,
      patientIds: [dispatch.patientId],
      pathwayIds: [dispatch.pathwayId],
      records: [
        {
          ...{ entity: 'letterDispatch', id: dispatch.id, version: saved.version },
          before: { state: dispatch.state },
          after: { state: 'failed', failure: cameBack },
        },
        ...(tasks.records ?? []),
      ],
    })
    return true
  })
