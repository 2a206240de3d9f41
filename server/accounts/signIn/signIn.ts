import type { Pool } from 'pg'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { inTransaction } from '../../platform/db/connection/inTransaction.ts'
import { clientNetwork } from '../../platform/http/limits/clientNetwork.ts'
import { accountRule, addressRule, mostAccountsMakingRoom } from '../throttle/attempts.ts'
import { guessLimit } from '../throttle/guesses.ts'
import { consumeRate, isRateSpent } from '../throttle/rateCounter.ts'
import { addressIsKnownFor, deviceIsKnownFor, openSession, type Caller } from '../sessions/openSession.ts'
import { inQueue, lookUpInQueue } from '../hashing/passwordQueue.ts'
import { hashPassword, needsRehash, passwordMatches } from '../hashing/passwords.ts'
import { acceptCode } from '../secondFactor/secondFactor.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { AccountSettings } from '../settings/settings.ts'
import { claimAttempt, closedBuckets, type Bucket, type ClosedBucket } from '../throttle/throttle.ts'
import { userNameKey, type Grant, type GrantRefusal } from '../sessions/tokens.ts'

export interface Credentials {
  userName: string
  password: string
  /** A code of the second step, if it was asked for (AU-12). */
  otp: string | null
}

export interface SignInFrame {
  pool: Pool
  clock: () => number
  accounts: AccountSettings
}

interface Found {
  /** Any user has signed in from this device or address recently. */
  isKnownPlace: boolean
  /** Accounts that have signed in from this network recently, up to the number that counts. */
  signedInHere: number
  user: FoundUser | undefined
}

interface FoundUser {
  id: number
  password_hash: string | null
  is_active: boolean
  password_expires_at: string | null
  has_second_factor: boolean
  known_device: boolean
  known_address: boolean
}

/**
 * The password grant (RFC 6749 section 4.3), throttled (AU-10), with a second step for users who have set one up. A
 * locked account or address is refused at once; all others wait in the queue (decision 36).
 */
export const signIn = async (
  frame: SignInFrame,
  credentials: Credentials,
  caller: Caller,
): Promise<Grant> => {
  const { pool, clock, accounts } = frame
  const from = clientNetwork(caller.address)
  const { user, isKnownPlace, signedInHere, buckets, closed } = await lookUpInQueue(from, async () => {
    const found = await findUser(pool, clock(), credentials.userName, caller)
    const buckets = bucketsOf(found, credentials, caller, accounts)
    return { ...found, buckets, closed: await closedBuckets(pool, clock(), buckets) }
  })
  if (closed.length > 0) return refuseFor(closed, user)
  return inQueue({ rank: isKnownPlace ? 'known' : 'stranger', from }, () =>
    tryPassword(frame, { user, buckets, credentials, caller, signedInHere }),
  )
}

interface Try {
  user: FoundUser | undefined
  buckets: [Bucket, ...Bucket[]]
  credentials: Credentials
  caller: Caller
  signedInHere: number
}

const tryPassword = async (
  frame: SignInFrame,
  { user, buckets, credentials, caller, signedInHere }: Try,
): Promise<Grant> => {
  const { pool, clock, accounts } = frame
  const guess = guessLimit(accounts.secretKey, credentials.password)
  // Replies as to any wrong password, so that the caller learns neither that it was not checked, nor that others tried
  // it. Where colleagues have signed in, many may share a password, as on the first day of a training.
  const isStranger = user?.known_device !== true && signedInHere === 0
  if (isStranger && (await isRateSpent(pool, clock(), guess))) return refuse('throttled', user)
  const attempt = await claimAttempt(pool, clock, buckets)
  if (attempt === null) return refuseFor(await closedBuckets(pool, clock(), buckets), user)
  let outcome: 'failed' | 'succeeded' | 'uncounted' = 'uncounted'
  try {
    const matches = await passwordMatches(user?.password_hash ?? null, credentials.password)
    const why = await wrongWith(frame, user, matches, credentials.otp)
    if (why !== null || user === undefined) {
      if (why !== 'no code') outcome = 'failed'
      // Not counted for a missing or wrong code, because the password was right. Counted for a disabled account,
      // because not counting would reveal that the password is right.
      if (why !== 'no code' && why !== 'wrong code' && isStranger) await consumeRate(pool, clock(), guess)
      return refuse(why ?? 'unknown user', user)
    }
    const grant = await startSession(frame, user, credentials.password, caller)
    outcome = grant.granted ? 'succeeded' : 'failed'
    return grant
  } finally {
    await attempt.settle(outcome)
  }
}

const refuse = (why: GrantRefusal, user: FoundUser | undefined): Grant => ({
  granted: false,
  why,
  userId: user?.id ?? null,
  sessionId: null,
})

/** A locked address is answered with the time at which it opens, in the same way for every name. */
const refuseFor = (closed: readonly ClosedBucket[], user: FoundUser | undefined): Grant => {
  const told = closed.find(({ isTold }) => isTold)
  return { ...refuse('throttled', user), ...(told === undefined ? {} : { retryAfterMs: told.opensInMs }) }
}

const wrongWith = async (
  { pool, clock, accounts }: SignInFrame,
  user: FoundUser | undefined,
  matches: boolean,
  otp: string | null,
): Promise<GrantRefusal | null> => {
  if (user === undefined) return 'unknown user'
  if (!matches) return 'wrong password'
  if (!user.is_active) return 'inactive user'
  if (user.password_expires_at !== null && clock() >= Date.parse(user.password_expires_at))
    return 'expired password'
  if (!user.has_second_factor) return null
  if (otp === null) return 'no code'
  const verdict = await acceptCode(pool, accounts.secretKey, { userId: user.id, code: otp, now: clock() })
  return verdict === 'right' ? null : verdict
}

/** For how long a sign-in gives others at its network more attempts. */
const makesRoomFor = 24 * 60 * 60_000

const findUser = async (
  pool: Pool,
  now: number,
  userName: string,
  { address, device }: Caller,
): Promise<Found> => {
  type Row = { is_known_place: boolean; signed_in_here: number } & (FoundUser | { id: null })
  const { rows } = await pool.query<Row>({
    name: 'find user for sign-in',
    text: `
      select
        exists (select from user_device where hash = $2 and last_seen_at > $3)
          or exists (select from user_session where address = $5 and started_at > $4) as is_known_place,
        (select count(*)::int from
          (select distinct user_id from user_session where network = $6 and started_at > $7 limit $8) as here)
          as signed_in_here,
        id, password_hash, is_active, password_expires_at,
        exists (select from second_factor
          where user_id = app_user.id and confirmed_at is not null) as has_second_factor,
        exists (select from user_device
          where user_id = app_user.id and hash = $2 and last_seen_at > $3) as known_device,
        exists (select from user_session
          where user_id = app_user.id and started_at > $4 and address = $5) as known_address
      from (select $1::text as asked) as name left join app_user on user_name_key = asked`,
    values: [
      userNameKey(userName),
      device === null ? null : sha256(device),
      instantOf(now - deviceIsKnownFor),
      instantOf(now - addressIsKnownFor),
      address,
      clientNetwork(address),
      instantOf(now - makesRoomFor),
      mostAccountsMakingRoom,
    ],
  })
  const [row] = rows
  return {
    isKnownPlace: row?.is_known_place === true,
    signedInHere: row?.signed_in_here ?? 0,
    user: row === undefined || row.id === null ? undefined : row,
  }
}

/**
 * Attempts from a device or address that the user has used before are counted separately, so that nobody elsewhere can
 * lock the user out. Other people at its address do not hold up a known device (AU-10).
 */
const bucketsOf = (
  { user, signedInHere }: Found,
  { userName }: Credentials,
  { address, device }: Caller,
  { signInsPerAddress }: AccountSettings,
): [Bucket, ...Bucket[]] => {
  const account = userNameKey(userName)
  const place = user?.known_device
    ? `device ${device}`
    : user?.known_address
      ? `address ${address}`
      : 'elsewhere'
  const own: Bucket = { name: `${account} from ${place}`, account, rule: accountRule }
  if (user?.known_device) return [own]
  return [
    own,
    {
      name: `anyone from ${clientNetwork(address)}`,
      account: '',
      rule: addressRule(signInsPerAddress, signedInHere),
      isTold: true,
    },
  ]
}

const startSession = async (
  { pool, clock }: SignInFrame,
  user: FoundUser,
  password: string,
  caller: Caller,
): Promise<Grant> => {
  const rehashed =
    user.password_hash !== null && needsRehash(user.password_hash) ? await hashPassword(password) : null
  return inTransaction(pool, async (client) => {
    const now = clock()
    // Read again under a lock: if the password changed while this one was being hashed, it opens nothing (AU-9).
    const { rowCount } = await client.query(
      `select from app_user where id = $1 and is_active and password_hash = $2 for no key update`,
      [user.id, user.password_hash],
    )
    if (rowCount === 0) return refuse('wrong password', user)
    if (rehashed !== null)
      await client.query('update app_user set password_hash = $2 where id = $1', [user.id, rehashed])
    return openSession(client, now, { userId: user.id, caller, by: 'password' })
  })
}
