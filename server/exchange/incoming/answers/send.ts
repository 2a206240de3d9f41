import { sql as raw, type Kysely } from 'kysely'
import type { Source } from '../../../../contract/exchange/incoming/source.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { longestTry, waitAfter } from '../../../platform/db/jobs/retryWaits.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'
import { appendEvent } from '../../../platform/writes/write.ts'
import type { Says } from './tellSender.ts'

/** An answer that is to be sent. */
export interface Answer {
  id: number
  incomingId: number
  source: Source
  kind: 'interim' | 'full'
  says: Says
  bundleId: string
  requestId: string
  /** As it was written for an earlier attempt; null before the first. */
  body: unknown
  attempts: number
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** What an attempt came to. `again`: it may work later. `problem` names nobody. */
export type Outcome = { as: 'sent' } | { as: 'again' | 'refused'; problem: string }

/** How answers of a source are written and sent. */
export interface Speaker {
  /** The message, which is stored before it is sent; null if there is nothing to write it from. */
  write: (answer: Answer) => Promise<object | null>
  send: (answer: Answer, body: unknown) => Promise<Outcome>
}

/** For which nobody else sends the same answer. */
const lease = 2 * 60_000

/** Sends everything that is due, one after the other. @returns how many were tried */
export const sendDue = async (
  sql: Kysely<DB>,
  now: () => number,
  speakerOf: (source: Source) => Speaker | null,
): Promise<number> => {
  for (let tried = 0; ; tried += 1) {
    const answer = await claim(sql, now())
    if (answer === null) return tried
    await sendOne(sql, now, answer, speakerOf(answer.source))
  }
}

const claim = async (sql: Kysely<DB>, now: number): Promise<Answer | null> => {
  const { rows } = await raw<Answer>`
    with due as (
      select id from sender_answer as answer where state = 'waiting' and next_at <= ${instantOf(now)}
        -- The last word of a sender is our last decision.
        and not exists (select from sender_answer as earlier where earlier.incoming_referral_id = answer.incoming_referral_id
          and earlier.state = 'waiting' and earlier.id < answer.id)
      order by next_at, id for update skip locked limit 1)
    update sender_answer as answer set next_at = ${instantOf(now + lease)}, attempts = attempts + 1
    from due, incoming_referral as incoming
    where answer.id = due.id and incoming.id = answer.incoming_referral_id
    returning answer.id, answer.incoming_referral_id as "incomingId", incoming.source, answer.kind, answer.says,
      answer.bundle_id as "bundleId", answer.request_id as "requestId", answer.body, answer.attempts,
      (extract(epoch from answer.created_at) * 1000)::double precision as "createdAt"`.execute(sql)
  return rows[0] ?? null
}

const sendOne = async (
  sql: Kysely<DB>,
  now: () => number,
  answer: Answer,
  speaker: Speaker | null,
): Promise<void> => {
  if (speaker === null)
    return settle(sql, now(), answer, { as: 'again', problem: 'It is not set up any more.' })
  const body = answer.body ?? (await written(sql, answer, speaker))
  if (body === null)
    return settle(sql, now(), answer, { as: 'refused', problem: 'What was sent is not kept any more.' })
  const outcome = await speaker
    .send(answer, body)
    .catch((): Outcome => ({ as: 'again', problem: 'It could not be reached.' }))
  return settle(sql, now(), answer, outcome)
}

/** As it is read back from where it is stored, so that every attempt sends the same bytes. */
const written = async (sql: Kysely<DB>, answer: Answer, speaker: Speaker): Promise<unknown> => {
  const body = await speaker.write(answer)
  if (body === null) return null
  const stored = await sql
    .updateTable('sender_answer')
    .set({ body: JSON.stringify(body) })
    .where('id', '=', answer.id)
    .returning('body')
    .executeTakeFirstOrThrow()
  return stored.body
}

/** Stands on the incoming referral until somebody has told the sender. */
export const couldNotBeTold = 'The sender could not be told by message. Ring them.'

const settle = async (sql: Kysely<DB>, now: number, answer: Answer, outcome: Outcome): Promise<void> => {
  const { id, incomingId, attempts, createdAt } = answer
  const problem = outcome.as === 'sent' ? null : outcome.problem
  const isOver = outcome.as === 'refused' || now - createdAt >= longestTry
  if (outcome.as !== 'sent' && !isOver) {
    const next = now + waitAfter(attempts)
    await sql
      .updateTable('sender_answer')
      .set({ next_at: instantOf(next), problem })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute()
    return
  }
  const state = outcome.as === 'sent' ? 'sent' : 'failed'
  await transact(sql, async (transaction) => {
    await transaction
      .updateTable('sender_answer')
      .set({ state, problem, settled_at: instantOf(now) })
      .where('id', '=', id)
      .execute()
    if (state === 'failed')
      await raw`update incoming_referral set notice = concat_ws(' ', notice, ${couldNotBeTold}::text), version = version + 1,
          updated_at = clock_timestamp() where id = ${incomingId}`.execute(transaction)
    await appendEvent(transaction, {
      ...{ kind: 'write', status: 200, userId: null, sessionId: null, role: null, address: null },
      action: 'tell the sender of an incoming referral',
      requestId: answer.requestId,
      criteria: { source: answer.source, kind: answer.kind },
      records: [
        {
          ...{ entity: 'incomingReferral', id: incomingId },
          before: { answer: 'waiting' },
          after: { answer: state, outcome: answer.says.outcome },
        },
      ],
    })
  })
}
