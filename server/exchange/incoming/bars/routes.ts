import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Bundle as FhirBundle, CapabilityStatement } from 'fhir/r4.js'
import { AuditFailure, HttpProblem, isDatabaseAway, isWorthRetrying } from '../../../platform/errors.ts'
import { causeOf } from '../../../platform/db/connection/causeOf.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { Rights } from '../../../platform/http/request/rights.ts'
import { largestBody } from '../../../platform/http/limits/bodyLimit.ts'
import { callOf, pairsIn, recordRefusal, type FhirService } from '../../fhir/http/call.ts'
import type { BesideFhir } from '../../fhir/http/beside.ts'
import { FhirProblem } from '../../fhir/search/problem.ts'
import { fhirPath, type BarsSettings, type FhirSettings } from '../../settings/settings.ts'
import { allows, sendingScope } from '../../smart/scopes.ts'
import type { FhirCaller } from '../../smart/tokens.ts'
import { keepMessage } from './keep/keep.ts'
import type { Kept, Sent } from './keep/sent.ts'
import { readBundle } from './message/bundle.ts'
import { definitionsOf, definitionUrl } from './message/definitions.ts'
import { isGuid, isUs, notUs, readHeaders, targetIn } from './message/headers.ts'
import { readMessage } from './message/message.ts'
import { BarsProblem, barsOutcome, missing } from './problem.ts'
import { replyTo } from './reply.ts'
import { readSent } from './status.ts'

const takes: Rights = {
  capability: 'fhirToken',
  audit: 'write',
  // A repeated X-Request-ID is refused, and a repeated Bundle makes no second referral.
  idempotency: 'repeatable',
  rate: 'fhir',
  restricted: 'lists',
}
const shows: Rights = { ...takes, audit: 'none', idempotency: 'safe' }

const fhirJson = 'application/fhir+json; charset=utf-8'
/** Of the standard. */
const majorVersion = '1'

/** Referrals that other services send as messages (Booking and Referral Standard, decision 154). */
export const besideFhir = (service: FhirService): BesideFhir | null => {
  const { bars, fhir } = service
  if (bars === null || fhir === null) return null
  return {
    serve: (app, authorise) => serveMessages(app, service, fhir, bars, authorise),
    read: readSent,
    offered: (statement) => withMessages(statement, fhir),
  }
}

const serveMessages = async (
  app: FastifyInstance,
  service: FhirService,
  fhir: FhirSettings,
  bars: BarsSettings,
  authorise: BesideAuthorise,
): Promise<void> => {
  await app.register(async (messages) => {
    messages.removeAllContentTypeParsers()
    messages.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
    messages.addHook('onRequest', async (request, reply) => {
      mirror(request, reply)
      await authorise(request)
      const { fhirCaller: caller } = request
      if (caller === null || !allows(caller.scopes, 'ServiceRequest', 'c'))
        throw new BarsProblem('REC_FORBIDDEN', 'forbidden', `The token has no scope ${sendingScope}.`)
      assertAcceptable(request)
      readHeaders(request.headers, bars)
    })
    messages.setErrorHandler((error: Error, request, reply) => answer(service, fhir, error, request, reply))

    messages.post(
      '/$process-message',
      { config: { rights: takes }, bodyLimit: largestBody },
      async (request, reply) => {
        const call = callOf(service, fhir, request)
        const { requestId } = readHeaders(request.headers, bars)
        if (!(request.body instanceof Buffer)) throw missing('The body')
        const message = readMessage(readBundle(request.body), bars)
        const receivedAt = service.clock()
        const kept = await keep(service, {
          ...{ message, requestId, receivedAt },
          clientId: call.caller.clientId,
          bankHolidayOn: service.bankHolidayOn,
          by: byOf(call.caller, request),
        })
        return reply.type(fhirJson).send(JSON.stringify(replyTo(message, kept, receivedAt)))
      },
    )

    messages.get('/MessageDefinition', { config: { rights: shows } }, async (request, reply) => {
      const contexts = pairsIn(request).flatMap(([name, value]) =>
        name === 'context' ? [targetIn(value)] : [],
      )
      const isUseCase = ({ system }: { system: string }) => system.includes('usecases')
      const asked = contexts.filter((each) => !isUseCase(each))
      const [named] = asked
      if (named === undefined) throw missing('The parameter context')
      if (!isUs({ ...named, system: named.system || bars.serviceId.system }, bars))
        throw notUs('The parameter context')
      const definitions = definitionsOf(bars, contexts.find(isUseCase)?.value ?? null)
      const base = `${fhir.publicUrl}${fhirPath}`
      const found: FhirBundle = {
        resourceType: 'Bundle',
        id: randomUUID(),
        type: 'searchset',
        total: definitions.length,
        link: [{ relation: 'self', url: `${base}/MessageDefinition` }],
        entry: definitions.map((resource) => ({
          fullUrl: `${base}/MessageDefinition/${resource.id}`,
          resource,
          search: { mode: 'match' },
        })),
      }
      return reply.type(fhirJson).send(JSON.stringify(found))
    })
  })
}

type BesideAuthorise = (request: FastifyRequest) => Promise<void>

/** Both ids come back, so that a call can be found on both sides. */
const mirror = ({ headers }: FastifyRequest, reply: FastifyReply): void => {
  for (const name of ['x-request-id', 'x-correlation-id']) {
    const sent = headers[name]
    if (typeof sent === 'string' && isGuid(sent.trim())) reply.header(name, sent.trim())
  }
}

/** JSON alone is taken and given, in a version of the standard that this service knows. */
const assertAcceptable = ({ headers, method }: FastifyRequest): void => {
  const accept = headers.accept ?? ''
  if (accept !== '' && !/\*\/\*|application\/\*|application\/(fhir\+)?json/i.test(accept))
    throw new BarsProblem('REC_NOT_ACCEPTABLE', 'processing', 'Only application/fhir+json is given.')
  const type = headers['content-type'] ?? ''
  if (method === 'POST' && !/^application\/(fhir\+)?json\s*(;|$)/i.test(type))
    throw new BarsProblem('REC_NOT_ACCEPTABLE', 'processing', 'Only application/fhir+json is taken.')
  for (const said of [accept, type]) {
    const [, version] = /;\s*version\s*=\s*"?([\w.-]+)/i.exec(said) ?? []
    if (version !== undefined && version.split('.')[0] !== majorVersion)
      throw new BarsProblem(
        'REC_UNPROCESSABLE_ENTITY',
        'not-supported',
        'This version of the standard is not supported: version 1 is.',
      )
  }
}

const byOf = (caller: FhirCaller, request: FastifyRequest): Sent['by'] => ({
  action: `POST ${fhirPath}/$process-message`,
  userId: null,
  sessionId: null,
  role: null,
  requestId: request.id,
  address: request.ip,
  criteria: { fhirClient: caller.clientId, fhirClientName: caller.clientName },
})

const attempts = 4

const keep = async ({ db }: FhirService, sent: Sent): Promise<Kept> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transact(db.sql, (sql) => keepMessage(sql, sent))
    } catch (error) {
      if (attempt === attempts || !isWorthRetrying(error)) throw error
    }
}

const understand = (error: Error & { statusCode?: number }): BarsProblem => {
  if (error instanceof BarsProblem) return error
  if (error instanceof FhirProblem && error.status === 401)
    return new BarsProblem('REC_UNAUTHORIZED', 'forbidden', error.message)
  if ((error instanceof FhirProblem && error.status === 429) || isTooOften(error))
    return new BarsProblem('REC_TOO_MANY_REQUESTS', 'throttled', 'This client asks too often.')
  if (error instanceof AuditFailure)
    return new BarsProblem('REC_SERVER_ERROR', 'no-store', 'The message could not be stored. Send it again.')
  if (isDatabaseAway(error))
    return new BarsProblem(
      'REC_SERVICE_UNAVAILABLE',
      'transient',
      'The service is being restored. Send the message again in a moment.',
    )
  if (isWorthRetrying(error))
    return new BarsProblem('REC_SERVER_ERROR', 'transient', 'The service is busy. Send the message again.')
  if (error.statusCode === 413)
    return new BarsProblem('REC_UNPROCESSABLE_ENTITY', 'too-costly', 'The message has more than a megabyte.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new BarsProblem('REC_BAD_REQUEST', 'invalid', 'The request cannot be read.')
  return new BarsProblem('REC_SERVER_ERROR', 'exception', 'Something went wrong on our side.')
}
const isTooOften = (error: Error): boolean => error instanceof HttpProblem && error.code === 'too-often'

const answer = async (
  service: FhirService,
  fhir: FhirSettings,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  let problem = understand(error)
  const { status } = problem
  if (status >= 500 && status !== 501) request.log.error(causeOf(error), 'a message could not be taken')
  mirror(request, reply)
  if (request.fhirCaller === null || status === 429)
    service.refusals.count({ of: 'fhir', status, reason: problem.code, userId: null, address: request.ip })
  else
    try {
      await recordRefusal(callOf(service, fhir, request), status)
    } catch (failure) {
      request.log.error(causeOf(failure as Error), 'the audit trail could not be written')
      problem = new BarsProblem(
        'REC_SERVER_ERROR',
        'no-store',
        'The message could not be stored. Send it again.',
      )
    }
  if (problem.status === 503 || problem.status === 429) reply.header('retry-after', '5')
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type(fhirJson)
    .send(JSON.stringify(barsOutcome(problem)))
}

/** What metadata says besides. */
const withMessages = (statement: CapabilityStatement, { publicUrl }: FhirSettings): CapabilityStatement => ({
  ...statement,
  rest: (statement.rest ?? []).map((rest) => ({
    ...rest,
    operation: [
      ...(rest.operation ?? []),
      {
        name: 'process-message',
        definition: 'http://hl7.org/fhir/OperationDefinition/MessageHeader-process-message',
      },
    ],
  })),
  messaging: [
    {
      endpoint: [
        {
          protocol: { system: 'http://terminology.hl7.org/CodeSystem/message-transport', code: 'http' },
          address: `${publicUrl}${fhirPath}/$process-message`,
        },
      ],
      supportedMessage: [
        ...(['referral', 'validation', 'cancelled'] as const).map((kind) => ({
          mode: 'receiver' as const,
          definition: definitionUrl(kind),
        })),
        ...['validation-interim', 'validation-full', 'referral', 'referral-short'].map((kind) => ({
          mode: 'sender' as const,
          definition: `https://fhir.nhs.uk/MessageDefinition/bars-message-servicerequest-response-${kind}`,
        })),
      ],
    },
  ],
})
