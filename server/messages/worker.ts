import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, run, type Runner, type RunnerOptions } from 'graphile-worker'
import type { FastifyBaseLogger } from 'fastify'
import { reportTasks } from '../reports/runs/tasks.ts'
import type { Service } from '../serve.ts'
import type { Courier } from './couriers.ts'
import { tasksOf } from './tasks.ts'

const pauseMs = 5_000

/**
 * Works on the queue until it is stopped. Reports have hands of their own, one in each process, so that no message waits
 * for one and people at their work lists keep the database to themselves (trust DL-1).
 */
export const startWorker = (
  service: Service,
  courier: Courier,
  log: FastifyBaseLogger,
): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const shared = { noHandleSignals: true, logger: loggerOf(log) }
  const hands = [
    keepWorking(service, log, {
      ...shared,
      taskList: tasksOf(service, courier),
      // Once for all processes.
      parsedCronItems: parseCronItems([
        { task: 'tidy', match: '17 * * * *', options: { maxAttempts: 1 } },
        { task: 'lookAfterReports', match: '* * * * *', options: { maxAttempts: 1 } },
      ]),
      concurrency: 2,
      // New jobs are announced; this is for those that are due again after a failure.
      pollInterval: 5_000,
    }),
    keepWorking(service, log, {
      ...shared,
      taskList: reportTasks(service, stopping.signal, log),
      concurrency: 1,
      pollInterval: 5_000,
    }),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(hands.map(({ stop }) => stop()))
    },
  }
}

/** Begins again when the database was away (trust DU-7). */
const keepWorking = (
  { db }: Pick<Service, 'db'>,
  log: FastifyBaseLogger,
  options: RunnerOptions,
): { stop: () => Promise<void> } => {
  const ending = new AbortController()
  let runner: Runner | null = null

  const work = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        runner = await run({ ...options, pgPool: db.pool })
        // Stopped while it was starting.
        if (ending.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        if (!ending.signal.aborted)
          log.warn({ code: (error as { code?: string }).code }, 'the job queue is away, trying again')
      }
      await sleep(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const working = work()
  return {
    stop: async () => {
      ending.abort()
      await runner?.stop().catch(() => undefined)
      await working
    },
  }
}

/** The queue's own sentences may quote a payload: only failures are passed on, and of those the task and the reason. */
const loggerOf = (log: FastifyBaseLogger): Logger =>
  new Logger((scope) => (level, _, meta) => {
    if (level !== 'error') return
    const { error, job } = (meta ?? {}) as {
      error?: Error
      job?: { task_identifier: string; attempts: number }
    }
    log.warn(
      { task: job?.task_identifier ?? scope.taskIdentifier, attempt: job?.attempts, reason: error?.message },
      'a job failed',
    )
  })
