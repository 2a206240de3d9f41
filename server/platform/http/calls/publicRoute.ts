import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { CheckedInputOf, Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import type { AuditEvent } from '../../audit/auditTrail.ts'
import { bodyLimitOf } from '../limits/bodyLimit.ts'
import { HttpProblem } from '../../errors.ts'
import type { Rights } from '../request/rights.ts'
import type { Service } from './service.ts'
import { bodyOf, checkInput, send } from './route.ts'

/** A call by a caller who need not be signed in. */
export interface PublicCall<Parts extends Service = Service> {
  service: Parts
  /** The caller's address. */
  address: string
  log: FastifyBaseLogger
  /** Builds the audit event of the call. `answer` adds whose account it concerns and how it ended. */
  event: (about: Pick<AuditEvent, 'kind' | 'status' | 'userId'> & { outcome: string }) => AuditEvent
}

/**
 * Registers a call that anyone may make. `answer` writes the audit trail itself, since there is no signed-in user to
 * attribute the call to. Refuses requests that a browser makes unprompted, because they would send messages.
 */
export const publicRoute = <E extends Endpoint, Parts extends Service>(
  app: FastifyInstance,
  service: Parts,
  endpoint: E,
  rights: Rights & { capability: 'anonymous' },
  answer: (call: PublicCall<Parts>, input: CheckedInputOf<E>) => Promise<z.input<E['reply']>>,
): void => {
  const action = `${endpoint.method} ${endpoint.path}`
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    config: { rights },
    handler: async (request, reply) => {
      if (isByAccident(request.headers))
        throw new HttpProblem(
          400,
          'bad-request',
          'The request does not have the form that this call accepts.',
        )
      const { input } = checkInput(endpoint, request, bodyOf(endpoint, request, request.body))
      const call: PublicCall<Parts> = {
        service,
        address: request.ip,
        log: request.log,
        event: ({ outcome, ...about }) => ({
          ...about,
          action,
          sessionId: null,
          role: null,
          criteria: { outcome },
          requestId: request.id,
          address: request.ip,
        }),
      }
      return send(reply, endpoint.reply.parse(await answer(call, input as CheckedInputOf<E>)))
    },
  })
}

/** Whether a browser prefetches this, or requests it for another site (AU-13). */
const isByAccident = (headers: Record<string, unknown>): boolean =>
  /prefetch|prerender/i.test(`${String(headers['purpose'])} ${String(headers['sec-purpose'])}`) ||
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))
