import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Somebody at work while an attack runs. In a thread of its own, so that what the attack costs this process is not taken for a
 * wait of the product's.
 */

export interface At {
  /** A call that only reads. */
  url: string
  headers: Record<string, string>
}

/** How long each call took, and whether it was answered. */
export interface Call {
  milliseconds: number
  held: boolean
}

/** Said once the calls before the attack are done, and at the end. */
export type Said = { alone: Call[] } | { beside: Call[] }

/* So few that the caller's own limit of 1,200 calls in a minute is never met, however fast the machine and long the attack. */
const pauseMs = 50
const callsAlone = 60

const call = async ({ url, headers }: At): Promise<Call> => {
  const began = performance.now()
  let held = false
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(120_000) })
    await response.text()
    held = response.ok
  } catch {
    // Nobody answered: told by `held`.
  }
  return { milliseconds: performance.now() - began, held }
}

const at = workerData as At
const say = (said: Said): void => parentPort?.postMessage(said)

let isOver = false
parentPort?.once('message', () => (isOver = true))

/** At one pace before and beside the attack, since a product that has idled answers later than one that is called at once. */
const callUntil = async (isEnough: (calls: Call[]) => boolean): Promise<Call[]> => {
  const calls: Call[] = []
  do {
    calls.push(await call(at))
    await sleep(pauseMs)
  } while (!isEnough(calls))
  return calls
}

await call(at)
say({ alone: await callUntil(({ length }) => length >= callsAlone) })
say({ beside: await callUntil(() => isOver) })
