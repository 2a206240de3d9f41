import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { instance } from '@viz-js/viz'

/*
 * Draws which district of the code imports which, from the imports that dependency-cruiser finds in the three roots
 * together. An arrow that follows from others is left out: where A imports B and B imports C, A → C would say nothing new
 * about the order.
 */

interface Module {
  readonly source: string
  readonly dependencies: readonly { readonly resolved: string }[]
}
type Arrows = Map<string, Set<string>>

const root = join(import.meta.dirname, '..')
const notProduct = /\.test(-d)?\.tsx?$|\.d\.ts$|\/testing\/|Testing\.ts$/

/** The district of a file, whichever root it is in. */
const districtOf = (path: string): string | undefined => /^(?:contract|server|web)\/(\w+)\//.exec(path)?.[1]

const readModules = (): readonly Module[] => {
  const bin = join(root, 'node_modules/.bin/depcruise')
  const answer = execFileSync(bin, ['contract', 'server', 'web', '--output-type', 'json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  })
  return (JSON.parse(answer) as { modules: Module[] }).modules.filter(
    ({ source }) => !notProduct.test(source),
  )
}

const arrowsOf = (modules: readonly Module[]): Arrows => {
  const arrows: Arrows = new Map()
  for (const { source, dependencies } of modules) {
    const from = districtOf(source)
    if (from === undefined) continue
    const onto = arrows.get(from) ?? new Set()
    arrows.set(from, onto)
    for (const { resolved } of dependencies) {
      // What a screen or a call takes of the contract is no import between districts.
      if (resolved.split('/')[0] !== source.split('/')[0] || notProduct.test(resolved)) continue
      const to = districtOf(resolved)
      if (to !== undefined && to !== from) onto.add(to)
    }
  }
  return arrows
}

/** Every district that can be reached from these by arrows, these included. */
const reachable = (arrows: Arrows, from: Iterable<string>): Set<string> => {
  const reached = new Set(from)
  for (const district of reached) for (const next of arrows.get(district) ?? []) reached.add(next)
  return reached
}

/** The arrows that do not follow from others. Throws when districts import each other in a circle. */
export const withoutDetours = (arrows: Arrows): Arrows =>
  new Map(
    [...arrows].map(([district, onto]) => {
      if (reachable(arrows, onto).has(district)) throw new Error(`The district ${district} imports itself.`)
      const direct = [...onto].filter((to) => {
        const others = [...onto].filter((other) => other !== to)
        return !reachable(arrows, others).has(to)
      })
      return [district, new Set(direct)]
    }),
  )

const quoted = (text: string): string => JSON.stringify(text)

const graphOf = (arrows: Arrows): string => {
  const districts = [...arrows].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const lines = districts.flatMap(([district, onto]) => [
    `  ${quoted(district)}`,
    ...[...onto].toSorted().map((to) => `  ${quoted(district)} -> ${quoted(to)}`),
  ])
  return [
    'digraph {',
    '  graph [ranksep=0.3 nodesep=0.3 bgcolor=white]',
    '  node [shape=box style="rounded,filled" fillcolor="#f0f4f5" color="#4c6272" fontname=Arial fontsize=16]',
    '  edge [color="#4c6272" arrowsize=0.7]',
    ...lines,
    '}',
  ].join('\n')
}

/** The picture as SVG. */
export const drawDistricts = async (): Promise<string> =>
  (await instance()).renderString(graphOf(withoutDetours(arrowsOf(readModules()))), { format: 'svg' })
