import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, type Runner, type RunnerOptions } from 'graphile-worker'
import { DatabaseError } from 'pg'
import { isDatabaseAway } from '../../errors.ts'
import { causeOf } from '../connection/causeOf.ts'
import type { Database } from '../connection/connect.ts'
import { releasingOnce } from '../connection/releasingOnce.ts'

const pauseMs = 5_000
/** While the database is away the queue fails in several places every few seconds. */
const saidAgainMs = 60_000

/** Works on the queue until it is stopped, and begins again when the database was away (DU-7). */
export const workOnQueue = (
  db: Database,
  log: FastifyBaseLogger,
  given: Pick<RunnerOptions, 'taskList' | 'parsedCronItems' | 'concurrency'>,
): { stop: () => Promise<void> } => {
  let saidMs = -Infinity
  const sayAway = (error: unknown): void => {
    const now = performance.now()
    if (now - saidMs < saidAgainMs) return
    saidMs = now
    log.warn(causeOf(error), 'the job queue is away, trying again')
  }
  const options: RunnerOptions = {
    ...given,
    noHandleSignals: true,
    logger: loggerOf(log, sayAway),
    // New jobs are announced; this is for those that are due again after a failure.
    pollInterval: 5_000,
    // Together, since the queue does not wait for a single one: where the database dies meanwhile, that would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }
  const ending = new AbortController()
  let runner: Runner | null = null

  const work = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        runner = await run({ ...options, pgPool: releasingOnce(db.queuePool) })
        // Stopped while it was starting.
        if (ending.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        if (!ending.signal.aborted) sayAway(error)
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
const loggerOf = (log: FastifyBaseLogger, sayAway: (error: unknown) => void): Logger =>
  new Logger((scope) => (level, _, meta) => {
    if (level !== 'error') return
    const {
      fatalError,
      error = fatalError,
      job,
    } = (meta ?? {}) as {
      error?: Error
      /** Why the end of jobs could not be written. */
      fatalError?: Error
      job?: { task_identifier: string; attempts: number }
    }
    const task = job?.task_identifier ?? scope.taskIdentifier
    if (task === undefined && isDatabaseAway(error ?? {})) return sayAway(error)
    log.warn(
      {
        task,
        attempt: job?.attempts,
        // A task's own words name no person; those of PostgreSQL are looked at first.
        ...(error instanceof DatabaseError ? {} : { reason: error?.message }),
        ...(error === undefined ? {} : causeOf(error)),
      },
      task === undefined ? 'the job queue failed' : 'a job failed',
    )
  })
