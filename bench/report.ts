import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Failures } from './measure.ts'

/** One figure, beside its target if it has one. */
export interface Figure {
  what: string
  figure: number
  unit: string
  digits?: number
  /** How many times the floor's figure it is. The target then applies to this. */
  ofFloor?: number
  atLeast?: number
  atMost?: number
}

interface Kept extends Figure {
  part: string
  met: boolean | null
}

const written = (value: number, digits = 0): string =>
  value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })

let part = ''
let kept: Kept[] = []
let failed: { what: string; failures: Failures }[] = []

export const heading = (text: string): void => {
  part = text
  console.log(`\n${text}`)
}

/** Prints a figure, beside its target if it has one, and keeps both. A speed of one machine in one hour is no verdict, so the exit code stays 0. */
export const report = (given: Figure): void => {
  const { what, figure, unit, digits, ofFloor, atLeast, atMost } = given
  const hasTarget = atLeast !== undefined || atMost !== undefined
  const measured = ofFloor ?? figure
  const met = hasTarget ? measured >= (atLeast ?? -Infinity) && measured <= (atMost ?? Infinity) : null
  kept.push({ part, ...given, met })
  const shown = ofFloor === undefined ? digits : 2
  const target =
    atLeast === undefined ? `at most ${written(atMost ?? 0, shown)}` : `at least ${written(atLeast, shown)}`
  const ratio = ofFloor === undefined ? '' : `${written(ofFloor, 2)} of the floor`
  const verdict = met === null ? '' : `   ${target.padEnd(15)} ${met ? 'met' : 'MISSED'}`
  console.log(
    `${what.padEnd(60)} ${`${written(figure, digits)} ${unit}`.padStart(14)} ${ratio.padStart(18)}${verdict}`,
  )
}

/** Names the requests that failed, if any did. */
export const noteFailures = (what: string, failures: Failures): void => {
  if (Object.keys(failures).length === 0) return
  failed.push({ what, failures })
  console.log(`  failed: ${what}: ${inWords(failures)}`)
}

const inWords = (failures: Failures): string =>
  Object.entries(failures)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

/** What stands beside figures, which are worth nothing without it. */
export const machine = () => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? '',
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
})

/** Says how many targets were missed, writes the figures of this size to bench/results, and starts again. */
export const sumUp = async (size: string, about: object): Promise<void> => {
  const missed = kept.filter(({ met }) => met === false).length
  console.log(
    `\n${size}: ${missed === 0 ? 'every target met' : `${missed} missed`}; ${failed.length === 0 ? 'no request failed' : 'requests failed'}.`,
  )
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  const result = {
    size,
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    ...about,
    figures: kept,
    failed,
  }
  await writeFile(join(folder, `${size}.json`), `${JSON.stringify(result, null, 2)}\n`)
  kept = []
  failed = []
}
