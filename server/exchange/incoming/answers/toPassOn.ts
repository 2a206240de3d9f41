import { sql as raw } from 'kysely'

/**
 * Whether the sender of `incoming` still has to be told in another way, because the message could not be delivered. A
 * later message, or a decision that was undone, ends it; so does the removal of what the sender wrote.
 */
export const isToPassOn = raw<boolean>`(incoming.state not in ('waiting', 'asked') and incoming.told is not null and exists (
  select from sender_answer as failed
  where failed.incoming_referral_id = incoming.id and failed.state = 'failed' and failed.told_at is null
    and not exists (select from sender_answer as later
      where later.incoming_referral_id = incoming.id and later.id > failed.id and later.state <> 'dropped')))`

/** How many senders are to be rung. */
export const sendersToRing = raw<number>`(select count(*) from incoming_referral as incoming where ${isToPassOn} and incoming.id in (
  select incoming_referral_id from sender_answer where state = 'failed' and told_at is null))`
