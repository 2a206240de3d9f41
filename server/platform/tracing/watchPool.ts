import {
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type ContextManager,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import type { Pool, PoolClient } from 'pg'
import { nameInFront } from '../db/query/prepareNamed.ts'

type OnConnection = Parameters<Pool['connect']>[0]

/**
 * Within a call or a job: spans for the wait for a connection, for its use, and for each statement, named by the
 * statement's name or first word, never its text or values. The service's own work, such as polling the queue, has no
 * spans.
 */
export const watchPool = (name: string, pool: Pool, tracer: Tracer, contexts: ContextManager): void => {
  const attributes = { 'db.system.name': 'postgresql', 'db.client.connection.pool.name': name }
  const held = new WeakMap<PoolClient, Context>()

  const hold = (client: PoolClient, parent: Context): void => {
    const span = tracer.startSpan(`connection ${name}`, { kind: SpanKind.CLIENT, attributes }, parent)
    held.set(client, trace.setSpan(parent, span))
  }

  const connect = pool.connect.bind(pool)
  const connectTraced = (callback?: OnConnection): Promise<PoolClient> | undefined => {
    const parent = contexts.active()
    if (trace.getSpan(parent) === undefined)
      return callback === undefined ? connect() : void connect(callback)
    const waiting = tracer.startSpan(`wait for ${name}`, { attributes }, parent)
    if (callback === undefined)
      return connect().then(
        (client) => {
          waiting.end()
          hold(client, parent)
          return client
        },
        (error: unknown) => {
          fail(waiting, error)
          throw error
        },
      )
    connect((error, client, release) => {
      if (error !== undefined && error !== null) fail(waiting, error)
      else waiting.end()
      if (client !== undefined) hold(client, parent)
      callback(error, client, release)
    })
    return undefined
  }
  pool.connect = connectTraced as Pool['connect']

  pool.on('release', (_, client) => {
    const within = held.get(client)
    if (within !== undefined) trace.getSpan(within)?.end()
    held.delete(client)
  })

  pool.on('connect', (client) => {
    const query = client.query as (...given: unknown[]) => unknown
    const queryTraced = (...given: unknown[]): unknown => {
      const within = held.get(client)
      if (within === undefined) return Reflect.apply(query, client, given)
      const span = tracer.startSpan(statementName(given[0]), { kind: SpanKind.CLIENT, attributes }, within)
      const last = given.at(-1)
      if (typeof last === 'function') {
        const then = last as (error: unknown, result: unknown) => void
        const listening = (error: unknown, result: unknown): void => {
          end(span, error)
          then(error, result)
        }
        return Reflect.apply(query, client, [...given.slice(0, -1), listening])
      }
      const asked = Reflect.apply(query, client, given)
      if (asked instanceof Promise)
        asked.then(
          () => span.end(),
          (error: unknown) => end(span, error),
        )
      else span.end()
      return asked
    }
    client.query = queryTraced as PoolClient['query']
  })
}

const end = (span: Span, error: unknown): void => {
  if (error === undefined || error === null) span.end()
  else fail(span, error)
}

/** Records only the error code: PostgreSQL's message may quote a value. */
const fail = (span: Span, error: unknown): void => {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') span.setAttribute('db.response.status_code', code)
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

const words = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'start', 'commit', 'rollback', 'set']

const statementName = (asked: unknown): string => {
  const { name, text = asked } = (typeof asked === 'object' ? asked : {}) as { name?: string; text?: unknown }
  if (name !== undefined) return name
  if (typeof text !== 'string') return 'statement'
  const [, inFront] = nameInFront.exec(text) ?? []
  if (inFront !== undefined) return inFront
  const first = /\w+/.exec(text)?.[0].toLowerCase() ?? ''
  return words.includes(first) ? first : 'statement'
}
