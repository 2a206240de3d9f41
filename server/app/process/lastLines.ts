import { once, type EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than writing a few lines takes. */
const mostMs = 200

/**
 * Waits until the last lines of the log are written, or have found nobody who reads them. To be awaited before the process ends: at its end
 * the log writes what is left again and again until it can, for ever where whoever read it has gone.
 */
export const lastLines = async (output: EventEmitter): Promise<void> => {
  // A pipe without a reader is an error here, after which the log is silent.
  const written = once(output, 'drain').catch(() => undefined)
  await Promise.race([written, sleep(mostMs)])
}
