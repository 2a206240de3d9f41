import type { VerifyAuthenticationResponseOpts, VerifyRegistrationResponseOpts } from '@simplewebauthn/server'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { asserted, type addPasskey } from '../../../contract/accounts/passkey.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { inTransaction } from '../../platform/db/connection/inTransaction.ts'
import { openSession } from '../sessions/openSession.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { AccountSettings } from '../settings/settings.ts'
import type { Caller } from '../sessions/openSession.ts'
import type { Grant, GrantRefusal } from '../sessions/tokens.ts'

interface Frame {
  pool: Pool
  clock: () => number
  accounts: AccountSettings
}

/** The library loads three hundred modules for certificates, so it is imported at the first use of a passkey. */
const webauthn = () => import('@simplewebauthn/server')

const challengeLife = 5 * 60_000
/** EdDSA, ES256 and RS256 (RFC 9053): what today's devices support. */
const algorithms = [-8, -7, -257]

/** Passkeys are bound to the service's host name. Browsers make none for a bare address such as 127.0.0.1. */
export const passkeysOffered = ({ publicUrl }: AccountSettings): boolean =>
  !/^(\d+\.){3}\d+$|^\[/.test(new URL(publicUrl).hostname)

/** The library passes extensions on and names only some of them. */
const withPrf: object = { prf: {} }

const nameOf = ({ publicUrl }: AccountSettings): string => new URL(publicUrl).hostname

const keepChallenge = async (
  { pool, clock }: Frame,
  challenge: string,
  userId: number | null,
): Promise<void> => {
  await pool.query('insert into passkey_challenge (hash, user_id, expires_at) values ($1, $2, $3)', [
    sha256(challenge),
    userId,
    instantOf(clock() + challengeLife),
  ])
}

/**
 * Uses up the challenge that the device signed. Returns null if it was not issued for this user, or has expired. The
 * challenge of a sign-in belongs to no user (null).
 */
const takeChallenge = async (
  { pool, clock }: Frame,
  clientDataJSON: string,
  userId: number | null,
): Promise<string | null> => {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === null) return null
  const { rowCount } = await pool.query(
    'delete from passkey_challenge where hash = $1 and user_id is not distinct from $2 and expires_at > $3',
    [sha256(challenge), userId, instantOf(clock())],
  )
  return rowCount === 1 ? challenge : null
}

const challengeIn = (clientDataJSON: string): string | null => {
  const said = readJson(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  const { challenge } = (said ?? {}) as { challenge?: unknown }
  return typeof challenge === 'string' ? challenge : null
}

/** Text from outside. Anything that is not JSON counts as null. */
const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** What a device needs to make a passkey for this user. A device that already has one makes no second. */
export const optionsToAdd = async (
  frame: Frame,
  user: { id: number; userName: string; displayName: string },
) => {
  const { rows } = await frame.pool.query<{ credential_id: string }>(
    'select credential_id from passkey where user_id = $1',
    [user.id],
  )
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Surefoot',
    rpID: nameOf(frame.accounts),
    userID: new TextEncoder().encode(`surefoot user ${user.id}`),
    userName: user.userName,
    userDisplayName: user.displayName,
    excludeCredentials: rows.map(({ credential_id: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    // Some devices give a passkey the PRF extension, with which it opens visits without a signal, only if it is asked for here.
    extensions: withPrf,
  })
  await keepChallenge(frame, options.challenge, user.id)
  return options
}

export interface NewPasskey {
  credentialId: string
  publicKey: Buffer
  uses: number
  transports: string[]
}

/** The passkey in a device's answer, or null if it was not requested or is not valid. */
export const readNewPasskey = async (
  frame: Frame,
  userId: number,
  response: CheckedInputOf<typeof addPasskey>['response'],
): Promise<NewPasskey | null> => {
  const challenge = await takeChallenge(frame, response.response.clientDataJSON, userId)
  if (challenge === null) return null
  const { publicUrl } = frame.accounts
  const { verifyRegistrationResponse } = await webauthn()
  const checked = await unlessRefused(() =>
    verifyRegistrationResponse({
      response: response as VerifyRegistrationResponseOpts['response'],
      expectedChallenge: challenge,
      expectedOrigin: publicUrl,
      expectedRPID: nameOf(frame.accounts),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (checked === null || !checked.verified) return null
  const { credential } = checked.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    uses: credential.counter,
    transports: response.response.transports ?? [],
  }
}

/** What any device with a passkey of this service needs to sign in. */
export const optionsToSignIn = async (frame: Frame) => {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: nameOf(frame.accounts),
    userVerification: 'required',
  })
  await keepChallenge(frame, options.challenge, null)
  return options
}

interface KnownPasskey {
  id: number
  user_id: number
  public_key: Buffer
  uses: string
  is_active: boolean
}

const refused = (why: GrantRefusal, userId: number | null = null): Grant => ({
  granted: false,
  why,
  userId,
  sessionId: null,
})

/**
 * The passkey grant. The device has asked for a finger, a face or its own code, and signs only for this service, so a
 * false page gets nothing. That covers both steps at once (AU-12).
 * @param answer the device's answer as JSON
 */
export const signInWithPasskey = async (frame: Frame, answer: string, caller: Caller): Promise<Grant> => {
  const read = asserted.safeParse(readJson(answer))
  if (!read.success) return refused('passkey refused')
  const challenge = await takeChallenge(frame, read.data.response.clientDataJSON, null)
  if (challenge === null) return refused('passkey refused')
  return inTransaction(frame.pool, async (client) => {
    const { rows } = await client.query<KnownPasskey>(
      `select passkey.id, user_id, public_key, uses, is_active
       from passkey join app_user on app_user.id = user_id
       where credential_id = $1 for no key update`,
      [read.data.id],
    )
    const [known] = rows
    if (known === undefined) return refused('passkey refused')
    const uses = await usesAfter(frame, known, challenge, read.data)
    if (uses === null) return refused('passkey refused', known.user_id)
    if (!known.is_active) return refused('inactive user', known.user_id)
    const now = frame.clock()
    await client.query('update passkey set uses = $2, last_used_at = $3 where id = $1', [
      known.id,
      uses,
      instantOf(now),
    ])
    return openSession(client, now, { userId: known.user_id, caller, by: 'passkey' })
  })
}

/** How often the passkey has been used so far, or null if the answer is not valid. */
const usesAfter = async (
  { accounts }: Frame,
  known: KnownPasskey,
  challenge: string,
  response: z.output<typeof asserted>,
): Promise<number | null> => {
  const { verifyAuthenticationResponse } = await webauthn()
  const checked = await unlessRefused(() =>
    verifyAuthenticationResponse({
      response: response as VerifyAuthenticationResponseOpts['response'],
      expectedChallenge: challenge,
      expectedOrigin: accounts.publicUrl,
      expectedRPID: nameOf(accounts),
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(known.public_key),
        counter: Number(known.uses),
      },
    }),
  )
  return checked?.verified === true ? checked.authenticationInfo.newCounter : null
}

/** The library rejects by throwing errors of any kind, so `check` must do nothing else. */
const unlessRefused = async <Checked>(check: () => Promise<Checked>): Promise<Checked | null> => {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}
