import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './report.ts'

/* The tables of docs/develop/performance.md, drawn from the figures that the benchmarks wrote last for each size. */

interface Result {
  size: string
  date: string
  machine: { processors: number; model: string; memoryGiB: number; node: string }
  pathways: number
  secondsOfARound: number
  /** Null where nothing answered in time. */
  figures: (Omit<Figure, 'figure'> & { figure: number | null; part: string; met: boolean | null })[]
  failed: { what: string; failures: Record<string, number> }[]
}

interface MixedResult {
  date: string
  machine: Result['machine']
  pathways: number
  users: number
  minutes: number
  pauseMs: number
  readAgain: number
  calls: {
    kind: string
    calls: number
    p50: number
    p95: number
    p99: number
    longest: number
    atMost: number
  }[]
  failures: Record<string, number>
  /** In tenths of the run: what is resident, and what of V8's heap is in use. */
  memoryMiB: { resident: number[]; heap: number[]; highest: number }
}

const asNumber = (value: number, digits: number): string =>
  value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const written = ({ figure, unit, digits = 0 }: Result['figures'][number]): string =>
  figure === null ? 'no answer' : `${asNumber(figure, digits)} ${unit}`

const targetOf = ({ atLeast, atMost, met }: Result['figures'][number]): string => {
  const target =
    atLeast !== undefined
      ? `at least ${Number(atLeast.toPrecision(4))}`
      : atMost === undefined
        ? ''
        : `at most ${atMost}`
  return `${target}${met === false ? ' **missed**' : ''}`
}

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

const tableOf = ({ figures }: Result): string =>
  [
    line(['Of the floor', 'Target', 'What', 'Figure']),
    line(['--:', '---', '---', '--:']),
    ...figures.map((each) =>
      line([
        each.ofFloor === undefined ? '' : asNumber(each.ofFloor, 2),
        targetOf(each),
        // A part of the figure before it.
        each.what.startsWith('  ') ? `– ${each.what.trim()}` : each.what,
        written(each),
      ]),
    ),
  ].join('\n')

const aboutOf = ({ date, machine, secondsOfARound, failed }: Result): string => {
  const { processors, model, memoryGiB, node } = machine
  const failures = failed.map(({ what, failures }) => `${what} ${JSON.stringify(failures)}`).join('; ')
  return `${date}, ${processors} processors (${model}), ${memoryGiB} GiB, Node ${node}, rounds of ${secondsOfARound} s. ${failures === '' ? 'No request failed.' : `Failed: ${failures}.`}`
}

const mixedOf = (result: MixedResult): string => {
  const { date, machine, pathways, users, minutes, pauseMs, readAgain, calls, failures, memoryMiB } = result
  const number = (count: number): string => count.toLocaleString('en-GB')
  const failed = Object.entries(failures).map(([what, count]) => `${number(count)} × ${what}`)
  const { resident, heap, highest } = memoryMiB
  return [
    `${users} users for ${minutes} minutes on ${number(pathways)} open pathways, each doing something every ${number(pauseMs)} ms on average and following what others save (${number(readAgain)} screens were read again by it). ${date}, ${machine.processors} processors (${machine.model}) for server, database and users together, Node ${machine.node}. ${failed.length === 0 ? 'No request failed.' : `Failed: ${failed.join(', ')}.`} Resident memory of the server in tenths of that time: ${resident.join(', ')} MiB, ${highest} at its highest (at most 220 after half an hour)${highest > 220 ? ' **missed**' : ''}; of it in use on V8's heap: ${heap.join(', ')}.`,
    [
      line(['Milliseconds', 'Calls', 'p50', 'p95', 'p99', 'Longest', 'p95 at most']),
      line(['---', ...Array.from({ length: 6 }, () => '--:')]),
      ...calls.map((each) =>
        line([
          each.kind,
          number(each.calls),
          each.p50,
          `${each.p95}${each.p95 > each.atMost ? ' **missed**' : ''}`,
          each.p99,
          each.longest,
          each.atMost,
        ]),
      ),
    ].join('\n'),
  ].join('\n\n')
}

const resultsIn = <Kind extends { pathways: number }>(folder: string): Kind[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Kind)
    .toSorted((one, two) => one.pathways - two.pathways)

/** Draws both tables again, and leaves the words around them. */
export const drawPage = (): void => {
  const folder = join(import.meta.dirname, 'results')
  const results = resultsIn<Result>(folder)
  const drawn = {
    figures: results
      .map((result) =>
        [
          `### ${result.pathways.toLocaleString('en-GB')} open pathways`,
          aboutOf(result),
          tableOf(result),
        ].join('\n\n'),
      )
      .join('\n\n'),
    mixed: resultsIn<MixedResult>(join(folder, 'mixed')).map(mixedOf).join('\n\n'),
  }
  const page = join(import.meta.dirname, '../docs/develop/performance.md')
  let text = readFileSync(page, 'utf8')
  for (const [part, lines] of Object.entries(drawn)) {
    const [begin, end] = [`<!-- ${part}: begin -->`, `<!-- ${part}: end -->`]
    const [before = '', after = ''] = text.split(new RegExp(`${begin}[^]*${end}`))
    text = `${before}${begin}\n\n${lines}\n\n${end}${after}`
  }
  writeFileSync(page, text)
}
