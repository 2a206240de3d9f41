import type { FastifyInstance } from 'fastify'
import type { TaskList } from 'graphile-worker'
import type { Pool } from 'pg'

/** Spans of what the service does, if configured. No span names a person or contains user input. */
export interface Tracing {
  /** One span per call, the parent of the spans below. Call this before the server is ready. */
  watchCalls: (app: FastifyInstance) => void
  /**
   * One span per wait for a connection, per use of a connection, and per statement on it. Call this before the pool is
   * used.
   */
  watchPool: (name: string, pool: Pool) => void
  /** One span per job. */
  watchTasks: (tasks: TaskList) => TaskList
  /** Sends the remaining spans. */
  close: () => Promise<void>
}
