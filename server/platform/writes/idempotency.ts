import { sql as raw, type Transaction } from 'kysely'
import type { DB } from '../db/types.ts'
import { HttpProblem } from '../errors.ts'
import { sha256 } from '../crypto/sha256.ts'

/**
 * Identifies a repeated write (DU-4). A write with a key is recognised by the key, so a change whose reply was lost
 * gets the first reply and no conflict with itself. A create without a key is recognised by its body.
 */
export interface IdempotencyClaim {
  key: Buffer
  route: string
  bodyHash: Buffer
  keptForSeconds: number
}

const keyedForSeconds = 24 * 60 * 60
/** Without a key, the same body from the same user within this time counts as a double click. */
const unkeyedForSeconds = 10

export const idempotencyClaim = (route: string, body: unknown, key: string | undefined): IdempotencyClaim => {
  const written = JSON.stringify(body)
  return {
    route,
    bodyHash: sha256(written),
    key: key === undefined ? sha256(`body ${route} ${written}`) : sha256(`key ${key}`),
    keptForSeconds: key === undefined ? unkeyedForSeconds : keyedForSeconds,
  }
}

/**
 * Claims the key for this transaction and returns null, or returns the reply stored by an earlier one. If another
 * transaction is still working on the same key, this waits on the primary key until that transaction commits or rolls
 * back.
 */
export const claimIdempotencyKey = async (
  sql: Transaction<DB>,
  userId: number,
  { key, route, bodyHash, keptForSeconds }: IdempotencyClaim,
): Promise<unknown> => {
  const claimed = await raw<{ claimed: number }>`
    /* prepared: claim an idempotency key */
    insert into request_replay (user_id, key, route, body_hash, expires_at)
    values (${userId}, ${key}, ${route}, ${bodyHash}, clock_timestamp() + make_interval(secs => ${keptForSeconds}))
    on conflict (user_id, key) do update
      set route = excluded.route, body_hash = excluded.body_hash, expires_at = excluded.expires_at, reply = null
      where request_replay.expires_at < clock_timestamp()
    returning 1 as claimed`.execute(sql)
  if (claimed.rows.length > 0) return null
  const first = await sql
    .selectFrom('request_replay')
    .select(['route', 'body_hash', 'reply'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (first.route !== route || !first.body_hash.equals(bodyHash))
    throw new HttpProblem(422, 'key-reused', 'This Idempotency-Key was used for another request.')
  return first.reply
}

/** Stores the reply ($16) for the claim on a key ($15) by a user ($14), after the 13 values of an audit event. */
export const keepReply = `update request_replay set reply = $16 where user_id = $14 and key = $15`
