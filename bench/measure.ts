import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { FloorOrder } from './floor/handler.ts'
import type { Order } from './served.ts'

/** A server in a process of its own, so that its processor time and its memory are its own. */
export interface Served {
  child: ChildProcess
  address: string
}

export type Load = Omit<autocannon.Options, 'url'>

export interface Measured {
  /** How many requests were answered as they should be. */
  done: number
  perSecond: number
  /** Microseconds of processor time. */
  cpuPerRequest: number
  /** Milliseconds. */
  average: number
  p50: number
  p99: number
  megabytes: number
  /** How many requests failed, by status, or by what happened instead of an answer. */
  failures: Failures
  /** Which part of one processor the load generator kept busy: near 1, the figure is its own. */
  generator: number
}

export type Failures = Record<string, number>

/**
 * With the options of Node that this process has, which package.json gives the real server too, and in a session of its own as every
 * service: Linux shares its processors between sessions, and it would have to share its part with the load generator.
 */
export const serve = async (mode: 'product' | 'working' | 'floor', databaseUrl: string): Promise<Served> => {
  const child = fork(join(import.meta.dirname, 'served.ts'), [mode, databaseUrl], {
    serialization: 'advanced',
    detached: true,
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The server (${mode}) ended before it was ready`)
  })
  const [{ address }] = (await Promise.race([once(child, 'message'), ended])) as [{ address: string }]
  return { child, address }
}

const order = async <Answer>({ child }: Served, what: Order): Promise<Answer> => {
  child.send(what)
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

const usageOf = async (served: Served) => {
  const { cpu, memory } = await order<{ cpu: NodeJS.CpuUsage; memory: NodeJS.MemoryUsage }>(served, {
    ask: 'usage',
  })
  return {
    microseconds: cpu.user + cpu.system,
    memory: { resident: memory.rss / 2 ** 20, heap: memory.heapUsed / 2 ** 20 },
  }
}

/** Of a server, in MiB: what is resident, and what of V8's heap is in use. */
export interface Memory {
  resident: number
  heap: number
}

/** Microseconds of processor time that it has taken so far. */
export const cpuOf = async (served: Served): Promise<number> => (await usageOf(served)).microseconds

export const memoryOf = async (served: Served): Promise<Memory> => (await usageOf(served)).memory

export const serveFloor = (floor: Served, given: FloorOrder): Promise<object> =>
  order(floor, { ask: 'serve', order: given })

export const measure = async (served: Served, load: Load): Promise<Measured> => {
  const before = await usageOf(served)
  const own = process.cpuUsage()
  const result = await autocannon({ url: served.address, ...load })
  const { user, system } = process.cpuUsage(own)
  const after = await usageOf(served)
  const done = result['2xx']
  const refused = Object.entries(result.statusCodeStats ?? {})
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, { count }]): [string, number] => [status, count ?? 0])
  const unanswered = { unanswered: result.errors - result.timeouts, 'timed out': result.timeouts }
  return {
    done,
    perSecond: done / result.duration,
    cpuPerRequest: (after.microseconds - before.microseconds) / Math.max(1, done),
    average: result.latency.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    megabytes: after.memory.resident,
    failures: Object.fromEntries(
      [...refused, ...Object.entries(unanswered)].filter(([, count]) => count > 0),
    ),
    generator: (user + system) / 1e6 / result.duration,
  }
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const rounds = 3

/**
 * Several loads one after the other, three times over. Of each the middle of its p99 and of its averages: one pause of the machine
 * is not taken for a slow page.
 */
export const inRounds = async (
  served: Served,
  loads: ReadonlyMap<string, Load>,
): Promise<(Noted & { name: string; p99: number; average: number })[]> => {
  const measured = new Map<string, Measured[]>()
  for (let round = 0; round < rounds; round += 1)
    for (const [name, load] of loads)
      measured.set(name, [...(measured.get(name) ?? []), await measure(served, load)])
  return [...measured].map(([name, each]) => ({
    name,
    p99: median(each.map(({ p99 }) => p99)),
    average: median(each.map(({ average }) => average)),
    ...together(each),
  }))
}

/** The server under load, the headers of a signed-in user, and how long a round is. */
export interface Asked {
  product: Served
  headers: Record<string, string>
  seconds: number
}

export interface Noted {
  failures: Failures
  megabytes: number
}

export const together = (measured: Noted[]): Noted => {
  const failures: Failures = {}
  for (const [status, count] of measured.flatMap((each) => Object.entries(each.failures)))
    failures[status] = (failures[status] ?? 0) + count
  return { failures, megabytes: Math.max(0, ...measured.map(({ megabytes }) => megabytes)) }
}
