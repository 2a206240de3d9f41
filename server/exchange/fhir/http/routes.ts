import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FhirResource, OperationOutcome, Bundle, CapabilityStatement } from 'fhir/r4.js'
import type { Rights } from '../../../platform/http/request/rights.ts'
import { AuditFailure, HttpProblem, isDatabaseAway, isWorthRetrying } from '../../../platform/errors.ts'
import { causeOf } from '../../../platform/db/connection/causeOf.ts'
import { sendFile } from '../../../platform/http/replies/sendFile.ts'
import { fhirPath } from '../../settings/settings.ts'
import { answerOtherOrigins } from '../../smart/crossOrigin.ts'
import { Form, takeForms, UnreadableForm } from '../../../platform/http/pages/formBody.ts'
import { findCallers } from '../../smart/tokens.ts'
import { FhirProblem, nothingThere } from '../search/problem.ts'
import { serveExports } from '../bulk/routes.ts'
import type { BesideFhir } from './beside.ts'
import { readBinary } from './binary.ts'
import { callOf, pairsIn, recordRefusal, type FhirService } from './call.ts'
import { capabilityOf } from './capability.ts'
import { everything } from './everything.ts'
import { outcomeOf } from './outcome.ts'
import { readHistory, readOne, readVersion } from './read.ts'
import { search } from './search.ts'
import { inHeader } from '../mapping/instants.ts'

const open: Rights = { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'read' }
const reads: Rights = {
  capability: 'fhirToken',
  audit: 'read',
  idempotency: 'safe',
  rate: 'fhir',
  restricted: 'lists',
}
/** Nothing of the record: exports, and refusals to write. */
const changes: Rights = { ...reads, idempotency: 'repeatable' }

const fhirJson = 'application/fhir+json; charset=utf-8'
const largestForm = 64 * 1024

/**
 * The record as FHIR R4 (decision 148). Everything but what the server can do needs a token.
 * @param beside what another room offers below the same address, if anything
 */
export const serveFhir = async (
  app: FastifyInstance,
  service: FhirService,
  version: string,
  beside: BesideFhir | null,
): Promise<void> => {
  const settings = service.fhir
  app.decorateRequest('fhirCaller', null)
  if (settings === null) return
  const callerOf = findCallers(service.db.pool, service.clock, service.narrowing)

  const authorise = async (request: FastifyRequest): Promise<void> => {
    const [, token] = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '') ?? []
    const caller = token === undefined ? null : await callerOf(token)
    if (caller === null)
      throw new FhirProblem(
        401,
        'login',
        token === undefined
          ? 'Send a token: see .well-known/smart-configuration.'
          : 'This token is not valid, or no longer: ask for a new one.',
      )
    request.fhirCaller = caller
    const wait = service.rateLimits.take('fhir', { clientId: caller.clientId }, service.clock())
    if (wait > 0) throw new Throttled(wait)
  }

  await app.register(
    async (fhir) => {
      const capability = capabilityOf(settings, version)
      takeForms(fhir)
      answerOtherOrigins(fhir, service, ['/*'])
      fhir.setErrorHandler((error: Error, request, reply) =>
        answerError(service, settings, error, request, reply),
      )
      fhir.setNotFoundHandler((_, reply) => send(reply.code(404), outcomeOf(nothingThere())))

      fhir.get('/metadata', { config: { rights: open }, onRequest: takesJson }, (_, reply) =>
        send(reply, beside?.offered(capability) ?? capability),
      )
      await beside?.serve(fhir, authorise)
      const guarded = { config: { rights: reads }, onRequest: [takesJson, authorise] }
      serveExports(fhir, service, settings, {
        guarded: { config: { rights: reads }, onRequest: authorise },
        changing: { config: { rights: changes }, onRequest: authorise, bodyLimit: largestForm },
      })
      fhir.get('/:type', guarded, async (request, reply) =>
        send(
          reply,
          await search(callOf(service, settings, request), typeIn(request), pairsIn(request), false),
        ),
      )
      fhir.post('/:type/_search', { ...guarded, bodyLimit: largestForm }, async (request, reply) => {
        const inForm = request.body instanceof Form ? request.body.pairs : []
        const pairs = [...pairsIn(request), ...inForm]
        return send(reply, await search(callOf(service, settings, request), typeIn(request), pairs, true))
      })
      fhir.get('/Binary/:id', { config: { rights: reads }, onRequest: authorise }, async (request, reply) => {
        const file = await readBinary(callOf(service, settings, request), idIn(request))
        if (!/fhir\+json|application\/json/.test(request.headers.accept ?? ''))
          return sendFile(reply, {
            type: file.contentType as 'application/pdf',
            name: file.fileName,
            body: file.content,
            isUploaded: true,
          })
        return sendResource(request, reply, {
          resourceType: 'Binary',
          id: file.id,
          meta: { versionId: String(file.version) },
          contentType: file.contentType,
          data: file.content.toString('base64'),
        })
      })
      fhir.get('/:type/:id', guarded, async (request, reply) => {
        const call = callOf(service, settings, request)
        const [type, id] = [typeIn(request), idIn(request)]
        const own = beside?.read(call, type, id) ?? null
        return sendResource(request, reply, await (own ?? readOne(call, type, id)))
      })
      fhir.get('/Patient/:id/$everything', guarded, async (request, reply) =>
        send(reply, await everything(callOf(service, settings, request), idIn(request), pairsIn(request))),
      )
      fhir.get('/:type/:id/_history/:version', guarded, async (request, reply) => {
        const { version: asked } = request.params as { version: string }
        const call = callOf(service, settings, request)
        return sendResource(request, reply, await readVersion(call, typeIn(request), idIn(request), asked))
      })
      fhir.get('/:type/:id/_history', guarded, async (request, reply) =>
        send(reply, await readHistory(callOf(service, settings, request), typeIn(request), idIn(request))),
      )
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
        fhir.route({
          method,
          url: '/*',
          config: { rights: changes },
          onRequest: [authorise, refuseWriting],
          handler: refuseWriting,
        })
    },
    { prefix: fhirPath },
  )
}

/** Before a body is looked at. */
const refuseWriting = async (_: FastifyRequest, reply: FastifyReply): Promise<never> => {
  reply.header('allow', 'GET')
  throw new FhirProblem(405, 'not-supported', 'This server is for reading: nothing can be written.')
}

class Throttled extends FhirProblem {
  readonly retryAfterMs: number
  constructor(wait: number) {
    super(429, 'throttled', 'This client asks too often. Wait, and ask again.')
    this.retryAfterMs = wait
  }
}

const typeIn = (request: FastifyRequest): string => (request.params as { type: string }).type
const idIn = (request: FastifyRequest): string => (request.params as { id: string }).id

const jsonTypes = /\*\/\*|application\/\*|application\/(fhir\+)?json|text\/json/i

/** Only JSON is offered. */
const takesJson = async (request: FastifyRequest): Promise<void> => {
  const accept = request.headers.accept
  const format = new URLSearchParams(request.url.split('?')[1] ?? '').get('_format')
  const takes =
    format === null ? accept === undefined || accept === '' || jsonTypes.test(accept) : /json/.test(format)
  if (!takes) throw new FhirProblem(406, 'not-supported', 'Only JSON is offered: application/fhir+json.')
}

const send = (
  reply: FastifyReply,
  resource: FhirResource | OperationOutcome | Bundle | CapabilityStatement,
): FastifyReply => reply.type(fhirJson).send(JSON.stringify(resource))

/** One resource with its version, or 304 if the client has it already. */
const sendResource = (request: FastifyRequest, reply: FastifyReply, resource: FhirResource): FastifyReply => {
  const { versionId, lastUpdated } = resource.meta ?? {}
  if (versionId !== undefined) {
    const etag = `W/"${versionId}"`
    reply.header('etag', etag)
    const known = String(request.headers['if-none-match'] ?? '')
      .split(',')
      .map((each) => each.trim().replace(/^(?!W\/)"/, 'W/"'))
    if (known.includes(etag) || known.includes('*')) return reply.code(304).send()
  }
  if (lastUpdated !== undefined) reply.header('last-modified', inHeader(lastUpdated))
  return send(reply, resource)
}

const understand = (error: Error & { statusCode?: number }): FhirProblem => {
  if (error instanceof FhirProblem) return error
  if (error instanceof UnreadableForm) return new FhirProblem(400, 'invalid', error.message)
  // The audit trail refuses a record that became restricted between the two statements.
  if (error instanceof HttpProblem && error.code === 'reason-needed') return nothingThere()
  if (error instanceof HttpProblem && error.code === 'too-often')
    return new Throttled(error.retryAfterMs ?? 1000)
  if (error instanceof HttpProblem)
    return new FhirProblem(error.status, error.status >= 500 ? 'transient' : 'invalid', error.message)
  if (error instanceof AuditFailure || isDatabaseAway(error) || isWorthRetrying(error))
    return new FhirProblem(503, 'transient', 'The service is busy or being restored. Try again in a moment.')
  if (error.statusCode === 413) return new FhirProblem(413, 'too-long', 'The request is too large.')
  if (error.statusCode === 415)
    return new FhirProblem(415, 'not-supported', 'Send a search as application/x-www-form-urlencoded.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new FhirProblem(400, 'invalid', 'The request cannot be read.')
  return new FhirProblem(500, 'exception', 'Something went wrong on our side.')
}

const answerError = async (
  service: FhirService,
  settings: NonNullable<FhirService['fhir']>,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  let problem = understand(error)
  const { status } = problem
  if (status >= 500) request.log.error(causeOf(error), 'a FHIR call failed')
  const isRefused = [401, 403, 404, 409, 410, 429].includes(status)
  if (isRefused && (request.fhirCaller === null || status === 429))
    service.refusals.count({ of: 'fhir', status, reason: problem.code, userId: null, address: request.ip })
  else if (isRefused)
    try {
      await recordRefusal(callOf(service, settings, request), status)
    } catch (failure) {
      request.log.error(causeOf(failure as Error), 'the audit trail could not be written')
      problem = new FhirProblem(
        503,
        'transient',
        'The service is busy or being restored. Try again in a moment.',
      )
    }
  if (problem.status === 503) reply.header('retry-after', '5')
  if (problem instanceof Throttled)
    reply.header('retry-after', String(Math.ceil(problem.retryAfterMs / 1000)))
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  if (problem.status === 403) reply.header('www-authenticate', 'Bearer error="insufficient_scope"')
  return send(reply.code(problem.status).header('cache-control', 'no-store'), outcomeOf(problem))
}
