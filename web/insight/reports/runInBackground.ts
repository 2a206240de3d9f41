import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { startReportRun } from '../../../contract/insight/reportRun.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { keepLastRun } from './lastRuns.ts'
import { runsQuery } from './queries.ts'

/** A report that takes longer than this continues in the background. */
const patienceMs = 3_000

/**
 * Returns the result of the work, or null if it takes too long or the service is too busy for it now. If it takes too
 * long, the work is aborted.
 */
export const runInBackgroundAfter = async <T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> => {
  const giveUp = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs)
  })
  try {
    const answered = await Promise.race([work(giveUp.signal).catch(nullIfBusy), tooLong])
    if (answered === null) giveUp.abort()
    return answered
  } finally {
    clearTimeout(timer)
  }
}

const nullIfBusy = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 503) return null
  throw error
}

/** Starts a report in the background and returns the id of the run. */
export const runInBackground = async (input: InputOf<typeof startReportRun>): Promise<number> => {
  const { id } = await call(startReportRun, input, { idempotencyKey: crypto.randomUUID() })
  keepLastRun(input)
  await queryClient.invalidateQueries({ queryKey: runsQuery.queryKey })
  return id
}
