import { sql as raw, type Kysely } from 'kysely'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { Dispatch } from './carrier.ts'

/** A dispatch that is to be sent or asked about now. */
export interface Claimed extends Dispatch {
  state: 'queued' | 'accepted'
  /** Whether an earlier attempt to send it has no outcome, because the reply or the process was lost. */
  isUncertain: boolean
  /** The problem of the last attempt, as it is stored. */
  failure: string | null
}

/** One that only its claimant may send, for as long as the lease is the same. */
export interface Leased extends Claimed {
  leasedUntil: string
}

const minute = 60_000
/** For which nobody else sends the same letter. Longer than any request of a carrier may last. */
export const lease = 3 * minute

const dispatchColumns = raw`dispatch.id, dispatch.letter_id as "letterId", letter.pathway_id as "pathwayId", dispatch.way,
  dispatch.state, dispatch.request_id as "requestId", dispatch.reference, dispatch.address, dispatch.mesh_form as "meshForm",
  dispatch.tries as attempts, dispatch.is_uncertain as "isUncertain", dispatch.failure,
  (extract(epoch from dispatch.created_at) * 1000)::double precision as "createdAt",
  (extract(epoch from dispatch.accepted_at) * 1000)::double precision as "acceptedAt"`

/** Takes the dispatch that has been due longest, for the length of the lease; null if none is due. */
export const claim = async (
  sql: Kysely<DB>,
  now: number,
  ways: readonly Dispatch['way'][],
): Promise<Leased | null> => {
  const { rows } = await raw<Leased>`
    with due as (
      select id from letter_dispatch
      where next_at <= ${instantOf(now)} and state in ('queued', 'accepted') and way = any(${[...ways]}::text[])
      order by next_at, id for update skip locked limit 1)
    update letter_dispatch as dispatch set next_at = ${instantOf(now + lease)},
      tries = tries + case when dispatch.state = 'queued' then 1 else 0 end
    from due, letter
    where dispatch.id = due.id and letter.id = dispatch.letter_id
    returning ${dispatchColumns}, dispatch.next_at::text as "leasedUntil"`.execute(sql)
  return rows[0] ?? null
}

/** What was to leave, or left, before an instant, by a way outside other than these. */
export const readWithoutCarrier = async (
  sql: Kysely<DB>,
  before: number,
  ways: readonly string[],
): Promise<Claimed[]> => {
  const { rows } = await raw<Claimed>`
    select ${dispatchColumns} from letter_dispatch as dispatch join letter on letter.id = dispatch.letter_id
    where dispatch.next_at is not null and dispatch.state in ('queued', 'accepted') and not dispatch.way = any(${[...ways]}::text[])
      and coalesce(dispatch.accepted_at, dispatch.created_at) <= ${instantOf(before)}
    order by dispatch.id`.execute(sql)
  return rows
}

/**
 * The dispatch that one of these numbers names.
 * @param numbers ours, or those by which the service knows it
 */
export const findDispatch = async (
  sql: Kysely<DB>,
  way: Dispatch['way'],
  numbers: readonly string[],
): Promise<Dispatch | null> => {
  const { rows } = await raw<Dispatch>`
    select ${dispatchColumns} from letter_dispatch as dispatch join letter on letter.id = dispatch.letter_id
    where dispatch.way = ${way}
      and (dispatch.request_id::text = any(${[...numbers]}::text[]) or dispatch.reference = any(${[...numbers]}::text[]))
    order by dispatch.id desc limit 1`.execute(sql)
  return rows[0] ?? null
}
