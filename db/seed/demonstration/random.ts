/** A small seeded generator (mulberry32), so that the same seed gives the same invented people every time. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next: () => number
  /** A whole number, both ends included. */
  between: (from: number, to: number) => number
  pick: <T>(list: readonly T[]) => T
  /** True in this share of cases, 0 to 1. */
  chance: (share: number) => boolean
}

export const seeded = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(list: readonly T[]): T => {
      const chosen = list[Math.floor(next() * list.length)]
      if (chosen === undefined) throw new Error('There is nothing to pick from')
      return chosen
    },
    chance: (share) => next() < share,
  }
}

/** One of the list, more often what weighs more. */
export const pickWeighted = <T>(random: Random, list: readonly T[], weightOf: (each: T) => number): T => {
  let left = random.next() * list.reduce((sum, each) => sum + weightOf(each), 0)
  const chosen = list.find((each) => (left -= weightOf(each)) < 0) ?? list.at(-1)
  if (chosen === undefined) throw new Error('There is nothing to pick from')
  return chosen
}
