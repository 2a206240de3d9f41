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
    /** The part that caused a 503; null for other replies. */
    failedPart: Part | null
  }
}

/**
 * Turns every error into a reply of the contract, in one place: field errors become a flat map (IO-2), all others a
 * stable code and a plain sentence, without stack, SQL or path (IO-10). Refusals go into the audit trail (DP-1).
 */
export const replyToErrors = (app: FastifyInstance, service: Service): void => {
  app.decorateRequest('failedPart', null)
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const failure = understand(error)
    // An attempt to set fields that the caller may not set is recorded in the audit trail even if the call fails
    // (AZ-8).
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

/** For a URL that cannot be decoded to text, such as /%ff. */
export const answerUnreadable = (request: FastifyRequest, reply: FastifyReply): void => {
  send(reply, request, unreadableAddress())
}

const understand = (error: FastifyError): ValidationProblem | HttpProblem | null => {
  if (error instanceof ValidationProblem || error instanceof HttpProblem) return error
  if (error instanceof OutcomeUnknown) return notConfirmed()
  // `isDatabaseAway` also matches failures of other parts, such as a document store that does not answer.
  // `isWorthRetrying` means that other transactions conflicted on all four attempts, which is treated like a lock
  // timeout.
  if (error instanceof AuditFailure || isDatabaseAway(error) || isWorthRetrying(error)) return unavailable()
  const choice = missingChoice(error, {})
  if (choice !== null) return choice
  if (error.statusCode === 413) return new HttpProblem(413, 'too-large', 'The request is too large.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new HttpProblem(
      error.statusCode,
      'bad-request',
      'The request does not have the form that this call accepts.',
    )
  return null
}

const isRefusal = (failure: ValidationProblem | HttpProblem): boolean =>
  [401, 403, 404, 429].includes(failure.status)

/**
 * Refusals without a signed-in user, and refusals for too many calls, can be caused without limit, so they are only
 * counted. Any other refusal of a signed-in user gets its own event; rate limits bound their number (DL-3). Returns the
 * failure if the refusal could not be recorded.
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

/**
 * For a restricted record: the patient and the reason for the refusal, so that it is found among those who asked for
 * the record.
 */
const withheldIn = (failure: ValidationProblem | HttpProblem): Pick<AuditEvent, 'patientIds' | 'criteria'> =>
  failure instanceof HttpProblem && failure.more.restricted !== undefined
    ? { patientIds: [failure.more.restricted.patientId], criteria: { refused: failure.code } }
    : {}

/** @param thrown the original error, if the reply was made from another */
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
  // Overrides any earlier cache header: a refusal must not be cached.
  reply.header('cache-control', 'no-store')
  const body: Problem = { code, message, requestId: request.id, ...more }
  return reply.code(status).send(body)
}

/** Writes one log line per 503, so that operators know which part to look at. */
const tellWhy = (request: FastifyRequest, error: unknown): void => {
  const cause = causeOf(error)
  request.failedPart = cause.part ?? 'service'
  const told = { route: request.routeOptions.url, ...cause, part: request.failedPart }
  if (error instanceof OutcomeUnknown) request.log.error(told, 'a save was not confirmed')
  else if (error instanceof AuditFailure || (error as Error).cause instanceof AuditFailure)
    request.log.error(told, 'the audit trail could not be written')
  else request.log.warn(told, 'the service was unavailable')
}

/** RFC 6750 section 3.1: a caller that sent no token is told only that one is needed. */
const sentToken = ({ headers }: FastifyRequest): boolean => /^Bearer +\S/i.test(headers.authorization ?? '')
