import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './report.ts'

/* The table of docs/performance.md, drawn from the figures that the benchmark wrote last for each size. */

interface Result {
  size: string
  date: string
  machine: { processors: number; model: string; memoryGiB: number; node: string }
  pathways: number
  secondsOfARound: number
  figures: (Figure & { part: string; met: boolean | null })[]
  failed: { what: string; failures: Record<string, number> }[]
}

const begin = '<!-- figures: begin -->'
const end = '<!-- figures: end -->'

const written = ({ figure, unit, digits = 0, met }: Result['figures'][number]): string => {
  const number = figure.toLocaleString('en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${number} ${unit}${met === false ? ' **missed**' : ''}`
}

const targetOf = ({ atLeast, atMost }: Figure): string =>
  atLeast !== undefined
    ? `at least ${Number(atLeast.toPrecision(4))}`
    : atMost === undefined
      ? ''
      : `at most ${atMost}`

/** What is measured of a call stands under its name; what was bare differs from size to size, and is no part of the name. */
const named = (figures: Result['figures']): Map<string, Result['figures'][number]> => {
  let call = ''
  return new Map(
    figures.map((each) => {
      const isOfCall = each.what.startsWith('  ')
      if (!isOfCall) call = each.what
      const what = each.what.trim().replace(/ \([^)]*\)/g, '')
      return [isOfCall ? `${call}: ${what}` : what, each]
    }),
  )
}

const tableOf = (results: readonly Result[]): string => {
  const columns = results.map(({ figures }) => named(figures))
  const rows = [...new Set(columns.flatMap((column) => [...column.keys()]))]
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    line(['What', 'Target', ...results.map(({ pathways }) => pathways.toLocaleString('en-GB'))]),
    line(['---', '---', ...results.map(() => '--:')]),
    ...rows.map((row) => {
      const found = columns.map((column) => column.get(row))
      const [one] = found.filter((each) => each !== undefined)
      const target = one === undefined ? '' : targetOf(one)
      return line([row, target, ...found.map((each) => (each === undefined ? '' : written(each)))])
    }),
  ].join('\n')
}

const aboutOf = ({ size, date, machine, secondsOfARound, failed }: Result): string => {
  const { processors, model, memoryGiB, node } = machine
  const failures = failed.map(({ what, failures }) => `${what} ${JSON.stringify(failures)}`).join('; ')
  return `- ${size}: ${date}, ${processors} processors (${model}), ${memoryGiB} GiB, Node ${node}, rounds of ${secondsOfARound} s. ${failures === '' ? 'No request failed.' : `Failed: ${failures}.`}`
}

/** Draws the table anew, and leaves the words around it. */
export const drawPage = (): void => {
  const folder = join(import.meta.dirname, 'results')
  const results = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Result)
    .toSorted((one, two) => one.pathways - two.pathways)
  const page = join(import.meta.dirname, '../docs/performance.md')
  const [before = '', after = ''] = readFileSync(page, 'utf8').split(new RegExp(`${begin}[^]*${end}`))
  const figures = [results.map(aboutOf).join('\n'), tableOf(results)].join('\n\n')
  writeFileSync(page, `${before}${begin}\n\n${figures}\n\n${end}${after}`)
}
