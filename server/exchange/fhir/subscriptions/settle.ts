import { sql as raw, type Kysely, type Transaction } from 'kysely'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import { longestTry, waitAfter } from '../../../platform/db/jobs/retryWaits.ts'
import type { DB } from '../../../platform/db/types.ts'
import { appendEvent } from '../../../platform/writes/write.ts'
import type { Due, Numbered } from './due.ts'

/** What an attempt came to. `off`: the address wants no more. `stuck`: somebody must mend it. */
export type Outcome =
  | { as: 'sent' }
  | { as: 'off'; problem: string }
  | { as: 'stuck'; problem: string }
  | { as: 'again'; problem: string; after: number }

/** The longest that an address can ask us to wait. */
const mostAsked = 2 * 60 * 60_000

/** @returns whether the subscription is still ours to send to */
export const settle = (
  sql: Kysely<DB>,
  now: number,
  due: Due,
  outcome: Outcome,
  notice: Numbered | null,
): Promise<boolean> =>
  transact(sql, async (transaction) => {
    const change = changeAfter(now, due, outcome, notice === null)
    const { numUpdatedRows } = await transaction
      .updateTable('fhir_subscription')
      .set(change)
      .where('id', '=', due.id)
      .where('state', 'in', ['requested', 'active'])
      .where(raw<boolean>`next_at = ${due.leasedUntil}::timestamptz`)
      .executeTakeFirst()
    if (notice !== null && outcome.as === 'sent') await noteSent(transaction, now, due, notice)
    return numUpdatedRows > 0n
  })

const changeAfter = (now: number, due: Due, outcome: Outcome, isFirst: boolean) => {
  if (outcome.as === 'sent') {
    const well = { last_success_at: instantOf(now), attempts: 0, failing_since: null, problem: null }
    // The first message is followed by what waits; between events the subscription stays ours.
    return isFirst ? { ...well, state: 'active', next_at: instantOf(now) } : well
  }
  const { problem } = outcome
  if (outcome.as === 'off') return { state: 'off', problem, failing_since: instantOf(now) }
  const since = due.failingSince ?? now
  const failing = { problem, failing_since: instantOf(since), attempts: due.attempts + 1 }
  // The guide says so of the first message; of others it is three days.
  if (isFirst || outcome.as === 'stuck' || now - since >= longestTry) return { ...failing, state: 'error' }
  const wait = Math.max(waitAfter(due.attempts + 1), Math.min(outcome.after, mostAsked))
  return { ...failing, next_at: instantOf(now + wait) }
}

/** Which subscription was told of whom. What an attempt without an answer told is told again, under the same id. */
const noteSent = async (
  sql: Transaction<DB>,
  now: number,
  { id, clientId, clientName, purpose }: Due,
  { id: noticeId, patientId, pathwayId, messageId, number, topic }: Numbered,
): Promise<void> => {
  const { numUpdatedRows } = await sql
    .updateTable('fhir_notice')
    .set({ state: 'sent', settled_at: instantOf(now) })
    .where('id', '=', noticeId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await appendEvent(sql, {
    ...{ kind: 'read', status: 200, userId: null, sessionId: null, role: null, address: null },
    action: 'notify a FHIR client',
    requestId: messageId,
    patientIds: [patientId],
    pathwayIds: [pathwayId],
    criteria: {
      fhirClient: clientId,
      fhirClientName: clientName,
      purpose,
      fhirSubscription: id,
      topic,
      number,
    },
  })
}
