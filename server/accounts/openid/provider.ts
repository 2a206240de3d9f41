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

/** The provider does not answer. The log records why. */
const providerAway = (error: unknown): HttpProblem => {
  // fetch wraps the reason for a failed connection in a general error.
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

/** The provider's metadata, read once. A failed read is tried again at the next call. */
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

/** Throws unless the provider returns its metadata. Asks again even if it answered before. */
export const reachProvider = async (provider: ProviderSettings): Promise<void> => {
  found.delete(provider.issuer)
  await readConfiguration(provider)
}

/** The address to which the provider sends people back. It must be registered at the provider. */
const returnAddress = ({ publicUrl }: AccountSettings): string => `${publicUrl}/login`

/** Begins a sign-in: authorization code with PKCE, state and nonce (RFC 9700). Returns the address to go to. */
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
  /** The issuer, if the provider names itself (RFC 9207). */
  iss: string | null
}

/**
 * Finishes a sign-in: exchanges the code at the provider and checks its claims about the person. A user with that
 * identifier must already exist; none is ever created.
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

/** The provider's identifier of the person, or null if it gave none or an invalid one. */
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
    // The provider refused, or its token is not valid. Any other error is a fault and is rethrown.
    if (error instanceof openid.ResponseBodyError || error instanceof openid.ClientError) return null
    throw error
  }
}

/** No answer came: no connection, or a timeout. */
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
