import type { Target, TargetOptions } from './target.ts'

/** What is asked of a fault: whether it held decides; figures are printed and never asserted. */
export interface Outcome {
  says: string
  held: boolean
}

export interface Figure {
  what: string
  figure: number
  unit: string
}

export interface Findings {
  outcomes: Outcome[]
  figures?: Figure[]
  /** Why nothing was tried here. */
  leftOut?: string
}

/** What a fault works with. */
export interface Ground {
  /** Starts the product, in a process of its own, on the shared database or on one that the fault brings. */
  start: (options?: TargetOptions) => Promise<Target>
  /** The long run, by `--long`; continuous integration runs the short one. */
  isLong: boolean
  /** Asked for by its name. What takes minutes and is tried in small elsewhere waits for that, or for the long run. */
  isNamed: boolean
}

/** One attack or accident that the product has to survive: one file each, listed in catalogue.ts. */
export interface Fault {
  name: string
  /** One sentence: what is done to the product. */
  says: string
  run: (ground: Ground) => Promise<Findings>
}
