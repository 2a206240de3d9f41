import { unavailable } from '../errors.ts'

/** Who comes when this many wait is told to try again. */
const mostWaiting = 20

/**
 * Lets a few long works run at a time and the others wait, so that people who run reports do not take the database
 * from those at their work lists (DL-1).
 */
export const concurrencyLimit = (atOnce: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce && waiting.length >= mostWaiting) throw unavailable()
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
