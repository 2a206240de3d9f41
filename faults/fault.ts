import type { Target, TargetOptions } from './target.ts'

/** What must hold. Figures are printed and never asserted. */
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
  /** Why nothing was tried on this machine. */
  leftOut?: string
}

/** The first of the problems in words, to end a sentence with. */
export const firstOf = (problems: readonly string[]): string =>
  problems.length === 0 ? '' : `: ${problems.slice(0, 3).join('; ')}`

/** What a fault works with. */
export interface Ground {
  /** Starts the product in a separate process, on the shared database or on one that the fault brings. */
  start: (options?: TargetOptions) => Promise<Target>
  /** The long run, with `--long`; continuous integration runs the short one. */
  isLong: boolean
  /** Named on the command line. A fault that takes minutes, and has a small test elsewhere, runs only then or in the long run. */
  isNamed: boolean
}

/** An attack or accident that the product must survive: one file each, listed in catalogue.ts. */
export interface Fault {
  name: string
  /** One sentence: what is done to the product. */
  says: string
  run: (ground: Ground) => Promise<Findings>
}
