import { sql as raw, type Kysely } from 'kysely'
import { today } from '../../../../contract/platform/dates/dates.ts'
import type { IncomingState } from '../../../../contract/exchange/incoming/source.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { ErsReferral } from './shapes/referral.ts'

/** What is known of the latest incoming referral with a UBRN. */
export interface Known {
  ubrn: string
  messageId: string
  state: IncomingState
  /** The version that was fetched or declined. */
  version: string | null
  decidedAt: string | null
  /** e-RS does not know of the decision yet, so that it still lists the referral as it was. */
  isBeingTold: boolean
}

/** Only what we declined, and e-RS knows of, can be sent again; what waits or was accepted is one referral. */
export const mayComeAgain = ({ state, isBeingTold }: Known): boolean => state === 'declined' && !isBeingTold

export const readKnown = async (sql: Kysely<DB>, ubrns: readonly string[]): Promise<Known[]> => {
  if (ubrns.length === 0) return []
  const { rows } = await raw<Known>`
    select distinct on (split_part(incoming.message_id, '/', 1)) split_part(incoming.message_id, '/', 1) as ubrn,
      incoming.message_id as "messageId", incoming.state, incoming.source_version as version, incoming.decided_at as "decidedAt",
      exists (select from sender_answer as answer
        where answer.incoming_referral_id = incoming.id and answer.state = 'waiting') as "isBeingTold"
    from incoming_referral as incoming
    where incoming.source = 'ers' and split_part(incoming.message_id, '/', 1) = any(${ubrns}::text[])
    order by split_part(incoming.message_id, '/', 1), incoming.id desc`.execute(sql)
  return rows
}

/**
 * What tells two sendings of a referral apart. Where e-RS gives neither a version nor a date, the day on which it was
 * read: one that is listed on a later day than it was declined was sent again.
 */
export const versionOf = ({ version, authoredOn }: ErsReferral, now: number): string =>
  version ?? authoredOn ?? today(now)
