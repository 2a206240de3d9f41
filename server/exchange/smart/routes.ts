import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Rights } from '../../platform/http/request/rights.ts'
import { fhirPath, tokenPath, type ExchangeService } from '../settings/settings.ts'
import { openAssertions } from './assertion.ts'
import { configurationOf } from './configuration.ts'
import { answerOtherOrigins } from './crossOrigin.ts'
import { Form, takeForms, UnreadableForm } from '../../platform/http/pages/formBody.ts'
import { grants } from './grants.ts'
import type { TokenService } from './proveClient.ts'
import { fieldsOf, TokenRefused, type Fields } from './tokenRefused.ts'

const rights: Rights = {
  capability: 'anonymous',
  audit: 'session',
  idempotency: 'repeatable',
  rate: 'sign-in',
}
const open: Rights = { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'read' }

/** A signed request for a token, with the key's certificates, is below this. */
const largestForm = 16 * 1024

/** Tokens for FHIR clients (SMART Backend Services and App Launch), and where other software finds them. */
export const serveSmart = async (app: FastifyInstance, service: ExchangeService): Promise<void> => {
  const { fhir } = service
  if (fhir === null) return
  const tokens: TokenService = { service, fhir, verify: openAssertions(fhir.keyHosts, service.clock) }
  await app.register(async (smart) => {
    takeForms(smart)
    answerOtherOrigins(smart, service, [tokenPath])
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
      answerToken(tokens, request, reply),
    )
    smart.get(`${fhirPath}/.well-known/smart-configuration`, { config: { rights: open } }, async (_, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(configurationOf(fhir))),
    )
  })
}

const understand = (error: Error & { statusCode?: number }): TokenRefused | null => {
  if (error instanceof TokenRefused) return error
  if (error instanceof UnreadableForm) return new TokenRefused('invalid_request', error.message)
  if (error.statusCode === 413) return new TokenRefused('invalid_request', 'The request is too large.')
  if (error.statusCode === 415 || error.statusCode === 400)
    return new TokenRefused('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  return null
}

const sentIn = (body: unknown): Fields => {
  if (!(body instanceof Form))
    throw new TokenRefused('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  const fields = new Map(body.pairs)
  if (fields.size < body.pairs.length) throw new TokenRefused('invalid_request', 'A parameter is repeated.')
  return fieldsOf(fields)
}

const answerToken = async (tokens: TokenService, request: FastifyRequest, reply: FastifyReply) => {
  const fields = sentIn(request.body)
  const type = fields.required('grant_type')
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (grant === undefined)
    throw new TokenRefused('unsupported_grant_type', `Only ${Object.keys(grants).join(' and ')} are offered.`)
  const { client, scopes, userId, sessionId, role, patientIds, reply: sent } = await grant(tokens, fields)
  await tokens.service.audit.append({
    ...{ kind: 'session', status: 200, userId, sessionId, role, patientIds },
    action: `POST ${tokenPath}`,
    criteria: { fhirClient: client.id, fhirClientName: client.name, scopes },
    requestId: request.id,
    address: request.ip,
  })
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(sent))
}
