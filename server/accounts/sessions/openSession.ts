import type { PoolClient } from 'pg'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { clientNetwork } from '../../platform/http/limits/clientNetwork.ts'
import { describeDevice } from './describeDevice.ts'
import { lifetimes } from './lifetimes.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { issue, type Grant } from './tokens.ts'

/** Where a sign-in comes from. */
export interface Caller {
  address: string
  userAgent: string | null
  /** The random name that the browser gave itself, if it sent one. */
  device: string | null
}

const day = 24 * 60 * 60_000
export const deviceIsKnownFor = 90 * day
export const addressIsKnownFor = 30 * day

interface Before {
  known_device: boolean
  known_address: boolean
  signed_in_before: boolean
}

/** Starts the session of a user who has signed in by any way. Mails the user if the sign-in came from a new place. */
export const openSession = async (
  client: PoolClient,
  now: number,
  { userId, caller, by }: { userId: number; caller: Caller; by: 'password' | 'provider' | 'passkey' },
): Promise<Grant> => {
  const device = caller.device === null ? null : sha256(caller.device)
  const { rows: before } = await client.query<Before>(
    `select exists (select from user_device where user_id = $1 and hash = $2 and last_seen_at > $3) as known_device,
       exists (select from user_session where user_id = $1 and started_at > $4 and address = $5) as known_address,
       exists (select from user_session where user_id = $1) as signed_in_before`,
    [userId, device, instantOf(now - deviceIsKnownFor), instantOf(now - addressIsKnownFor), caller.address],
  )
  const { rows: devices } = await client.query<{ id: number }>(
    `insert into user_device as device (user_id, hash, user_agent, first_seen_at, last_seen_at)
     select $1, $2, $3, $4, $4 where $2::bytea is not null
     on conflict (user_id, hash) do update set last_seen_at = excluded.last_seen_at, user_agent = excluded.user_agent
     returning id`,
    [userId, device, caller.userAgent, instantOf(now)],
  )
  const { rows: sessions } = await client.query<{ id: number }>(
    `insert into user_session (user_id, started_at, expires_at, address, network, user_agent, device_id, by_provider, by_passkey)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      userId,
      instantOf(now),
      instantOf(now + lifetimes.session),
      caller.address,
      clientNetwork(caller.address),
      caller.userAgent,
      devices[0]?.id ?? null,
      by === 'provider',
      by === 'passkey',
    ],
  )
  const sessionId = sessions[0]?.id
  if (sessionId === undefined) throw new Error('The session was not stored')
  const pair = await issue(client, now, { sessionId, generation: 1, sessionEnds: now + lifetimes.session })
  if (before[0] !== undefined && isNews(before[0], caller))
    await client.query(`select graphile_worker.add_job('notice', $1::json, max_attempts => 12)`, [
      JSON.stringify({
        userId,
        happening: 'new device',
        at: instantOf(now),
        device: describeDevice(caller.userAgent),
      }),
    ])
  return { granted: true, pair, userId, sessionId }
}

/** False for the user's very first sign-in, and for a place that they have used before. */
const isNews = ({ signed_in_before, known_device, known_address }: Before, { device }: Caller): boolean =>
  signed_in_before && !known_device && (device !== null || !known_address)
