/**
 * Gives turns so that no second has more than so many; with less than one a second, each waits as much longer. Each call takes a turn and returns how many milliseconds it is
 * away; null, and no turn, if it would be more than `mostMs` away.
 */
export const openBucket = (perSecond: number, mostMs: number, clock: () => number): (() => number | null) => {
  const most = Math.max(1, Math.floor(perSecond))
  const withinMs = perSecond < 1 ? 1000 / perSecond : 1000
  /** The last turns, oldest first. */
  let turns: number[] = []
  return () => {
    const now = clock()
    const oldest = turns.length < most ? undefined : turns[0]
    const turn = oldest === undefined ? now : Math.max(now, oldest + withinMs)
    if (turn - now > mostMs) return null
    turns = [...turns, turn].slice(-most)
    return turn - now
  }
}
