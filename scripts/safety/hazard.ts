import type { Evidence } from './evidence.ts'

/** From 1, the least, to 5, in the words of NHS guidance on DCB0129. */
export const severities = {
  1: 'minor',
  2: 'significant',
  3: 'considerable',
  4: 'major',
  5: 'catastrophic',
} as const

export const likelihoods = { 1: 'very low', 2: 'low', 3: 'medium', 4: 'high', 5: 'very high' } as const

export type Severity = keyof typeof severities
export type Likelihood = keyof typeof likelihoods

export interface Risk {
  severity: Severity
  likelihood: Likelihood
}

/** Rows by severity, columns by likelihood: the matrix of the NHS guidance on DCB0129, 1 acceptable to 5 unacceptable. */
const matrix: Record<Severity, Record<Likelihood, 1 | 2 | 3 | 4 | 5>> = {
  5: { 1: 3, 2: 4, 3: 4, 4: 5, 5: 5 },
  4: { 1: 2, 2: 3, 3: 3, 4: 4, 5: 5 },
  3: { 1: 2, 2: 2, 3: 3, 4: 3, 5: 4 },
  2: { 1: 1, 2: 2, 3: 2, 4: 3, 5: 4 },
  1: { 1: 1, 2: 1, 3: 2, 4: 2, 5: 3 },
}

export const ratingOf = ({ severity, likelihood }: Risk) => matrix[severity][likelihood]

/** One measure against a hazard, with what shows that it works. */
export interface Control {
  /** What the product does, in words for a clinician. */
  says: string
  /** The file in which it begins. */
  code: string
  shownBy: Evidence[]
}

export interface Hazard {
  /** CS-1 and so on; the same id in code, tests and docs/trust.md. */
  id: string
  title: string
  description: string
  causes: string[]
  /** What may happen to a patient. */
  effect: string
  /** Before the controls. */
  initial: Risk
  controls: Control[]
  /** With the controls. */
  residual: Risk
  /** What no control of the product removes, and what the adopting service has to do. */
  left: string
  /** Who has to act on it: who makes the product, or the service that uses it. */
  owner: 'maker' | 'service'
  /** open: something named under `left` is still to be built or approved; controlled: the product's part is done. */
  status: 'open' | 'controlled'
}

/** A test by its file and its title. */
export const shown = (file: string, title: string): Evidence => ({ file, title })

/** A fault of `npm run faults`, by its file. */
export const held = (file: string): Evidence => ({ file, title: null })
