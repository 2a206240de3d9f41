import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../../contract/platform/calls/problem.ts'
import {
  ValidationProblem,
  isDatabaseAway,
  isWorthRetrying,
  notConfirmed,
  OutcomeUnknown,
  HttpProblem,
  AuditFailure,
  unavailable,
  unreadableAddress,
  type Part,
} from '../../errors.ts'
import type { AuditEvent } from '../../audit/auditTrail.ts'
import { missingChoice } from '../../writes/missingChoice.ts'
import { causeOf } from '../../db/connection/causeOf.ts'
import type { Service } from './service.ts'
import { ignoredFieldsOf } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the answer was 503; null where it was another. */
    failedPart: Part | null
  }
}

/**
 * Turns every error into an answer of the contract, in one place: field failures a flat map (IO-2), all else a
 * stable code and a plain sentence, with no stack, SQL or path (IO-10). Refusals go into the audit trail (DP-1).
 */
export const replyToErrors = (app: FastifyInstance, service: Service): void => {
  app.decorateRequest('failedPart', null)
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const failure = understand(error)
    // An attempt on what is not the caller's to set is in the audit trail, also when nothing came of it (AZ-8).
    const isAttempt = (request.ignoredFields ?? []).length > 0
    if (isAttempt && failure !== null && failure.status < 500 && !isRefusal(failure)) {
      const unrecorded = await record(service, request, failure)
      if (unrecorded !== null) return send(reply, request, unavailable(unrecorded))
    }
    if (failure instanceof ValidationProblem) return reply.code(failure.status).send(failure.fields)
    if (failure === null) {
      request.log.error(causeOf(error), 'unexpected failure')
      return send(
        reply,
        request,
        new HttpProblem(500, 'failed', 'Something went wrong on our side. Nothing was saved.'),
      )
    }
    const unrecorded = isRefusal(failure) ? await record(service, request, failure) : null
    return send(reply, request, unrecorded === null ? failure : unavailable(unrecorded), error)
  })

  app.setNotFoundHandler((request, reply) =>
    send(reply, request, new HttpProblem(404, 'not-found', 'There is nothing at this address.')),
  )
}

/** For an address that is no text, such as /%ff. */
export const answerUnreadable = (request: FastifyRequest, reply: FastifyReply): void => {
  send(reply, request, unreadableAddress())
}

const understand = (error: FastifyError): ValidationProblem | HttpProblem | null => {
  if (error instanceof ValidationProblem || error instanceof HttpProblem) return error
  if (error instanceof OutcomeUnknown) return notConfirmed()
  // Also where the part is another, such as a store of documents that does not answer.
  // Others were in the way four times over: like a lock that was waited for in vain.
  if (error instanceof AuditFailure || isDatabaseAway(error) || isWorthRetrying(error)) return unavailable()
  const choice = missingChoice(error, {})
  if (choice !== null) return choice
  if (error.statusCode === 413) return new HttpProblem(413, 'too-large', 'The request is too large.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new HttpProblem(
      error.statusCode,
      'bad-request',
      'The request is not in the form that this call takes.',
    )
  return null
}

const isRefusal = (failure: ValidationProblem | HttpProblem): boolean =>
  [401, 403, 404, 429].includes(failure.status)

/**
 * A refusal of nobody in particular, and one for calling too often, can be caused without end: these are counted. What a
 * signed-in person was refused leaves an event of its own; limits hold how many (DL-3). Returns why it could not be recorded.
 */
const record = async (
  service: Service,
  request: FastifyRequest,
  failure: ValidationProblem | HttpProblem,
): Promise<AuditFailure | null> => {
  const userId = request.principal?.userId ?? null
  const isOfRequest = failure instanceof HttpProblem
  if (isOfRequest && (userId === null || failure.code === 'too-often')) {
    const { status, code: reason } = failure
    const of = request.routeOptions.config.rights?.rate ?? 'unknown'
    service.refusals.count({ of, status, reason, userId, address: request.ip })
    return null
  }
  try {
    await service.audit.append({
      kind: 'refusal',
      action: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
      status: failure.status,
      userId,
      sessionId: request.principal?.sessionId ?? null,
      role: request.principal?.currentRole ?? null,
      requestId: request.id,
      address: request.ip,
      ...ignoredFieldsOf(request),
      ...withheldIn(failure),
    })
    return null
  } catch (error) {
    return error instanceof AuditFailure ? error : new AuditFailure(error)
  }
}

/** Of a restricted record: whose it was and why it was refused, so that it is among who asked for the record. */
const withheldIn = (failure: ValidationProblem | HttpProblem): Pick<AuditEvent, 'patientIds' | 'criteria'> =>
  failure instanceof HttpProblem && failure.more.restricted !== undefined
    ? { patientIds: [failure.more.restricted.patientId], criteria: { refused: failure.code } }
    : {}

/** @param thrown what the answer was made of, where that is another */
const send = (
  reply: FastifyReply,
  request: FastifyRequest,
  refusal: HttpProblem,
  thrown: unknown = refusal,
) => {
  const { status, code, message, more, retryAfterMs } = refusal
  if (status === 503) {
    reply.header('retry-after', '5')
    tellWhy(request, refusal.cause === undefined ? thrown : refusal)
  }
  if (retryAfterMs !== undefined) reply.header('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  if (status === 401)
    reply.header('www-authenticate', sentToken(request) ? 'Bearer error="invalid_token"' : 'Bearer')
  // Whatever was said of how long the thing may be kept, the refusal may not.
  reply.header('cache-control', 'no-store')
  const body: Problem = { code, message, requestId: request.id, ...more }
  return reply.code(status).send(body)
}

/** One line for each 503, so that whoever runs the service knows which part to look at. */
const tellWhy = (request: FastifyRequest, error: unknown): void => {
  const cause = causeOf(error)
  request.failedPart = cause.part ?? 'service'
  const told = { route: request.routeOptions.url, ...cause, part: request.failedPart }
  if (error instanceof OutcomeUnknown) request.log.error(told, 'a save was not confirmed')
  else if (error instanceof AuditFailure || (error as Error).cause instanceof AuditFailure)
    request.log.error(told, 'the audit trail could not be written')
  else request.log.warn(told, 'the service was unavailable')
}

/** RFC 6750 section 3.1: who sent no token is told only that one is needed. */
const sentToken = ({ headers }: FastifyRequest): boolean => /^Bearer +\S/i.test(headers.authorization ?? '')
