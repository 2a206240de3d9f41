import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../contract/problem.ts'
import {
  ValidationProblem,
  isDatabaseAway,
  notConfirmed,
  OutcomeUnknown,
  HttpProblem,
  AuditFailure,
  unavailable,
  unreadableAddress,
} from '../errors.ts'
import type { AuditEvent } from '../audit/auditTrail.ts'
import { missingChoice } from '../writes/missingChoice.ts'
import type { Service } from './service.ts'
import { ignoredFieldsOf } from './route.ts'

/**
 * Turns every error into an answer of the contract, in one place: field failures a flat map (IO-2), all else a
 * stable code and a plain sentence, with no stack, SQL or path (IO-10). Refusals go into the audit trail (DP-1).
 */
export const replyToErrors = (app: FastifyInstance, service: Service): void => {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const failure = understand(error)
    if (error instanceof AuditFailure)
      request.log.error({ code: (error.cause as FastifyError).code }, 'the audit trail could not be written')
    else if (error instanceof OutcomeUnknown)
      request.log.error(traceOf(error.cause as FastifyError), 'a save was not confirmed')
    else if (isDatabaseAway(error)) request.log.warn(traceOf(error), 'the database did not answer')
    // An attempt on what is not the caller's to set is in the audit trail, also when nothing came of it (AZ-8).
    const isAttempt = (request.ignoredFields ?? []).length > 0
    if (isAttempt && failure !== null && failure.status < 500 && !isRefusal(failure)) {
      if (!(await recorded(service, request, failure))) return send(reply, request, unavailable())
    }
    if (failure instanceof ValidationProblem) return reply.code(failure.status).send(failure.fields)
    if (failure === null) {
      request.log.error(traceOf(error), 'unexpected failure')
      return send(
        reply,
        request,
        new HttpProblem(500, 'failed', 'Something went wrong on our side. Nothing was saved.'),
      )
    }
    if (isRefusal(failure) && !(await recorded(service, request, failure)))
      return send(reply, request, unavailable())
    return send(reply, request, failure)
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
  if (error instanceof AuditFailure || isDatabaseAway(error)) return unavailable()
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
 * signed-in person was refused leaves an event of its own; limits hold how many (DL-3).
 */
const recorded = async (
  service: Service,
  request: FastifyRequest,
  failure: ValidationProblem | HttpProblem,
): Promise<boolean> => {
  const userId = request.principal?.userId ?? null
  const isOfRequest = failure instanceof HttpProblem
  if (isOfRequest && (userId === null || failure.code === 'too-often')) {
    const { status, code: reason } = failure
    const of = request.routeOptions.config.rights?.rate ?? 'unknown'
    service.refusals.count({ of, status, reason, userId, address: request.ip })
    return true
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
    return true
  } catch (error) {
    request.log.error({ code: (error as FastifyError).code }, 'a refusal could not be recorded')
    return false
  }
}

/** Of a restricted record: whose it was and why it was refused, so that it is among who asked for the record. */
const withheldIn = (failure: ValidationProblem | HttpProblem): Pick<AuditEvent, 'patientIds' | 'criteria'> =>
  failure instanceof HttpProblem && failure.more.restricted !== undefined
    ? { patientIds: [failure.more.restricted.patientId], criteria: { refused: failure.code } }
    : {}

const send = (reply: FastifyReply, request: FastifyRequest, refusal: HttpProblem) => {
  const { status, code, message, more, retryAfterMs } = refusal
  if (status === 503) reply.header('retry-after', '5')
  if (retryAfterMs !== undefined) reply.header('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  if (status === 401)
    reply.header('www-authenticate', sentToken(request) ? 'Bearer error="invalid_token"' : 'Bearer')
  // Whatever was said of how long the thing may be kept, the refusal may not.
  reply.header('cache-control', 'no-store')
  const body: Problem = { code, message, requestId: request.id, ...more }
  return reply.code(status).send(body)
}

/** Name, SQLSTATE and place are enough to find a fault; the message may quote a value (DP-4). */
const traceOf = (error: FastifyError) => ({ error: error.name, code: error.code, at: placeOf(error) })

/** RFC 6750 section 3.1: who sent no token is told only that one is needed. */
const sentToken = ({ headers }: FastifyRequest): boolean => /^Bearer +\S/i.test(headers.authorization ?? '')

const placeOf = (error: Error): string | undefined =>
  error.stack?.split('\n').find((line) => line.includes('at '))
