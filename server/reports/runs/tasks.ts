import type { FastifyBaseLogger } from 'fastify'
import type { Task, TaskList } from 'graphile-worker'
import type { Service } from '../../serve.ts'
import { workOnRun } from './work.ts'

/** What counts reports in the background; a payload holds the number of a run and nothing else. */
export const reportTasks = (
  service: Service,
  stopping: AbortSignal,
  log: FastifyBaseLogger | null = null,
): TaskList => ({
  reportRun: (({ id }: { id: number }) => workOnRun(service, id, stopping, log)) as Task,
})
