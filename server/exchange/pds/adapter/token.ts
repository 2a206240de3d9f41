import { randomUUID } from 'node:crypto'
import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import type { ApiKeys } from '../apiKeys.ts'
import { contentTypeOf, fetchWhole, Unreachable } from './fetchWhole.ts'

/** The service does not accept the key of this installation. */
export class TokenRefused extends Error {}

export interface TokenSource {
  /** The token, or null where none is needed. */
  get: () => Promise<string | null>
  /** It was refused: the next question asks for another. */
  drop: () => void
}

const reply = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })
const algorithm = 'RS512'
const assertionSeconds = 300
/** A token that is about to end could end on the way. */
const marginMs = 30_000

/** Gets a token by a signed assertion (application-restricted access) and keeps it until shortly before it ends. */
export const openTokens = (
  { tokenUrl, apiKey, keyId, privateKey }: ApiKeys,
  clock: () => number,
  waitMs: number,
): TokenSource => {
  let kept: { token: string; until: number } | null = null
  let asking: Promise<string> | null = null

  const ask = async (): Promise<string> => {
    const issued = Math.floor(clock() / 1000)
    const assertion = await new SignJWT({})
      .setProtectedHeader({ alg: algorithm, kid: keyId, typ: 'JWT' })
      .setIssuer(apiKey)
      .setSubject(apiKey)
      .setAudience(tokenUrl)
      .setJti(randomUUID())
      .setIssuedAt(issued)
      .setExpirationTime(issued + assertionSeconds)
      .sign(await importPKCS8(privateKey, algorithm))
    const { response, body } = await fetchWhole(
      tokenUrl,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: assertion,
        }).toString(),
      },
      waitMs,
    )
    if (response.status >= 400 && response.status < 500)
      throw new TokenRefused(`the token was refused with ${response.status}`)
    if (response.status !== 200) throw new Unreachable(`the token was answered with ${response.status}`)
    if (contentTypeOf(response) !== 'application/json')
      throw new Unreachable('the token was answered with another type of content')
    const token = readToken(body)
    kept = { token: token.access_token, until: clock() + token.expires_in * 1000 - marginMs }
    return kept.token
  }

  return {
    get: () => {
      if (kept !== null && clock() < kept.until) return Promise.resolve(kept.token)
      asking ??= ask().finally(() => {
        asking = null
      })
      return asking
    },
    drop: () => {
      kept = null
    },
  }
}

const readToken = (body: string): z.output<typeof reply> => {
  try {
    return reply.parse(JSON.parse(body))
  } catch (error) {
    throw new Unreachable('the token was answered in an unknown format', {
      cause: error instanceof Error ? error.name : undefined,
    })
  }
}
