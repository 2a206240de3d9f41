import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { startReportRun } from '../../../contract/insight/reportRun.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { keepLastRun } from './lastRuns.ts'
import { runsQuery } from './queries.ts'

/** A report that takes longer goes on in the background. */
const patienceMs = 3_000

/** What the work answers, or null when it takes too long to be waited for; it is then given up. */
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

/** Has a report counted in the background; returns the id under which it can be found again. */
export const runInBackground = async (input: InputOf<typeof startReportRun>): Promise<number> => {
  const { id } = await call(startReportRun, input, { idempotencyKey: crypto.randomUUID() })
  keepLastRun(input)
  await queryClient.invalidateQueries({ queryKey: runsQuery.queryKey })
  return id
}
