import { setTimeout as sleep } from 'node:timers/promises'
import type { Ground } from './fault.ts'
import { keepDoing } from './keepDoing.ts'
import type { Target, TargetOptions } from './target.ts'

/**
 * Kills the product without notice at a random moment while several do something over and over.
 * @returns the product, started again
 */
export const killWhile = async (
  { start, target, options }: { start: Ground['start']; target: Target; options: TargetOptions },
  {
    several,
    longestMs,
    work,
  }: { several: number; longestMs: number; work: (which: number) => Promise<unknown> },
): Promise<Target> => {
  const end = keepDoing(several, work)
  await sleep(10 + Math.random() * longestMs)
  await target.stop()
  await end()
  return start(options)
}
