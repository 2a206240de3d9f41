import { sql as raw, type Kysely, type Transaction } from 'kysely'
import type { DispatchState, LetterWay } from '../../../contract/care/letters/ways.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { settleTasksOf } from '../../pathways/tasks/settle.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { appendEvent } from '../../platform/writes/write.ts'
import { addStep } from './addStep.ts'

/** What became of a dispatch. */
export interface News {
  state: Exclude<DispatchState, 'printed' | 'queued'>
  words: string
  /** The number under which the service knows it, once it has accepted it. */
  reference?: string
  /** When it is asked about again, in milliseconds since the epoch; null for never. */
  nextAt: number | null
}

interface Subject {
  id: number
  letterId: number
  pathwayId: number
  way: LetterWay
  requestId: string
}

/** The states that may follow each state. All other news is late or repeated, and changes nothing. */
const following: Readonly<Record<DispatchState, readonly News['state'][]>> = {
  printed: [],
  queued: ['accepted', 'arrived', 'failed'],
  accepted: ['posted', 'arrived', 'failed'],
  // The post brought it back.
  posted: ['failed'],
  arrived: [],
  // It was given up, and arrived after all.
  failed: ['arrived'],
}

/** Stores what became of a dispatch with its step, its tasks and its event, or nothing. */
export const settle = (sql: Kysely<DB>, now: number, dispatch: Subject, news: News): Promise<boolean> =>
  transact(sql, (transaction) => settleIn(transaction, now, dispatch, news))

/**
 * The same in a transaction of the caller.
 * @returns whether it changed anything
 */
export const settleIn = async (
  transaction: Transaction<DB>,
  now: number,
  { id, letterId, pathwayId, way, requestId }: Subject,
  { state, words, reference, nextAt }: News,
): Promise<boolean> => {
  // In the order of all saves: the referral before what belongs to it.
  const { rows: found } = await raw<{ patientId: number }>`
    select patient_id as "patientId" from pathway where id = ${pathwayId} for update`.execute(transaction)
  const { rows } = await raw<{ before: DispatchState }>`
    select state as before from letter_dispatch where id = ${id} for update`.execute(transaction)
  const before = rows[0]?.before
  if (before === undefined || !following[before].includes(state)) return false
  const at = instantOf(now)
  await raw`
    update letter_dispatch set state = ${state}, failure = ${state === 'failed' ? words : null},
      reference = coalesce(${reference ?? null}, reference), is_uncertain = false,
      next_at = ${nextAt === null ? null : instantOf(nextAt)},
      accepted_at = coalesce(accepted_at, ${state === 'accepted' ? at : null}::timestamptz),
      settled_at = ${nextAt === null ? at : null}::timestamptz,
      version = version + 1, updated_at = clock_timestamp()
    where id = ${id}`.execute(transaction)
  await addStep(transaction, id, state, words)
  const tasks = await settleTasksOf(transaction, [pathwayId], null)
  await appendEvent(transaction, {
    ...{ kind: 'write', status: 200, userId: null, sessionId: null, role: null, address: null },
    action: 'follow a letter that was sent',
    requestId,
    criteria: { way },
    patientIds: found.map(({ patientId }) => patientId),
    pathwayIds: [pathwayId],
    records: [
      { entity: 'letterDispatch', id, before: { state: before }, after: { state, letter_id: letterId } },
      ...(tasks.records ?? []),
    ],
  })
  return true
}

/** Notes why an attempt came to nothing, and when the next one is; null if a job of its own makes it. */
export const postpone = (
  sql: Kysely<DB>,
  { id }: Pick<Subject, 'id'>,
  { words, nextAt, isUncertain }: { words: string; nextAt: number | null; isUncertain: boolean },
): Promise<void> =>
  transact(sql, async (transaction) => {
    const { rows } = await raw<{ isNew: boolean }>`
      with kept as (select id, failure from letter_dispatch where id = ${id} and state = 'queued' for update)
      update letter_dispatch as dispatch set failure = ${words},
        next_at = ${nextAt === null ? null : instantOf(nextAt)}, is_uncertain = ${isUncertain}
      from kept where dispatch.id = kept.id
      returning kept.failure is distinct from ${words}::text as "isNew"`.execute(transaction)
    // One step for each kind of problem in a row, not for each attempt.
    if (rows[0]?.isNew === true) await addStep(transaction, id, 'queued', words)
  })
