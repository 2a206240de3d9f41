import { diag, DiagLogLevel, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import { watchCalls } from './watchCalls.ts'
import { watchPool } from './watchPool.ts'
import type { TracingSettings } from './readSettings.ts'
import type { Tracing } from './tracing.ts'

const hour = 60 * 60_000
const sendWithinMs = 3_000

/**
 * Sends spans to a collector (decision 104). Loaded only if tracing is configured. It sets nothing process-wide, so
 * that libraries create no spans of their own, which could contain addresses and values.
 */
export const openTracing = (
  { url, headers, serviceName, share }: TracingSettings,
  version: string,
  log: FastifyBaseLogger | undefined,
): Tracing => {
  const tell = tellFailures(log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, headers, timeoutMillis: sendWithinMs }),
      }),
    ],
  })
  const tracer = provider.getTracer('surefoot', version)
  const contexts = new AsyncLocalStorageContextManager()
  return {
    watchCalls: (app) => watchCalls(app, tracer, contexts),
    watchPool: (name, pool) => watchPool(name, pool, tracer, contexts),
    watchTasks: (tasks) =>
      Object.fromEntries(
        Object.entries(tasks).map(([name, task]) => [
          name,
          async (payload: unknown, helpers: Parameters<NonNullable<typeof task>>[1]) => {
            const attributes = { 'surefoot.job': name, 'surefoot.attempt': helpers.job.attempts }
            const span = tracer.startSpan(`job ${name}`, { attributes }, ROOT_CONTEXT)
            try {
              return await contexts.with(trace.setSpan(ROOT_CONTEXT, span), () => task?.(payload, helpers))
            } catch (error) {
              span.setStatus({ code: SpanStatusCode.ERROR })
              throw error
            } finally {
              span.end()
            }
          },
        ]),
      ),
    close: () => provider.shutdown().catch(tell),
  }
}

/**
 * Logs at most once an hour, so that an unreachable collector does not fill the log. Leaves out the collector's
 * message, which may contain what was sent.
 */
const tellFailures = (log: FastifyBaseLogger | undefined): (() => void) => {
  let toldAt = -Infinity
  const tell = (): void => {
    if (performance.now() - toldAt < hour) return
    toldAt = performance.now()
    log?.warn({ setting: 'OTEL_EXPORTER_OTLP_ENDPOINT' }, 'traces could not be sent')
  }
  const quiet = (): void => undefined
  diag.setLogger(
    {
      error: tell,
      ...{ warn: quiet, info: quiet, debug: quiet, verbose: quiet },
    },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
  return tell
}
