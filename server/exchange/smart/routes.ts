import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Rights } from '../../platform/http/request/rights.ts'
import { fhirPath, tokenPath, type ExchangeService, type FhirSettings } from '../settings.ts'
import { algorithms, AssertionRefused, claimedIssuer, openAssertions } from './assertion.ts'
import { Form, takeForms, UnreadableForm } from './formBody.ts'
import { grantScopes } from './scopes.ts'
import { findClient, issueToken, tokenSeconds } from './tokens.ts'

const rights: Rights = {
  capability: 'anonymous',
  audit: 'session',
  idempotency: 'repeatable',
  rate: 'sign-in',
}
const open: Rights = { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'read' }

const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** A signed request for a token, with the key's certificates, is below this. */
const largestForm = 16 * 1024

/** An error of RFC 6749 section 5.2. */
class TokenRefused extends Error {
  readonly error: string
  readonly status: number
  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}
const unknownClient = (why: string) => new TokenRefused('invalid_client', why, 401)
/** The same for a client that does not exist, waits, has expired or was ended. */
const notRegistered = 'This client is not registered, or may not read now.'

/** Tokens for FHIR clients (SMART Backend Services), and where other software finds them. */
export const serveSmart = async (app: FastifyInstance, service: ExchangeService): Promise<void> => {
  const { fhir } = service
  if (fhir === null) return
  const verify = openAssertions(fhir.keyHosts, service.clock)
  await app.register(async (smart) => {
    takeForms(smart)
    smart.addHook('onRequest', async (_, reply) => {
      reply.header('pragma', 'no-cache')
    })
    smart.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
      const known = understand(error)
      if (known === null) throw error
      const { status, error: reason } = known
      service.refusals.count({ of: 'fhir token', status, reason, userId: null, address: request.ip })
      return reply.code(status).send({ error: reason, error_description: known.message })
    })
    smart.post(tokenPath, { bodyLimit: largestForm, config: { rights } }, (request, reply) =>
      answerToken(service, fhir, verify, request, reply),
    )
    smart.get(`${fhirPath}/.well-known/smart-configuration`, { config: { rights: open } }, async (_, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(configurationOf(fhir))),
    )
  })
}

export const configurationOf = ({ publicUrl }: FhirSettings) => ({
  issuer: `${publicUrl}${fhirPath}`,
  token_endpoint: `${publicUrl}${tokenPath}`,
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: algorithms,
  scopes_supported: ['system/*.rs'],
  response_types_supported: [],
  code_challenge_methods_supported: ['S256'],
  capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
})

const understand = (error: Error & { statusCode?: number }): TokenRefused | null => {
  if (error instanceof TokenRefused) return error
  if (error instanceof UnreadableForm) return new TokenRefused('invalid_request', error.message)
  if (error.statusCode === 413) return new TokenRefused('invalid_request', 'The request is too large.')
  if (error.statusCode === 415 || error.statusCode === 400)
    return new TokenRefused('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  return null
}

const fieldsOf = (body: unknown): ReadonlyMap<string, string> => {
  if (!(body instanceof Form))
    throw new TokenRefused('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  const fields = new Map(body.pairs)
  if (fields.size < body.pairs.length) throw new TokenRefused('invalid_request', 'A parameter is repeated.')
  return fields
}

const answerToken = async (
  service: ExchangeService,
  { publicUrl }: FhirSettings,
  verify: ReturnType<typeof openAssertions>,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const fields = fieldsOf(request.body)
  const required = (name: string): string => {
    const value = fields.get(name)
    if (!value) throw new TokenRefused('invalid_request', `The parameter ${name} is missing.`)
    return value
  }
  if (required('grant_type') !== 'client_credentials')
    throw new TokenRefused('unsupported_grant_type', 'Only client_credentials is offered.')
  if (required('client_assertion_type') !== jwtBearer)
    throw new TokenRefused('invalid_request', `client_assertion_type must be ${jwtBearer}.`)
  const assertion = required('client_assertion')
  const issuer = claimedIssuer(assertion)
  // The form of the ids that the register gives out.
  if (issuer === null || !/^[a-z0-9-]{8,64}$/.test(issuer)) throw unknownClient(notRegistered)
  const { db, audit, clock } = service
  const client = await findClient(db.pool, issuer, clock())
  if (client === null) throw unknownClient(notRegistered)
  const { jti, expiresAt } = await verify(assertion, client, `${publicUrl}${tokenPath}`).catch(
    (error: unknown) => {
      throw error instanceof AssertionRefused ? unknownClient(error.message) : error
    },
  )
  const scopes = grantScopes(required('scope'), client.types)
  if (scopes.length === 0)
    throw new TokenRefused('invalid_scope', 'This client may read none of what these scopes name.')
  const token = await issueToken(db.pool, { id: client.id, scopes, jti, expiresAt, now: clock() })
  if (token === null) throw unknownClient('This assertion was used before.')
  await audit.append({
    kind: 'session',
    action: `POST ${tokenPath}`,
    status: 200,
    userId: null,
    sessionId: null,
    role: null,
    criteria: { fhirClient: client.id, fhirClientName: client.name, scopes },
    requestId: request.id,
    address: request.ip,
  })
  return reply.type('application/json; charset=utf-8').send(
    JSON.stringify({
      access_token: token,
      token_type: 'bearer',
      expires_in: tokenSeconds,
      scope: scopes.join(' '),
    }),
  )
}
