import { causedBy, HttpProblem, PartFailure } from '../../platform/errors.ts'
import { hashThreads } from './hashThreads.ts'

/**
 * Who is served first: people who are signed in; then callers from a device or an address that somebody has signed in from;
 * then anybody. Never by the user name, or the wait would tell whether there is such a user (AU-3).
 */
const ranks = ['signed in', 'known', 'stranger'] as const

export interface Asker {
  rank: (typeof ranks)[number]
  /** A user or a network: within a rank each of them is served once before any is served twice. */
  from: string
}

interface QueueSettings {
  /** Jobs that run at the same time. */
  atOnce: number
  /** Milliseconds that a job takes, before any was measured. */
  firstGuessMs: number
  /** Callers who would wait longer are told how long, and to try again later. */
  longestMs: number
  clock: () => number
}

export interface PasswordQueue {
  /** Does the work when it is next; throws an HttpProblem with the wait when that is too long. */
  inQueue: <T>(asker: Asker, work: () => Promise<T>) => Promise<T>
}

/** Weight of the latest job in the mean. */
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
    new PartFailure('service', 'too many passwords wait to be looked at'),
  )

/** A queue for work on passwords, fair to networks and honest about the wait (DL-2, decision 36). */
export const openQueue = ({ atOnce, longestMs, firstGuessMs, clock }: QueueSettings): PasswordQueue => {
  /** By rank, then by where they come from: they are served in the order of the map. */
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

  /** Whoever finishes starts the next, so `running` stays as it is. */
  const leave = (): void => {
    for (const line of lines) {
      const [first] = line
      if (first === undefined) continue
      const [from, waiting] = first
      const next = waiting.shift()
      // To the end, behind the others who wait.
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

/** All work on passwords of this process. One more than there are threads, which waits for the database meanwhile. */
const passwords = openQueue({
  atOnce: hashThreads + 1,
  longestMs,
  firstGuessMs: 100,
  clock: () => performance.now(),
})
export const { inQueue } = passwords

/**
 * Looking up who it is, before anybody can be sorted by rank: so that a flood leaves some of the few connections
 * (DL-2) to those who are served, and no network waits for another's.
 */
const lookups = openQueue({ atOnce: 3, longestMs, firstGuessMs: 5, clock: () => performance.now() })
export const lookUpInQueue = <T>(from: string, look: () => Promise<T>): Promise<T> =>
  lookups.inQueue({ rank: 'stranger', from }, look)
