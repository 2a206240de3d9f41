import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Environment variable with a worker's number. */
const numberedBy = 'SUREFOOT_WORKER'

/**
 * This process's number among those that serve together, from 1; null in the supervisor and in a process that serves
 * alone.
 */
export const ownNumber = (): number | null =>
  cluster.isWorker ? Number(process.env[numberedBy] ?? cluster.worker?.id) : null

/** Notifies the supervisor that this worker is serving. */
export const tellServing = (address: string): void => {
  process.send?.({ serving: address })
}

export interface Workers {
  address: string
  /** Rejects when no worker is serving and restarts have failed repeatedly. */
  givenUp: Promise<never>
  /** Asks each worker to stop, and waits for all of them. */
  stop: () => Promise<void>
}

interface Supervised {
  count: number
  /** For each worker, in addition to this process's environment. */
  environment: NodeJS.ProcessEnv
  /** How long a worker may take to stop before it is killed. */
  stopWithinMs: number
  log: Logger
}

/** A worker that has served this long has not failed at startup. */
const steadyMs = 60_000
const longestPauseMs = 30_000
const mostFailures = 10

interface Place {
  number: number
  worker: Worker | null
  isServing: boolean
  /** How many times in a row it ended without having served for long. */
  failures: number
}

interface Ended {
  /** Null if it had not started to serve. */
  servedMs: number | null
  how: string
}

/**
 * Runs several processes that serve on one port. This process distributes connections to them and replaces one that
 * ends (decision 103). The first worker starts alone, so that work done once at startup is finished before the others
 * start, and a wrong setting is reported once. Throws if a worker does not start.
 */
export const superviseWorkers = async ({
  count,
  environment,
  stopWithinMs,
  log,
}: Supervised): Promise<Workers> => {
  // Round robin on every operating system.
  cluster.schedulingPolicy = cluster.SCHED_RR
  const stopping = new AbortController()
  const places = Array.from({ length: count }, (_, index): Place => ({
    number: index + 1,
    worker: null,
    isServing: false,
    failures: 0,
  }))
  const ends = new Map<Place, Promise<Ended>>()
  let giveUp: (why: Error) => void = () => undefined
  const givenUp = new Promise<never>((_, reject) => (giveUp = reject))
  // The caller listens only once all workers serve; until then this avoids an unhandled rejection.
  givenUp.catch(() => undefined)

  /** Starts a worker. Resolves with its address once it serves, or with null if it ended first. */
  const begin = (place: Place): Promise<string | null> => {
    const worker = cluster.fork({ ...environment, [numberedBy]: String(place.number) })
    const pid = worker.process.pid
    Object.assign(place, { worker, isServing: false })
    let servesSince: number | null = null
    const serving = Promise.withResolvers<string | null>()
    const ended = Promise.withResolvers<Ended>()
    ends.set(place, ended.promise)
    const end = (how: string): void => {
      Object.assign(place, { worker: null, isServing: false })
      serving.resolve(null)
      ended.resolve({
        servedMs: servesSince === null ? null : performance.now() - servesSince,
        how: `worker ${place.number}${pid === undefined ? '' : ` (process ${pid})`} ${how}`,
      })
    }
    worker.on('message', (message: { serving?: string }) => {
      if (message.serving === undefined) return
      servesSince = performance.now()
      place.isServing = true
      log.info({ worker: place.number, pid }, `worker ${place.number} of ${count} serves (process ${pid})`)
      serving.resolve(message.serving)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      // If the system cannot start the process, there is no exit event.
      if (pid === undefined) end(`could not be started (${error.code ?? error.message})`)
      else log.error({ worker: place.number, code: error.code }, 'a message could not be sent to a worker')
    })
    worker.once('exit', (code, signal) => end(wordsOf(code, signal, servesSince !== null)))
    return serving.promise
  }

  /** Starts another worker whenever this one ends. The pause grows with repeated failures. */
  const keep = async (place: Place): Promise<void> => {
    while (!stopping.signal.aborted) {
      const ended = await ends.get(place)
      if (ended === undefined || stopping.signal.aborted) return
      place.failures = (ended.servedMs ?? 0) >= steadyMs ? 0 : place.failures + 1
      const { failures, number } = place
      if (failures >= mostFailures && !places.some(({ isServing }) => isServing))
        return giveUp(
          new Error(
            `${ended.how}. It has failed ${failures} times in a row and no other worker serves: giving up.`,
          ),
        )
      const pauseMs = failures === 0 ? 0 : Math.min(longestPauseMs, 500 * 2 ** (failures - 1))
      log.error(
        { worker: number, failures, pauseMs },
        `${ended.how}; another is started ${pauseMs === 0 ? 'now' : `in ${pauseMs / 1000} seconds`}`,
      )
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) void begin(place)
    }
  }

  const stop = async (): Promise<void> => {
    stopping.abort()
    const kill = (signal: 'SIGTERM' | 'SIGKILL'): void => {
      for (const { worker } of places) worker?.process.kill(signal)
    }
    kill('SIGTERM')
    const tooLate = setTimeout(() => {
      log.error('a worker did not stop in time and is killed')
      kill('SIGKILL')
    }, stopWithinMs)
    await Promise.all(ends.values())
    clearTimeout(tooLate)
  }

  const beginOrThrow = async (place: Place): Promise<string> => {
    const address = await begin(place)
    if (address !== null) return address
    const ended = await ends.get(place)
    throw new Error(ended?.how ?? 'a worker did not start')
  }

  const [first, ...others] = places
  try {
    if (first === undefined) throw new Error('There is no worker to start')
    const address = await beginOrThrow(first)
    await Promise.all(others.map(beginOrThrow))
    for (const place of places) void keep(place)
    return { address, givenUp, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const wordsOf = (code: number | null, signal: string | null, hadServed: boolean): string => {
  const before = hadServed ? '' : ' before it was ready'
  if (signal !== null) return `was ended by ${signal}${before}`
  return code === 0 ? `ended as requested${before}` : `ended with ${code}${before}: see its last log lines`
}
