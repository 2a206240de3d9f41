import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 1_000
const soonMs = 100

/**
 * Does something each second, one after another, until it is told to stop.
 * @param work answers whether there is more to do, which is then done sooner
 * @param failed told the first of several failures that follow each other
 * @returns how to stop, which waits for what is being done
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
