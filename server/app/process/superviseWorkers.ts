import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Which worker a process is, in its environment. */
const numberedBy = 'SUREFOOT_WORKER'

/** The number of this process among those that serve together, from 1; null in the one that looks after them and where one serves alone. */
export const ownNumber = (): number | null =>
  cluster.isWorker ? Number(process.env[numberedBy] ?? cluster.worker?.id) : null

/** Tells the process that looks after the workers that this one serves. */
export const tellServing = (address: string): void => {
  process.send?.({ serving: address })
}

export interface Workers {
  address: string
  /** Rejects once none serves and starting them again has failed again and again. */
  givenUp: Promise<never>
  /** Tells each to stop, and waits for them. */
  stop: () => Promise<void>
}

interface Supervised {
  count: number
  /** Of each worker, beside what this process has. */
  environment: NodeJS.ProcessEnv
  /** What a worker may take to stop; then it is killed. */
  stopWithinMs: number
  log: Logger
}

/** Who has served for so long has not failed at its start. */
const steadyMs = 60_000
const longestPauseMs = 30_000
const mostFailures = 10

interface Place {
  number: number
  worker: Worker | null
  isServing: boolean
  /** How often in a row it ended without having served for long. */
  failures: number
}

interface Ended {
  /** Null where it had not begun to serve. */
  servedMs: number | null
  how: string
}

/**
 * Several processes that serve at one port, and this one, which hands them their connections and starts another where one
 * ends (decision 103). The first begins alone: what is done at a start is done by the time the others come, and a wrong
 * setting is said once. Throws when one of them does not begin.
 */
export const superviseWorkers = async ({
  count,
  environment,
  stopWithinMs,
  log,
}: Supervised): Promise<Workers> => {
  // In turn, on every system.
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
  // Somebody listens only once all serve.
  givenUp.catch(() => undefined)

  /** Begins one. Resolves with its address when it serves; null when it ended before. */
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
      // Where the system lets no process begin, none ends either.
      if (pid === undefined) end(`could not be begun (${error.code ?? error.message})`)
      else log.error({ worker: place.number, code: error.code }, 'a worker could not be told something')
    })
    worker.once('exit', (code, signal) => end(wordsOf(code, signal, servesSince !== null)))
    return serving.promise
  }

  /** Begins another whenever this one ends, sooner or later by how it went before. */
  const keep = async (place: Place): Promise<void> => {
    while (!stopping.signal.aborted) {
      const ended = await ends.get(place)
      if (ended === undefined || stopping.signal.aborted) return
      place.failures = (ended.servedMs ?? 0) >= steadyMs ? 0 : place.failures + 1
      const { failures, number } = place
      if (failures >= mostFailures && !places.some(({ isServing }) => isServing))
        return giveUp(
          new Error(`${ended.how}. It has failed ${failures} times in a row and no other serves: giving up.`),
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
    throw new Error(ended?.how ?? 'a worker did not begin')
  }

  const [first, ...others] = places
  try {
    if (first === undefined) throw new Error('There is no worker to begin')
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
  const before = hadServed ? '' : ' before it served'
  if (signal !== null) return `was ended by ${signal}${before}`
  return code === 0 ? `ended as it was told${before}` : `ended with ${code}${before}: its last lines say why`
}
