/** A small seeded generator (mulberry32). The same seed always gives the same invented people. */
export interface Random {
  /** From 0 up to but excluding 1. */
  next: () => number
  /** A whole number, including both ends. */
  between: (from: number, to: number) => number
  pick: <T>(list: readonly T[]) => T
  /** True with this probability, 0 to 1. */
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

/** Picks one item, with a probability in proportion to its weight. */
export const pickWeighted = <T>(random: Random, list: readonly T[], weightOf: (each: T) => number): T => {
  let left = random.next() * list.reduce((sum, each) => sum + weightOf(each), 0)
  const chosen = list.find((each) => (left -= weightOf(each)) < 0) ?? list.at(-1)
  if (chosen === undefined) throw new Error('There is nothing to pick from')
  return chosen
}
