import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Long enough to see what else the process does, and short beside a page. */
const lookedAtMs = 10
/** Below this, nobody waits noticeably longer. */
const quiet = 0.5
/** Nine parts of the time are for those who wait at a screen. */
const partsForOthers = 9
const mostMs = 2_000

/** Waits after a piece of background work, the longer the busier the process is with something else. */
export const giveWay = async (workedMs: number): Promise<void> => {
  const before = performance.eventLoopUtilization()
  await sleep(lookedAtMs)
  const { utilization } = performance.eventLoopUtilization(before)
  if (utilization > quiet) await sleep(Math.min(workedMs * partsForOthers * utilization, mostMs))
}
