import pLimit from 'p-limit'
import { PartFailure, unavailable } from '../errors.ts'

/** Who comes when this many wait is told to try again. */
const mostWaiting = 20

/**
 * Lets a few long works run at a time and the others wait, so that people who run reports do not take the database
 * from those at their work lists (DL-1).
 */
export const concurrencyLimit = (atOnce: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.pendingCount >= mostWaiting)
      throw unavailable(new PartFailure('service', 'too many reports or files wait'))
    return limit(work)
  }
}
