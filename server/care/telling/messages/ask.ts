import { sql as raw, type Kysely } from 'kysely'
import type { TaskList } from 'graphile-worker'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { AccountsService } from '../../../accounts/settings/service.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { Courier } from '../../../platform/messages/couriers.ts'
import { NotifyFailure } from '../../../platform/messages/notify/failure.ts'
import type { Notify } from '../../../platform/messages/notify/notify.ts'
import { noteStatus, settle } from './settle.ts'

/*
 * Asks GOV.UK Notify about messages of which no callback said that they came to an end, and gives up on those that
 * could not be sent.
 */

const hourMs = 60 * 60_000
/** Notify tries for up to 72 hours. Two hours more, so that its own end is heard. */
const longestMs = 74 * hourMs
/** For which nobody else asks about the same message. */
const leaseMs = 2 * 60_000
const mostInARun = 500

interface Due {
  id: number
  state: string
  reference: string
  notifyId: string | null
  timesAsked: number
  createdAt: number
}

const claim = async (sql: Kysely<DB>, now: number): Promise<Due | undefined> => {
  const { rows } = await raw<Due>`
    with due as (
      select id from sent_message where next_at <= ${instantOf(now)}
      order by next_at, id for update skip locked limit 1)
    update sent_message as message set next_at = ${instantOf(now + leaseMs)}, times_asked = times_asked + 1
    from due where message.id = due.id
    returning message.id, message.state, message.reference, message.notify_id as "notifyId",
      message.times_asked as "timesAsked", (extract(epoch from message.created_at) * 1000)::double precision as "createdAt"`.execute(
    sql,
  )
  return rows[0]
}

/** Asks about everything that is due. @returns how many were asked about */
export const askDue = async (
  sql: Kysely<DB>,
  clock: () => number,
  notify: Notify | undefined,
): Promise<number> => {
  for (let asked = 0; asked < mostInARun; asked += 1) {
    const due = await claim(sql, clock())
    if (due === undefined) return asked
    await askAbout(sql, clock, notify, due).catch(async (error: unknown) => {
      if (!(error instanceof NotifyFailure)) throw error
      await later(sql, clock(), due)
    })
  }
  return mostInARun
}

const askAbout = async (
  sql: Kysely<DB>,
  clock: () => number,
  notify: Notify | undefined,
  due: Due,
): Promise<void> => {
  if (due.state === 'queued') return endQueued(sql, clock(), notify, due)
  const status = due.notifyId === null ? null : ((await notify?.ask(due.notifyId)) ?? null)
  if (status !== null) await noteStatus(sql, clock(), { id: due.id }, status)
  if (clock() - due.createdAt >= longestMs)
    return settle(sql, clock(), due.id, {
      ...{ state: 'sent', isFinal: true },
      why: 'GOV.UK Notify did not say within three days whether it arrived.',
    })
  return later(sql, clock(), due)
}

/** Its job has given up. Notify may have it all the same, if the last attempt ended without an answer. */
const endQueued = async (
  sql: Kysely<DB>,
  now: number,
  notify: Notify | undefined,
  { id, reference, createdAt }: Due,
): Promise<void> => {
  const found = now - createdAt < longestMs ? ((await notify?.find(reference)) ?? null) : null
  if (found === null)
    return settle(sql, now, id, { state: 'failed', isFinal: true, why: 'It could not be sent.' })
  await sql.updateTable('sent_message').set({ notify_id: found.id }).where('id', '=', id).execute()
  await noteStatus(sql, now, { id }, found.status)
}

/** After one hour, two, four, eight and so on, at most a day. */
const later = async (sql: Kysely<DB>, now: number, { id, timesAsked }: Due): Promise<void> => {
  const next = now + Math.min(24, 2 ** Math.min(5, timesAsked)) * hourMs
  await sql
    .updateTable('sent_message')
    .set({ next_at: instantOf(next) })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .execute()
}

export const messageTasks = ({ db, clock }: AccountsService, { notify }: Courier): TaskList => ({
  askAboutMessages: async () => {
    await askDue(db.sql, clock, notify)
  },
})
