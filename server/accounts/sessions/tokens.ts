import type { Pool, PoolClient } from 'pg'
import type { TokenPair } from '../../../contract/accounts/session.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { inTransaction } from '../../platform/db/connection/inTransaction.ts'
import { lifetimes } from './lifetimes.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { newToken, seal, unseal } from '../../platform/crypto/tokens.ts'

/** Why a grant was refused, for the audit trail. The caller receives the same words for all (AU-2). */
export type GrantRefusal =
  | 'unknown user'
  | 'wrong password'
  | 'expired password'
  | 'inactive user'
  | 'throttled'
  | 'no code'
  | 'wrong code'
  | 'app of a lost key'
  | 'passkey refused'
  | 'provider refused'
  | 'unknown at provider'
  | 'unknown token'
  | 'expired'
  | 'reused'

export type Grant =
  | { granted: true; pair: TokenPair; userId: number; sessionId: number; repeated?: true }
  | {
      granted: false
      why: GrantRefusal
      userId: number | null
      sessionId: number | null
      /** Set if an address is locked, whatever name was given. */
      retryAfterMs?: number
    }

/** The form in which user names are compared: case-insensitive. */
export const userNameKey = (userName: string): string => userName.normalize('NFKC').trim().toLowerCase()

interface Generation {
  sessionId: number
  generation: number
  sessionEnds: number
}

export const issue = async (
  client: PoolClient,
  now: number,
  { sessionId, generation, sessionEnds }: Generation,
): Promise<TokenPair> => {
  const access = newToken()
  const refresh = newToken()
  const accessEnds = Math.min(now + lifetimes.access, sessionEnds)
  const refreshEnds = Math.min(now + lifetimes.refreshIdle, sessionEnds)
  await client.query(
    'insert into access_token (hash, session_id, issued_at, expires_at) values ($1, $2, $3, $4)',
    [sha256(access), sessionId, instantOf(now), instantOf(accessEnds)],
  )
  await client.query(
    'insert into refresh_token (hash, session_id, generation, issued_at, expires_at) values ($1, $2, $3, $4, $5)',
    [sha256(refresh), sessionId, generation, instantOf(now), instantOf(refreshEnds)],
  )
  return {
    access_token: access,
    refresh_token: refresh,
    token_type: 'bearer',
    expires_in: Math.floor((accessEnds - now) / 1000),
  }
}

interface KnownRefresh {
  session_id: number
  generation: number
  latest: number
  expires_at: string
  rotated_at: string | null
  sealed_successor: Buffer | null
  user_id: number
  session_expires_at: string
  ended_at: string | null
  is_active: boolean
}

/**
 * The refresh grant (RFC 6749 section 6) with rotation. Presenting a rotated token again ends the whole session, with
 * one exception: the immediate predecessor returns the same pair once more within ten seconds, because a reply was lost
 * or two tabs asked at once (AU-7). The session's row is locked, so simultaneous refreshes run one after the other.
 */
export const refresh = async (pool: Pool, now: number, presented: string): Promise<Grant> =>
  inTransaction(pool, async (client) => {
    const hash = sha256(presented)
    await client.query(
      `select from user_session where id = (select session_id from refresh_token where hash = $1) for update`,
      [hash],
    )
    const { rows } = await client.query<KnownRefresh>(
      `select token.session_id, token.generation, token.expires_at, token.rotated_at, token.sealed_successor,
         (select max(generation) from refresh_token where session_id = token.session_id) as latest,
         user_session.user_id, user_session.expires_at as session_expires_at, user_session.ended_at,
         app_user.is_active
       from refresh_token as token
       join user_session on user_session.id = token.session_id
       join app_user on app_user.id = user_session.user_id
       where token.hash = $1`,
      [hash],
    )
    const known = rows[0]
    if (known === undefined) return { granted: false, why: 'unknown token', userId: null, sessionId: null }
    const whose = { userId: known.user_id, sessionId: known.session_id }
    const sessionEnds = Date.parse(known.session_expires_at)
    if (known.ended_at !== null || now >= sessionEnds) return { granted: false, why: 'expired', ...whose }
    if (!known.is_active) return { granted: false, why: 'inactive user', ...whose }
    if (known.rotated_at !== null) {
      const isPredecessor = known.generation === known.latest - 1
      if (
        isPredecessor &&
        now - Date.parse(known.rotated_at) <= lifetimes.repeat &&
        known.sealed_successor !== null
      )
        return { granted: true, pair: unseal(presented, known.sealed_successor), ...whose, repeated: true }
      await end(client, now, known.session_id, 'a used refresh token came again')
      return { granted: false, why: 'reused', ...whose }
    }
    if (now >= Date.parse(known.expires_at)) return { granted: false, why: 'expired', ...whose }
    const next = { sessionId: known.session_id, generation: known.generation + 1, sessionEnds }
    const pair = await issue(client, now, next)
    await client.query(
      `update refresh_token
       set rotated_at = case when hash = $2 then $3 else rotated_at end,
         sealed_successor = case when hash = $2 then $4::bytea end
       where session_id = $1 and (hash = $2 or sealed_successor is not null)`,
      [known.session_id, hash, instantOf(now), seal(presented, pair)],
    )
    return { granted: true, pair, ...whose }
  })

/** Signs out: ends the session of an access or refresh token (RFC 7009). Returns whose session it was, or null. */
export const revoke = async (
  pool: Pool,
  now: number,
  presented: string,
): Promise<{ userId: number; sessionId: number } | null> => {
  const { rows } = await pool.query<{ user_id: number; id: number }>(
    `update user_session set ended_at = $2, end_reason = 'signed out'
     where ended_at is null and id in (
       select session_id from access_token where hash = $1
       union select session_id from refresh_token where hash = $1)
     returning id, user_id`,
    [sha256(presented), instantOf(now)],
  )
  return rows[0] === undefined ? null : { userId: rows[0].user_id, sessionId: rows[0].id }
}

const end = async (client: PoolClient, now: number, sessionId: number, reason: string): Promise<void> => {
  await client.query(
    'update user_session set ended_at = $2, end_reason = $3 where id = $1 and ended_at is null',
    [sessionId, instantOf(now), reason],
  )
}
