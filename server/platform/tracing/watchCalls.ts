import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type ContextManager,
  type Tracer,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Calls by users and programs. Pages, and the readiness checks made every second, are not traced. */
const traced = /^\/(api|oauth)\//

/**
 * Names a call by its route template, without ids or query. A trace context that the caller sends is ignored, so that
 * nobody outside decides what is recorded.
 */
export const watchCalls = (app: FastifyInstance, tracer: Tracer, contexts: ContextManager): void => {
  const underWay = new WeakMap<FastifyRequest, Context>()

  app.addHook('onRequest', (request, _, done) => {
    const { method, id } = request
    const { url = '' } = request.routeOptions
    if (!traced.test(url)) return done()
    const attributes = { 'http.request.method': method, 'http.route': url, 'surefoot.request_id': id }
    const span = tracer.startSpan(`${method} ${url}`, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT)
    const within = trace.setSpan(ROOT_CONTEXT, span)
    underWay.set(request, within)
    contexts.with(within, done)
  })

  // The parts of a body arrive from the socket, outside the context of the call.
  app.addHook('preValidation', (request, _, done) => {
    const within = underWay.get(request)
    if (within === undefined) return done()
    contexts.with(within, done)
  })

  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = trace.getSpan(underWay.get(request) ?? ROOT_CONTEXT)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
