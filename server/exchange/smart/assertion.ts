import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose'
import { fetchKeys } from './fetchKeys.ts'

/** Why a signed request for a token is refused, in the words of OAuth. */
export class AssertionRefused extends Error {}

/** The signatures of SMART Backend Services. */
export const algorithms = ['RS384', 'ES384']

/** An assertion is valid for five minutes, and clocks differ by up to half a minute. */
const longestSeconds = 300
const skewSeconds = 30
const longestJti = 255

const keysKeptMs = 5 * 60_000
const fetchAgainMs = 30_000

/** Who says that it sent the assertion; nothing is proved yet. */
export const claimedIssuer = (assertion: string): string | null => {
  try {
    return decodeJwt(assertion).iss ?? null
  } catch {
    return null
  }
}

export interface KeysOf {
  clientId: string
  jwks: JSONWebKeySet | null
  jwksUrl: string | null
}

/** Checks assertions; keys that are published at an address are kept for five minutes. */
export const openAssertions = (keyHosts: readonly string[], clock: () => number) => {
  const remote = new Map<string, JWTVerifyGetKey>()
  const published = (url: string): JWTVerifyGetKey => {
    const known = remote.get(url)
    if (known !== undefined) return known
    const keys = createRemoteJWKSet(new URL(url), {
      cacheMaxAge: keysKeptMs,
      cooldownDuration: fetchAgainMs,
      [customFetch]: fetchKeys(keyHosts),
    })
    remote.set(url, keys)
    return keys
  }

  /**
   * @param tokenUrl the address of the token endpoint, as published
   * @returns what makes it unique, and when it ends in milliseconds
   */
  return async (
    assertion: string,
    { clientId, jwks, jwksUrl }: KeysOf,
    tokenUrl: string,
  ): Promise<{ jti: string; expiresAt: number }> => {
    const now = clock()
    try {
      const keys = jwks === null ? published(jwksUrl ?? '') : createLocalJWKSet(jwks)
      const { payload } = await jwtVerify(assertion, keys, {
        algorithms,
        issuer: clientId,
        subject: clientId,
        audience: tokenUrl,
        requiredClaims: ['exp', 'jti'],
        clockTolerance: skewSeconds,
        currentDate: new Date(now),
      })
      const { exp = 0, jti } = payload
      if (exp > now / 1000 + longestSeconds + skewSeconds)
        throw new AssertionRefused('The assertion is valid for more than five minutes.')
      if (typeof jti !== 'string' || jti === '' || jti.length > longestJti)
        throw new AssertionRefused('The assertion needs a jti of 1 to 255 characters.')
      return { jti, expiresAt: (exp + skewSeconds) * 1000 }
    } catch (error) {
      throw error instanceof AssertionRefused ? error : new AssertionRefused(reasonOf(error))
    }
  }
}

const reasonOf = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return 'The assertion has expired.'
  if (error instanceof errors.JWTClaimValidationFailed) return `The claim ${error.claim} is missing or wrong.`
  if (error instanceof errors.JOSEAlgNotAllowed) return 'Sign the assertion with RS384 or ES384.'
  if (error instanceof errors.JWKSNoMatchingKey) return 'No registered key matches the assertion.'
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'The assertion must name its key with kid.'
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return 'The signature does not match a registered key.'
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid)
    return 'The assertion is no JWT.'
  return 'The keys of this client could not be read.'
}
