import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 1_000
const soonMs = 100

/**
 * Runs the work every second, one run after another, until stopped.
 * @param work returns true if there is more to do; the next run then starts sooner
 * @param failed called with the first of several consecutive failures
 * @returns a function that stops this and waits for the current run
 */
export const keepDoing = (
  work: () => Promise<boolean>,
  failed: (error: unknown) => void,
): (() => Promise<void>) => {
  const stopping = new AbortController()
  let isFailing = false
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      let isMore = false
      try {
        isMore = await work()
        isFailing = false
      } catch (error) {
        if (!isFailing) failed(error)
        isFailing = true
      }
      const pauseMs = isMore ? soonMs : everyMs
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const working = keep()
  return async () => {
    stopping.abort()
    await working
  }
}
