import { sql as raw, type Kysely } from 'kysely'
import type { Source } from '../../../../contract/exchange/incoming/source.ts'
import { queueJob, type Job } from '../../../platform/db/jobs/jobs.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { Writing } from '../../../platform/writes/write.ts'

/** Sources whose senders take messages. All others are told by letter or by telephone. */
const toldByMessage: readonly Source[] = ['bars', 'ers']

export const tellsByMessage = (source: Source): boolean => toldByMessage.includes(source)

/** What a sender is told. Texts are ours; nothing of them is a code. */
export interface Says {
  outcome: 'accepted' | 'declined' | 'assessed' | 'ended'
  /** Why it was declined or how it ended, in words; null if nothing is to be said. */
  words: string | null
  /** Who decided; null if nobody did. */
  by: string | null
}

/** Sends what waits. Answers are queued in the transaction that they are about, and sent once it is stored. */
export const sendAnswers: Job<Record<string, never>> = { name: 'sendAnswers', attempts: 1 }

/**
 * Queues what the sender of an incoming referral is told about its decision. Call it in the transaction that stores the
 * decision, after the row was changed. Nothing happens for sources that take no messages.
 */
export const tellSenderOfDecision = async (
  { sql, userId, trace }: Pick<Writing, 'sql' | 'userId' | 'trace'>,
  { incomingId, decision }: { incomingId: number; decision: 'accepted' | 'declined' },
): Promise<void> => {
  const { rows } = await raw<{
    source: Source
    reason: string | null
    note: string | null
    by: string | null
  }>`
    select incoming.source, declined_referral.name as reason, incoming.declined_note as note, app_user.display_name as by
    from incoming_referral as incoming
    left join declined_referral on declined_referral.id = incoming.declined_referral_id
    left join app_user on app_user.id = ${userId}
    where incoming.id = ${incomingId}`.execute(sql)
  const [found] = rows
  if (found === undefined || !tellsByMessage(found.source)) return
  const words = decision === 'accepted' ? null : [found.reason, found.note].filter(Boolean).join('. ')
  await dropWaiting(sql, incomingId)
  const id = await queueAnswer(sql, {
    incomingId,
    kind: 'interim',
    says: { outcome: decision, words: words === '' ? null : words, by: found.by },
    userId,
  })
  trace({ records: [{ entity: 'senderAnswer', id, version: 1, before: null, after: { outcome: decision } }] })
}

/** A decision was undone: what was not sent yet is not sent. What was sent is followed by the next decision. */
export const takeAnswerBack = async (
  { sql }: Pick<Writing, 'sql'>,
  { incomingId }: { incomingId: number },
): Promise<void> => dropWaiting(sql, incomingId)

const dropWaiting = async (sql: Kysely<DB>, incomingId: number): Promise<void> => {
  // One that was tried may have arrived: the next decision follows it.
  await raw`update sender_answer set state = 'dropped', settled_at = clock_timestamp()
    where incoming_referral_id = ${incomingId} and state = 'waiting'`.execute(sql)
}

export const queueAnswer = async (
  sql: Kysely<DB>,
  {
    incomingId,
    kind,
    says,
    userId,
  }: { incomingId: number; kind: 'interim' | 'full'; says: Says; userId: number | null },
): Promise<number> => {
  const { id } = await sql
    .insertInto('sender_answer')
    .values({
      incoming_referral_id: incomingId,
      kind,
      says: JSON.stringify(says),
      next_at: raw<string>`clock_timestamp()`,
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueJob(sql, sendAnswers, {})
  return id
}

/** What a sender was told, for staff. */
export interface ToldSender {
  kind: 'interim' | 'full'
  outcome: Says['outcome'] | null
  state: 'waiting' | 'sent' | 'failed'
  at: string
  problem: string | null
  /** When somebody told the sender by telephone instead, and who. */
  toldAt: string | null
  toldBy: string | null
}

export const readAnswers = async (sql: Kysely<DB>, incomingId: number): Promise<ToldSender[]> => {
  const { rows } = await raw<ToldSender>`
    select answer.kind, answer.says ->> 'outcome' as outcome, answer.state, coalesce(answer.settled_at, answer.created_at) as at,
      answer.problem, answer.told_at as "toldAt", teller.display_name as "toldBy"
    from sender_answer as answer left join app_user as teller on teller.id = answer.told_by
    where answer.incoming_referral_id = ${incomingId} and answer.state <> 'dropped' order by answer.id`.execute(
    sql,
  )
  return rows
}
