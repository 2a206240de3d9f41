import type { Pool } from 'pg'
import * as openid from 'openid-client'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { inTransaction } from '../../platform/db/connection/inTransaction.ts'
import { causedBy, HttpProblem, PartFailure } from '../../platform/errors.ts'
import { openSession } from '../sessions/openSession.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { AccountSettings, ProviderSettings } from '../settings/settings.ts'
import type { Caller } from '../sessions/openSession.ts'
import type { Grant, GrantRefusal } from '../sessions/tokens.ts'
import { decryptText, encrypt } from '../../platform/crypto/encryption.ts'

interface Frame {
  pool: Pool
  clock: () => number
  accounts: AccountSettings
}

/** The provider does not answer; the log says why. */
const providerAway = (error: unknown): HttpProblem => {
  // fetch hides why no connection was made below a sentence of its own.
  const { cause } = error as Error
  return causedBy(
    new HttpProblem(
      503,
      'unavailable',
      'Your organisation’s sign-in service does not answer. Please try again in a moment, or sign in with your user name and password.',
    ),
    new PartFailure('provider', 'the OpenID provider could not be reached', cause ?? error),
  )
}

const attemptLife = 10 * 60_000
const context = 'sign-in through the provider'
const found = new Map<string, Promise<openid.Configuration>>()

/** What the provider says of itself, read once; again when that failed. */
const configurationOf = async (provider: ProviderSettings): Promise<openid.Configuration> => {
  try {
    return await readConfiguration(provider)
  } catch (error) {
    throw providerAway(error)
  }
}

const readConfiguration = (provider: ProviderSettings): Promise<openid.Configuration> => {
  const known = found.get(provider.issuer)
  if (known !== undefined) return known
  const issuer = new URL(provider.issuer)
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(issuer.hostname)
  const reading = openid.discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
    timeout: 10,
    ...(isLocal ? { execute: [openid.allowInsecureRequests] } : {}),
  })
  found.set(provider.issuer, reading)
  reading.catch(() => found.delete(provider.issuer))
  return reading
}

/** Throws unless it says what it is; asks anew where it had answered before. */
export const reachProvider = async (provider: ProviderSettings): Promise<void> => {
  found.delete(provider.issuer)
  await readConfiguration(provider)
}

/** Where the provider sends people back to; it must be registered there. */
const returnAddress = ({ publicUrl }: AccountSettings): string => `${publicUrl}/login`

/** Begins a sign-in: authorization code with PKCE, state and nonce (RFC 9700). Returns where to go. */
export const begin = async (
  { pool, clock, accounts }: Frame,
  provider: ProviderSettings,
  binding: string,
): Promise<string> => {
  const configuration = await configurationOf(provider)
  const verifier = openid.randomPKCECodeVerifier()
  const [state, nonce] = [openid.randomState(), openid.randomNonce()]
  await pool.query(
    'insert into provider_attempt (state_hash, binding_hash, sealed, expires_at) values ($1, $2, $3, $4)',
    [
      sha256(state),
      sha256(binding),
      encrypt(accounts.secretKey, context, JSON.stringify({ verifier, nonce })),
      instantOf(clock() + attemptLife),
    ],
  )
  return openid.buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress(accounts),
    scope: provider.scope,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href
}

interface Returned {
  code: string
  state: string
  binding: string
  /** Who answered, where the provider says so (RFC 9207). */
  iss: string | null
}

/**
 * Finishes a sign-in: the code is exchanged at the provider, what it says about the person is checked, and that person must be a
 * user already, by identifier. Nobody is ever created.
 */
export const finish = async (
  frame: Frame,
  provider: ProviderSettings,
  returned: Returned,
  caller: Caller,
): Promise<Grant> => {
  const { pool, clock, accounts } = frame
  const { rows } = await pool.query<{ sealed: Buffer }>(
    `delete from provider_attempt where state_hash = $1 and binding_hash = $2 and expires_at > $3 returning sealed`,
    [sha256(returned.state), sha256(returned.binding), instantOf(clock())],
  )
  const [attempt] = rows
  if (attempt === undefined) return refused('unknown token')
  const { verifier, nonce } = JSON.parse(decryptText(accounts.secretKey, context, attempt.sealed)) as {
    verifier: string
    nonce: string
  }
  const identifier = await identify(frame, provider, returned, { verifier, nonce })
  if (identifier === null) return refused('provider refused')
  return startSession(frame, identifier, caller)
}

const refused = (why: GrantRefusal, userId: number | null = null): Grant => ({
  granted: false,
  why,
  userId,
  sessionId: null,
})

/** How the provider names the person, or null when it gave none, or an invalid one. */
const identify = async (
  { accounts }: Frame,
  provider: ProviderSettings,
  { code, state, iss }: Returned,
  { verifier, nonce }: { verifier: string; nonce: string },
): Promise<string | null> => {
  const configuration = await configurationOf(provider)
  const address = new URL(returnAddress(accounts))
  address.search = new URLSearchParams({ code, state, ...(iss === null ? {} : { iss }) }).toString()
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) return null
    const said =
      claims[provider.claim] ??
      (await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub))[provider.claim]
    return typeof said === 'string' && said !== '' ? said : null
  } catch (error) {
    if (isAway(error)) throw providerAway(error)
    // The provider's no, or a token that does not hold. Anything else is a fault and goes on.
    if (error instanceof openid.ResponseBodyError || error instanceof openid.ClientError) return null
    throw error
  }
}

/** No answer came: no connection, or not in time. */
const isAway = (error: unknown): boolean =>
  (error instanceof TypeError && error.cause instanceof Error) ||
  (error instanceof openid.ClientError && error.code === 'OAUTH_TIMEOUT')

const startSession = ({ pool, clock }: Frame, identifier: string, caller: Caller): Promise<Grant> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number; is_active: boolean }>(
      'select id, is_active from app_user where provider_identifier = $1 for no key update',
      [identifier],
    )
    const [user] = rows
    if (user === undefined) return refused('unknown at provider')
    if (!user.is_active) return refused('inactive user', user.id)
    return openSession(client, clock(), { userId: user.id, caller, by: 'provider' })
  })
