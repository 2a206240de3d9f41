import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { startReportRun } from '../../../contract/insight/reportRun.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { keepLastRun } from './lastRuns.ts'
import { runsQuery } from './queries.ts'

/** A report that takes longer than this continues in the background. */
const patienceMs = 3_000

/** Returns the result of the work, or null if it takes too long; in that case the work is aborted. */
export const runInBackgroundAfter = async <T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> => {
  const giveUp = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs)
  })
  try {
    const answered = await Promise.race([work(giveUp.signal), tooLong])
    if (answered === null) giveUp.abort()
    return answered
  } finally {
    clearTimeout(timer)
  }
}

/** Starts a report in the background and returns the id of the run. */
export const runInBackground = async (input: InputOf<typeof startReportRun>): Promise<number> => {
  const { id } = await call(startReportRun, input, { idempotencyKey: crypto.randomUUID() })
  keepLastRun(input)
  await queryClient.invalidateQueries({ queryKey: runsQuery.queryKey })
  return id
}
