import { sql as raw, type Kysely } from 'kysely'
import type { MessageChannel, MessagePurpose } from '../../../../contract/pathways/records/sentMessage.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { Courier } from '../../../platform/messages/couriers.ts'
import { NotifyFailure } from '../../../platform/messages/notify/failure.ts'
import { settle } from './settle.ts'

/** What a message is about. */
export interface Outgoing {
  /** Names the job, whose attempts send it once. */
  key: string
  purpose: MessagePurpose
  channel: MessageChannel
  about: { pathwayId: number; appointmentId: number | null } | { incomingReferralId: number }
}

/** To whom, and in which words. Neither is kept. */
export interface Words {
  to: string
  /** Of an e-mail; a text has none. */
  subject: string
  text: string
}

interface Kept {
  id: number
  state: string
  reference: string
  uncertainSince: number | null
}

const hourMs = 60 * 60_000
/** When a message that Notify accepted is first asked about: most callbacks come within minutes. */
const askAfterMs = hourMs
/** The attempts of every job that sends are over by then. */
const givenUpAfterMs = 4 * hourMs
/** After an attempt whose outcome is unknown, Notify may still be storing it for so long. */
const settlingMs = 60_000

/**
 * Sends a message that is stored first, once, whatever happens between the attempts of its job: an attempt whose
 * outcome is unknown is looked for at Notify before the next. Throws if it may be sent later. A message that Notify
 * refuses for good is settled as not delivered.
 */
export const sendOnce = async (
  sql: Kysely<DB>,
  clock: () => number,
  courier: Courier,
  outgoing: Outgoing,
  words: Words,
): Promise<'sent' | 'refused'> => {
  const kept = await store(sql, clock(), outgoing, words)
  if (kept.state !== 'queued') return kept.state === 'failed' ? 'refused' : 'sent'
  const { notify } = courier
  const byNotify = outgoing.channel === 'text' ? notify?.takes.texts === true : notify?.takes.mails === true
  if (notify === undefined || !byNotify) {
    await sendPlainly(courier, outgoing.channel, words)
    const why =
      outgoing.channel === 'mail' ? 'The mail server accepted it; nothing reports whether it arrived.' : null
    await settle(sql, clock(), kept.id, { state: 'sent', isFinal: true, why })
    return 'sent'
  }
  const { id, reference } = kept
  if (kept.uncertainSince !== null) {
    const found = await notify.find(reference)
    if (found !== null) {
      await accept(sql, clock(), id, found.id)
      return 'sent'
    }
    if (clock() - kept.uncertainSince < settlingMs)
      throw new NotifyFailure('again', 'GOV.UK Notify may still be storing an earlier attempt')
  }
  await mark(sql, id, clock())
  const { to, subject, text } = words
  try {
    const notifyId =
      outgoing.channel === 'text'
        ? await notify.text({ to, text, reference })
        : await notify.mail({ to, subject, text, reference })
    await accept(sql, clock(), id, notifyId)
    return 'sent'
  } catch (error) {
    if (!(error instanceof NotifyFailure) || error.as === 'unknown') throw error
    await mark(sql, id, null)
    if (error.as === 'again') throw error
    await settle(sql, clock(), id, { state: 'failed', isFinal: true, why: error.message })
    return 'refused'
  }
}

const sendPlainly = async (
  { mail, sms }: Courier,
  channel: MessageChannel,
  { to, subject, text }: Words,
): Promise<void> => {
  if (channel === 'mail') await mail?.({ to, subject, text })
  else await sms?.({ to, text })
}

const store = async (
  sql: Kysely<DB>,
  now: number,
  { key, purpose, channel, about }: Outgoing,
  { to }: Words,
): Promise<Kept> => {
  const isPatient = 'pathwayId' in about
  // What is sent to somebody who referred is not about a telephone of the record.
  const numberEnd = channel === 'text' && isPatient ? (/\d{3}$/.exec(to)?.[0] ?? null) : null
  const [pathwayId, appointmentId] = isPatient ? [about.pathwayId, about.appointmentId] : [null, null]
  const incomingId = isPatient ? null : about.incomingReferralId
  const { rows } = await raw<Kept>`
    insert into sent_message (job_key, purpose, channel, pathway_id, appointment_id, incoming_referral_id, number_end, next_at, created_at)
    values (${key}, ${purpose}, ${channel}, ${pathwayId}, ${appointmentId}, ${incomingId}, ${numberEnd},
        ${instantOf(now + givenUpAfterMs)}, ${instantOf(now)})
    -- Between two attempts the person may have asked for another way.
    on conflict (job_key) do update set
      channel = case when sent_message.state = 'queued' then excluded.channel else sent_message.channel end,
      number_end = case when sent_message.state = 'queued' then excluded.number_end else sent_message.number_end end
    returning id, state, reference, (extract(epoch from uncertain_since) * 1000)::double precision as "uncertainSince"`.execute(
    sql,
  )
  const [kept] = rows
  if (kept === undefined) throw new Error('A stored message')
  return kept
}

const mark = async (sql: Kysely<DB>, id: number, since: number | null): Promise<void> => {
  await sql
    .updateTable('sent_message')
    .set({ uncertain_since: since === null ? null : instantOf(since) })
    .where('id', '=', id)
    .execute()
}

/** A callback may have come first, so only what is still queued becomes sent. */
const accept = async (sql: Kysely<DB>, now: number, id: number, notifyId: string): Promise<void> => {
  await raw`
    update sent_message set notify_id = ${notifyId}::uuid, uncertain_since = null,
      state = case when state = 'queued' then 'sent' else state end, sent_at = coalesce(sent_at, ${instantOf(now)}::timestamptz),
      next_at = case when settled_at is null then ${instantOf(now + askAfterMs)}::timestamptz end
    where id = ${id}`.execute(sql)
}
