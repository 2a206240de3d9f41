const second = 1000

/**
 * Gives turns so that no second has more than so many. Each call takes a turn and returns how many milliseconds it is
 * away; null, and no turn, if it would be more than `mostMs` away.
 */
export const openBucket = (perSecond: number, mostMs: number, clock: () => number): (() => number | null) => {
  /** The last turns, oldest first. */
  let turns: number[] = []
  return () => {
    const now = clock()
    const oldest = turns.length < perSecond ? undefined : turns[0]
    const turn = oldest === undefined ? now : Math.max(now, oldest + second)
    if (turn - now > mostMs) return null
    turns = [...turns, turn].slice(-perSecond)
    return turn - now
  }
}
