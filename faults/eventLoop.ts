import { once } from 'node:events'
import type { Target } from './target.ts'

/** Milliseconds for which one piece of work held the event loop of the product at the longest, since it was asked last. */
export const longestHold = async ({ child }: Target): Promise<number> => {
  const answer = once(child, 'message')
  child.send('longest hold')
  const [{ longestHoldMs }] = (await answer) as [{ longestHoldMs: number }]
  return longestHoldMs
}
