import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../contract/problem.ts'
import { FieldFailure, isDatabaseAway, missingChoice, Refusal, TrailFailure, unavailable } from './errors.ts'
import type { Service } from './serve.ts'

/**
 * Turns every error into an answer of the contract, in one place: field failures a flat map (trust IO-2), all else a
 * stable code and a plain sentence, with no stack, SQL or path (trust IO-10). Refusals go into the trail (trust DP-1).
 */
export const answerFailures = (app: FastifyInstance, service: Service): void => {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const failure = understand(error)
    if (error instanceof TrailFailure)
      request.log.error({ code: (error.cause as FastifyError).code }, 'the trail could not be written')
    if (failure instanceof FieldFailure) return reply.code(400).send(failure.fields)
    if (failure === null) {
      // The message may quote a value; name and place are enough to find the fault (trust DP-4).
      request.log.error({ error: error.name, code: error.code, at: placeOf(error) }, 'unexpected failure')
      return send(
        reply,
        request,
        new Refusal(500, 'failed', 'Something went wrong on our side. Nothing was saved.'),
      )
    }
    if (isRefusal(failure) && !(await recorded(service, request, failure)))
      return send(reply, request, unavailable())
    return send(reply, request, failure)
  })

  app.setNotFoundHandler((request, reply) =>
    send(reply, request, new Refusal(404, 'not-found', 'There is nothing at this address.')),
  )
}

/** For an address that is no text, such as /%ff. */
export const answerUnreadable = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  send(reply, request, new Refusal(400, 'bad-request', 'This address cannot be read.'))

const understand = (error: FastifyError): FieldFailure | Refusal | null => {
  if (error instanceof FieldFailure || error instanceof Refusal) return error
  if (error instanceof TrailFailure || isDatabaseAway(error)) return unavailable()
  const choice = missingChoice(error, {})
  if (choice !== null) return choice
  if (error.statusCode === 413) return new Refusal(413, 'too-large', 'The request is too large.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal(
      error.statusCode,
      'bad-request',
      'The request is not in the form that this call takes.',
    )
  return null
}

const isRefusal = (failure: Refusal): boolean => [401, 403, 404, 429].includes(failure.status)

const recorded = async (service: Service, request: FastifyRequest, failure: Refusal): Promise<boolean> => {
  try {
    await service.trail.append({
      kind: 'refusal',
      action: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
      status: failure.status,
      userId: request.principal?.userId ?? null,
      sessionId: request.principal?.sessionId ?? null,
      role: request.principal?.currentRole ?? null,
      requestId: request.id,
      address: request.ip,
    })
    return true
  } catch (error) {
    request.log.error({ code: (error as FastifyError).code }, 'a refusal could not be recorded')
    return false
  }
}

const send = (reply: FastifyReply, request: FastifyRequest, refusal: Refusal) => {
  const { status, code, message, more, retryAfterMs } = refusal
  if (status === 503) reply.header('retry-after', '5')
  if (retryAfterMs !== undefined) reply.header('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  const body: Problem = { code, message, requestId: request.id, ...more }
  return reply.code(status).send(body)
}

const placeOf = (error: Error): string | undefined =>
  error.stack?.split('\n').find((line) => line.includes('at '))
