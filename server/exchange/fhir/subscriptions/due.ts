import { sql as raw, type Kysely, type Transaction } from 'kysely'
import { typesOfPurpose } from '../../../../contract/exchange/client.ts'
import type { SubscriptionTopic } from '../../../../contract/exchange/subscription.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { ExchangeService, FhirSettings } from '../../settings/settings.ts'
import type { FhirCaller } from '../../smart/tokens.ts'
import { fhirIdOf } from '../mapping/ids.ts'
import { sourcesOf } from '../resources/registry.ts'
import { readRows } from '../search/rows.ts'
import { topicOf } from './notification.ts'

/* Which subscription is due, and what it is told next. */

/** A subscription that is due, with its client. */
export interface Due {
  id: number
  state: 'requested' | 'active'
  endpoint: string
  sealedSecret: Buffer
  /** Null once a day has passed since the last change of the secret. */
  sealedSecretBefore: Buffer | null
  events: number
  attempts: number
  /** Milliseconds since the epoch; null while the address answers. */
  failingSince: number | null
  /** Until when nobody else sends: proves that it is still ours. */
  leasedUntil: string
  clientId: number
  clientName: string
  purpose: FhirCaller['purpose']
  teamId: number | null
  types: string[]
}

interface Notice {
  id: number
  pathwayId: number
  topic: SubscriptionTopic
  happenedAt: string
  messageId: string
  number: number | null
}

export interface Numbered extends Notice {
  number: number
  patientId: number
  focus: string
  leasedUntil: string
}

export type Sending = Pick<ExchangeService, 'db' | 'clock' | 'secretKey'> & { fhir: FhirSettings }

const leaseMs = 60_000
/** A client that was changed waits until Information Governance agrees again; one that ended is told nothing. */
export const claim = async ({ db, clock }: Sending): Promise<Due | null> => {
  const now = clock()
  const { rows } = await raw<Due>`
    with due as (
      select subscription.id from fhir_subscription as subscription
      join fhir_client as client on client.id = subscription.client_id and client.revoked_at is null
        and client.approved_at is not null and client.expires_date >= ${today(now)}
      where subscription.next_at <= ${instantOf(now)} and subscription.sealed_secret is not null
        and (subscription.state = 'requested' or subscription.state = 'active'
          and exists (select from fhir_notice where subscription_id = subscription.id and fhir_notice.state = 'waiting'))
      order by subscription.next_at, subscription.id for update of subscription skip locked limit 1)
    update fhir_subscription as subscription set next_at = ${instantOf(now + leaseMs)}
    from due, fhir_client as client
    where subscription.id = due.id and client.id = subscription.client_id
    returning subscription.id, subscription.state, endpoint, sealed_secret as "sealedSecret",
      case when secret_before_until > ${instantOf(now)} then sealed_secret_before end as "sealedSecretBefore",
      events, attempts, (extract(epoch from failing_since) * 1000)::double precision as "failingSince",
      next_at::text as "leasedUntil", client.id as "clientId", client.name as "clientName", client.purpose,
      client.team_id as "teamId", client.types`.execute(db.sql)
  return rows[0] ?? null
}

export const release = async (sql: Kysely<DB>, now: number, { id, leasedUntil }: Due): Promise<void> => {
  await raw`update fhir_subscription set next_at = ${instantOf(now)}
    where id = ${id} and next_at = ${leasedUntil}::timestamptz`.execute(sql)
}

/**
 * The next notice that the client may have, by the rules of reading at this moment, with its number. Null if nothing
 * waits, or if the subscription is somebody else's to send to or was paused.
 */
export const nextOf = (service: Sending, due: Due): Promise<Numbered | null> =>
  transact(service.db.sql, async (sql) => {
    const kept = await raw<{ leasedUntil: string }>`
      update fhir_subscription set next_at = ${instantOf(service.clock() + leaseMs)}
      where id = ${due.id} and state = 'active' and next_at = ${due.leasedUntil}::timestamptz
      returning next_at::text as "leasedUntil"`.execute(sql)
    const [lease] = kept.rows
    for (;;) {
      const { rows } = await raw<Notice>`
        select id, pathway_id as "pathwayId", topic, happened_at as "happenedAt", message_id as "messageId", number
        from fhir_notice where subscription_id = ${due.id} and state = 'waiting' order by id limit 1`.execute(
        sql,
      )
      const [notice] = rows
      if (lease === undefined || notice === undefined) return null
      const seen = await seenBy(sql, due, notice)
      if (seen !== null) {
        const number = notice.number ?? (await giveNumber(sql, due.id, notice.id))
        return { ...notice, ...seen, number, leasedUntil: lease.leasedUntil }
      }
      await sql
        .updateTable('fhir_notice')
        .set({ state: 'withheld', settled_at: instantOf(service.clock()) })
        .where('id', '=', notice.id)
        .execute()
    }
  })

/** What the client would be shown of the referral; null if nothing. */
const seenBy = async (
  sql: Transaction<DB>,
  { clientId, clientName, purpose, teamId, types }: Due,
  { topic, pathwayId }: Notice,
): Promise<{ patientId: number; focus: string } | null> => {
  const { type } = topicOf(topic)
  const [source] = sourcesOf[type]
  if (source === undefined || !types.includes(type) || !typesOfPurpose(purpose).includes(type)) return null
  const caller: FhirCaller = {
    ...{ clientId, clientName, purpose, teamId, scopes: [`system/${type}.rs`] },
    ...{ userId: null, sessionId: null, role: null, patientId: null },
  }
  const fhirId = fhirIdOf(source, { id: pathwayId })
  const [found] = await readRows(sql, caller, [source], [fhirId])
  const patientId = found?.row.patientId ?? null
  if (found === undefined || patientId === null || found.row.isActive === false) return null
  return { patientId, focus: `${type}/${fhirId}` }
}

const giveNumber = async (
  sql: Transaction<DB>,
  subscriptionId: number,
  noticeId: number,
): Promise<number> => {
  const { events } = await sql
    .updateTable('fhir_subscription')
    .set((row) => ({ events: row('events', '+', 1) }))
    .where('id', '=', subscriptionId)
    .returning('events')
    .executeTakeFirstOrThrow()
  await sql.updateTable('fhir_notice').set({ number: events }).where('id', '=', noticeId).execute()
  return events
}
