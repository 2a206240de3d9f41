import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, type Runner, type RunnerOptions } from 'graphile-worker'
import { DatabaseError } from 'pg'
import { isDatabaseAway } from '../../errors.ts'
import { causeOf } from '../connection/causeOf.ts'
import type { Database } from '../connection/connect.ts'
import { releasingOnce } from '../connection/releasingOnce.ts'

const pauseMs = 5_000
/**
 * While the database is unreachable the queue fails in several places every few seconds, so the log repeats this at
 * most once a minute.
 */
const saidAgainMs = 60_000

/** Works on the queue until stopped, and resumes after the database was unreachable (DU-7). */
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
    log.warn(causeOf(error), 'the job queue is unavailable, trying again')
  }
  const options: RunnerOptions = {
    ...given,
    noHandleSignals: true,
    logger: loggerOf(log, sayAway),
    // PostgreSQL notifies the worker of new jobs. Polling finds jobs that are due again after a failure.
    pollInterval: 5_000,
    // End jobs in batches: the queue does not await the end of a single job, and if the database died meanwhile the
    // process would end.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }
  const ending = new AbortController()
  let runner: Runner | null = null

  const work = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        runner = await run({ ...options, pgPool: releasingOnce(db.queuePool) })
        // It was stopped while starting.
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

/** The queue's own messages may quote a payload. Only failures are logged, with the task and the reason. */
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
        // A task's own messages name nobody. Messages of PostgreSQL may, so `causeOf` checks them first.
        ...(error instanceof DatabaseError ? {} : { reason: error?.message }),
        ...(error === undefined ? {} : causeOf(error)),
      },
      task === undefined ? 'the job queue failed' : 'a job failed',
    )
  })
