import type { ExchangeService, FhirSettings } from '../settings/settings.ts'
import { tokenPath } from '../settings/settings.ts'
import { AssertionRefused, claimedIssuer, type openAssertions } from './assertion.ts'
import { notRegistered, TokenRefused, unknownClient, type Fields } from './tokenRefused.ts'
import { findClient, type RegisteredClient } from './tokens.ts'

const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** What a request for a token is answered with. */
export interface TokenService {
  service: ExchangeService
  fhir: FhirSettings
  verify: ReturnType<typeof openAssertions>
}

/** The active client that calls itself so. */
export const knownClient = async (
  { service }: TokenService,
  clientId: string | null,
): Promise<RegisteredClient> => {
  // The form of the ids that the register gives out.
  if (clientId === null || !/^[a-z0-9-]{8,64}$/.test(clientId)) throw unknownClient(notRegistered)
  const client = await findClient(service.db.pool, clientId, service.clock())
  if (client === null) throw unknownClient(notRegistered)
  return client
}

export interface Proved {
  client: RegisteredClient
  /** What makes the assertion unique, and when it ends in milliseconds. */
  jti: string
  expiresAt: number
}

/** The client that proves with a signed assertion who it is (RFC 7523). */
export const proveClient = async (tokens: TokenService, fields: Fields): Promise<Proved> => {
  if (fields.required('client_assertion_type') !== jwtBearer)
    throw new TokenRefused('invalid_request', `client_assertion_type must be ${jwtBearer}.`)
  const assertion = fields.required('client_assertion')
  const client = await knownClient(tokens, claimedIssuer(assertion))
  const tokenUrl = `${tokens.fhir.publicUrl}${tokenPath}`
  const proof = await tokens.verify(assertion, client, tokenUrl).catch((error: unknown) => {
    throw error instanceof AssertionRefused ? unknownClient(error.message) : error
  })
  return { client, ...proof }
}
