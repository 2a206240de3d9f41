import pLimit from 'p-limit'
import { PartFailure, unavailable } from '../errors.ts'

/**
 * Runs a few long tasks at a time and makes the others wait, so that users who run reports do not take the database
 * from users at their work lists (DL-1).
 * @param mostWaiting when this many wait, further callers are told to try again
 * @param what waits, for the log
 */
export const concurrencyLimit = (
  atOnce: number,
  mostWaiting = 20,
  what = 'reports or files',
): (<T>(work: () => Promise<T>) => Promise<T>) => {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.pendingCount >= mostWaiting)
      throw unavailable(new PartFailure('service', `too many ${what} are waiting`))
    return limit(work)
  }
}
