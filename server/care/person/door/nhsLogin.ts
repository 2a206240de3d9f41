import { importPKCS8 } from 'jose'
import * as openid from 'openid-client'
import { parseDay, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import type { NhsLoginSettings } from '../nhsLoginSettings.ts'

/*
 * NHS login is an OpenID provider. Its public documentation (nhsconnect.github.io/nhslogin: “Scopes and claims”, “Vectors of
 * trust” and the external interface specification) says: scope `profile` brings `nhs_number`, `birthdate` and
 * `identity_proofing_level`, and there is no scope for the NHS number alone; clients prove themselves with private_key_jwt,
 * whose `aud` is the token endpoint; tokens are signed with RS512; `vtr` is a JSON array of acceptable vectors.
 */

const scope = 'openid profile'
/** Identity checked against a photograph, and two factors. */
const vectors = ['P9.Cp.Cd', 'P9.Cp.Ck', 'P9.Cm']
const level = 'P9'

/** NHS login does not answer. */
export class NhsLoginAway extends Error {}

const found = new Map<string, Promise<openid.Configuration>>()

const configurationOf = async (settings: NhsLoginSettings): Promise<openid.Configuration> => {
  try {
    return await readConfiguration(settings)
  } catch (error) {
    throw new NhsLoginAway('NHS login could not be reached', { cause: error })
  }
}

/** The metadata, read once. A failed read is tried again at the next call. */
const readConfiguration = (settings: NhsLoginSettings): Promise<openid.Configuration> => {
  const known = found.get(settings.issuer)
  if (known !== undefined) return known
  const reading = discover(settings)
  found.set(settings.issuer, reading)
  reading.catch(() => found.delete(settings.issuer))
  return reading
}

const discover = async ({
  issuer,
  clientId,
  privateKey,
}: NhsLoginSettings): Promise<openid.Configuration> => {
  const url = new URL(issuer)
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  const key = await importPKCS8(privateKey, 'RS512')
  const proof = openid.PrivateKeyJwt(key, {
    [openid.modifyAssertion]: (_, claims) => {
      claims['aud'] = configuration.serverMetadata().token_endpoint ?? issuer
    },
  })
  const configuration = await openid.discovery(
    url,
    clientId,
    { id_token_signed_response_alg: 'RS512' },
    proof,
    { timeout: 10, ...(isLocal ? { execute: [openid.allowInsecureRequests] } : {}) },
  )
  return configuration
}

/** What must come back unchanged: sealed and kept until then. */
export interface Begun {
  verifier: string
  nonce: string
}

/** Begins a sign-in: authorization code with PKCE, state and nonce. @returns where to send the browser */
export const beginNhsLogin = async (
  settings: NhsLoginSettings,
  returnTo: string,
): Promise<{ address: string; state: string; begun: Begun }> => {
  const configuration = await configurationOf(settings)
  const verifier = openid.randomPKCECodeVerifier()
  const [state, nonce] = [openid.randomState(), openid.randomNonce()]
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: returnTo,
    scope,
    state,
    nonce,
    vtr: JSON.stringify(vectors),
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href
  return { address, state, begun: { verifier, nonce } }
}

/** Somebody whose identity NHS login has checked. */
export interface Identified {
  nhsNumber: string
  dateOfBirth: CalendarDate
}

/** Exchanges the code. @param returned the address with what came back @returns null unless the identity is checked to P9 */
export const finishNhsLogin = async (
  settings: NhsLoginSettings,
  returned: URL,
  { state, begun }: { state: string; begun: Begun },
): Promise<Identified | null> => {
  const configuration = await configurationOf(settings)
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, returned, {
      pkceCodeVerifier: begun.verifier,
      expectedState: state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) return null
    const { nhs_number: nhsNumber, birthdate, identity_proofing_level: proofed, vot } = claims
    if (proofed !== level || typeof vot !== 'string' || vot.split('.')[0] !== level) return null
    if (typeof nhsNumber !== 'string' || typeof birthdate !== 'string') return null
    const dateOfBirth = parseDay(birthdate)
    return dateOfBirth === null ? null : { nhsNumber, dateOfBirth }
  } catch (error) {
    if (isAway(error)) throw new NhsLoginAway('NHS login does not answer', { cause: error })
    // It refused, or its token is not valid. Any other error is a fault and is rethrown.
    if (error instanceof openid.ResponseBodyError || error instanceof openid.ClientError) return null
    if (error instanceof openid.AuthorizationResponseError) return null
    throw error
  }
}

/** No answer came: no connection, or a timeout. */
const isAway = (error: unknown): boolean =>
  (error instanceof TypeError && error.cause instanceof Error) ||
  (error instanceof openid.ClientError && error.code === 'OAUTH_TIMEOUT')
