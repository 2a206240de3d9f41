import { once, type EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than it takes to write a few lines. */
const mostMs = 200

/**
 * Waits until the last log lines are written, or until the pipe turns out to have no reader. Await it before the
 * process exits: at exit the log retries its remaining lines, endlessly if the reader has gone.
 */
export const lastLines = async (output: EventEmitter): Promise<void> => {
  // A pipe without a reader raises an error here; after that the log is silent.
  const written = once(output, 'drain').catch(() => undefined)
  await Promise.race([written, sleep(mostMs)])
}
