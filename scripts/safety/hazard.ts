import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evidenceIn, type Evidence } from './evidence.ts'

/** Severity from minor (1) to catastrophic (5), likelihood from very low (1) to very high (5): NHS guidance on DCB0129. */
export interface Risk {
  severity: number
  likelihood: number
}

/** Rows by severity, columns by likelihood: the matrix of the NHS guidance on DCB0129, 1 acceptable to 5 unacceptable. */
const matrix = [
  [1, 1, 2, 2, 3],
  [1, 2, 2, 3, 4],
  [2, 2, 3, 3, 4],
  [2, 3, 3, 4, 5],
  [3, 4, 4, 5, 5],
]
export const ratingOf = ({ severity, likelihood }: Risk): number | undefined =>
  matrix[severity - 1]?.[likelihood - 1]

/** One measure against a hazard. */
export interface Control {
  /** The file in which it begins. */
  code: string
  shownBy: Evidence[]
}

export interface Hazard {
  /** CS-1 and so on; the same id in code, tests and docs/safety/trust.md. */
  id: string
  title: string
  /** Without the controls, and with them; null where the page gives no risk that can be read. */
  initial: Risk | null
  residual: Risk | null
  controls: Control[]
  status: 'open' | 'controlled'
}

const riskIn = (section: string, name: string): Risk | null => {
  const [, severity, likelihood, rating] =
    new RegExp(`^- ${name} risk: \\w+ \\((\\d)\\) × [\\w ]+ \\((\\d)\\) = \\*\\*(\\d)\\*\\*$`, 'm').exec(
      section,
    ) ?? []
  const risk = { severity: Number(severity), likelihood: Number(likelihood) }
  return ratingOf(risk) === Number(rating) ? risk : null
}

const controlIn = (text: string): Control => ({
  code: /Begins in `([^`]+)`\./.exec(text)?.[1] ?? '',
  shownBy: evidenceIn(text),
})

/** Reads the hazards of a page such as docs/safety/hazards.md. */
export const hazardsIn = (page: string): Hazard[] =>
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, id = '', title = ''] = /^(CS-\d+): (.+)$/m.exec(section) ?? []
      return {
        id,
        title,
        initial: riskIn(section, 'Initial'),
        residual: riskIn(section, 'Residual'),
        controls: section
          .split(/^\*\*Control \d+\.\*\* /m)
          .slice(1)
          .map(controlIn),
        status: /^- Status: open\./m.test(section) ? 'open' : 'controlled',
      }
    })

export const hazardPage = readFileSync(join(import.meta.dirname, '../../docs/safety/hazards.md'), 'utf8')
