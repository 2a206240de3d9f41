import { sql as raw, type Kysely, type Transaction } from 'kysely'
import type { IncomingState } from '../../../../../contract/exchange/incoming/source.ts'
import type { Told } from '../../../../../contract/exchange/incoming/told.ts'
import type { DB } from '../../../../platform/db/types.ts'
import { partsOf, textOf } from '../../parts.ts'
import type { Message } from '../message/message.ts'

/** A referral that a client sent. */
export interface Found {
  id: number
  version: number
  reference: string
  state: IncomingState
  told: Told | null
  pathwayId: number | null
}

/** What we call the request of an incoming referral: the kind keeps it apart from all other requests. */
export const requestIdOf = (id: number): string => `incoming-${id}`

/** The number in one of our ids; null for any other text. */
export const idIn = (requestId: string): number | null => {
  const [, digits] = /^incoming-([1-9]\d{0,14})$/.exec(requestId) ?? []
  return digits === undefined ? null : Number(digits)
}

export const referenceSystem = 'urn:surefoot:incoming-referral'

/**
 * The referral that a later message is about: by our own id or reference, by an identifier of the sender, or by the
 * address that the request had in an earlier message. Only among those of the same client.
 */
export const findReferral = async (
  sql: Transaction<DB>,
  clientId: number,
  { request, requestNames }: Message,
): Promise<Found | null> => {
  const own = idIn(textOf(request['id']) ?? '')
  const reference = partsOf(request['identifier'])
    .flatMap(({ system, value }) => (textOf(system) === referenceSystem ? (textOf(value) ?? []) : []))
    .at(0)
  const { rows } = await raw<{ id: number }>`
    select message.incoming_referral_id as id from service_message as message
    join incoming_referral on incoming_referral.id = message.incoming_referral_id
    where message.client_id = ${clientId} and (
      message.incoming_referral_id = ${own} or incoming_referral.reference = ${reference ?? null}
      or message.request_names && ${requestNames}::text[])
    order by message.incoming_referral_id = ${own} desc nulls last,
      incoming_referral.reference = ${reference ?? null} desc nulls last,
      cardinality(array(select unnest(message.request_names) intersect select unnest(${requestNames}::text[]))) desc,
      message.id desc
    limit 1`.execute(sql)
  const [found] = rows
  return found === undefined ? null : lockReferral(sql, found.id)
}

export const lockReferral = async (sql: Transaction<DB>, id: number): Promise<Found> => {
  const { pathway_id: pathwayId, ...row } = await sql
    .selectFrom('incoming_referral')
    .select(['id', 'version', 'reference', 'state', 'told', 'pathway_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, state: row.state as IncomingState, told: row.told as Told | null, pathwayId }
}

/** A referral that this client sent, with its last message; null if it sent none of this id. */
export const findSent = async (
  sql: Kysely<DB>,
  clientId: number,
  id: number,
): Promise<{
  id: number
  version: number
  reference: string
  state: IncomingState
  updatedAt: string
  isClosed: boolean
  body: unknown
} | null> => {
  const { rows } = await raw<{
    id: number
    version: number
    reference: string
    state: IncomingState
    updatedAt: string
    isClosed: boolean
    body: unknown
  }>`
    select incoming.id, incoming.version, incoming.reference, incoming.state, incoming.updated_at as "updatedAt",
      coalesce(pathway.discharge_date, pathway.cancel_referral_date) is not null as "isClosed", message.body
    from incoming_referral as incoming
    join lateral (select body from service_message where incoming_referral_id = incoming.id and client_id = ${clientId}
      order by id desc limit 1) as message on true
    left join pathway on pathway.id = incoming.pathway_id
    where incoming.id = ${id}`.execute(sql)
  return rows[0] ?? null
}
