import type { FastifyInstance } from 'fastify'
import type { TaskList } from 'graphile-worker'
import type { Pool } from 'pg'

/** Spans of what the service does, where somebody asked for them. Nothing in one names a person or has what was typed. */
export interface Tracing {
  /** One for each call, which those below stand in; before the server is ready. */
  watchCalls: (app: FastifyInstance) => void
  /** One for each wait for a connection, each time a connection is had, and each statement on it. Before it is used. */
  watchPool: (name: string, pool: Pool) => void
  /** One for each job. */
  watchTasks: (tasks: TaskList) => TaskList
  /** Sends what is left. */
  close: () => Promise<void>
}
