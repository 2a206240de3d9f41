import { causedBy, HttpProblem, PartFailure } from '../../platform/errors.ts'
import { hashThreads } from './hashThreads.ts'

/**
 * The order of service: users who are signed in, then callers from a device or address from which somebody has signed
 * in, then all others. Never by user name, or the wait would reveal whether the user exists (AU-3).
 */
const ranks = ['signed in', 'known', 'stranger'] as const

export interface Asker {
  rank: (typeof ranks)[number]
  /** A user or a network. Within a rank, each is served once before any is served twice. */
  from: string
}

interface QueueSettings {
  /** How many jobs run at the same time. */
  atOnce: number
  /** The assumed duration of a job before any was measured, in milliseconds. */
  firstGuessMs: number
  /** A caller who would wait longer is refused with the expected wait, and should try again later. */
  longestMs: number
  clock: () => number
}

export interface PasswordQueue {
  /** Runs the work when its turn comes. Throws an HttpProblem with the expected wait if that is too long. */
  inQueue: <T>(asker: Asker, work: () => Promise<T>) => Promise<T>
}

/** Weight of the latest job in the moving mean. */
const weight = 0.1

const busy = (waitMs: number) =>
  causedBy(
    new HttpProblem(
      503,
      'unavailable',
      'Many people are signing in. Please wait a moment.',
      {},
      Math.max(1000, waitMs),
    ),
    new PartFailure('service', 'too many passwords are waiting to be checked'),
  )

/**
 * A queue for work on passwords. Networks take turns, and callers learn how long they would wait (DL-2, decision 36).
 */
export const openQueue = ({ atOnce, longestMs, firstGuessMs, clock }: QueueSettings): PasswordQueue => {
  /** For each rank, the waiting jobs by origin. Origins are served in the order of the map. */
  const lines = ranks.map(() => new Map<string, (() => void)[]>())
  let running = 0
  let meanMs = firstGuessMs

  const waitOf = ({ rank, from }: Asker): number => {
    const own = ranks.indexOf(rank)
    const rounds = (lines[own]?.get(from)?.length ?? 0) + 1
    let ahead = rounds - 1
    for (const [index, line] of lines.entries())
      for (const [other, { length }] of line) {
        if (index < own) ahead += length
        else if (index === own && other !== from) ahead += Math.min(length, rounds)
      }
    return (ahead * meanMs) / atOnce
  }

  const enter = (asker: Asker): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1
      return undefined
    }
    const waitMs = waitOf(asker)
    if (waitMs > longestMs) throw busy(waitMs)
    const line = lines[ranks.indexOf(asker.rank)]
    return new Promise((resolve) => {
      const own = line?.get(asker.from)
      if (own === undefined) line?.set(asker.from, [resolve])
      else own.push(resolve)
    })
  }

  /** A job that finishes starts the next one, so `running` does not change. */
  const leave = (): void => {
    for (const line of lines) {
      const [first] = line
      if (first === undefined) continue
      const [from, waiting] = first
      const next = waiting.shift()
      // Moves the origin to the end, behind the others that wait.
      line.delete(from)
      if (waiting.length > 0) line.set(from, waiting)
      next?.()
      return
    }
    running -= 1
  }

  return {
    inQueue: async (asker, work) => {
      await enter(asker)
      const began = clock()
      try {
        return await work()
      } finally {
        meanMs += weight * (clock() - began - meanMs)
        leave()
      }
    },
  }
}

const longestMs = 30_000

/**
 * All password work of this process. It runs one job more than there are threads, because one may be waiting for the
 * database.
 */
const passwords = openQueue({
  atOnce: hashThreads + 1,
  longestMs,
  firstGuessMs: 100,
  clock: () => performance.now(),
})
export const { inQueue } = passwords

/**
 * Looks up the user before callers can be ranked. This queue keeps a flood from using all of the few connections
 * (DL-2), and lets networks take turns.
 */
const lookups = openQueue({ atOnce: 3, longestMs, firstGuessMs: 5, clock: () => performance.now() })
export const lookUpInQueue = <T>(from: string, look: () => Promise<T>): Promise<T> =>
  lookups.inQueue({ rank: 'stranger', from }, look)
