import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { instance } from '@viz-js/viz'

/*
 * Draws which room of the code stands on which, from the imports that dependency-cruiser finds. An arrow that follows
 * from others is left out: where A stands on B and B on C, A → C would say nothing new about the order of the rooms.
 */

interface Module {
  readonly source: string
  readonly dependencies: readonly { readonly resolved: string }[]
}
type Arrows = Map<string, Set<string>>

interface Picture {
  readonly file: string
  readonly title: string
  /** The room of a file; undefined for one that this picture does not show. */
  readonly roomOf: (path: string) => string | undefined
}

const root = join(import.meta.dirname, '..')
const notProduct = /\.test(-d)?\.tsx?$|\.d\.ts$|\/(testing|checks)\/|Testing\.ts$/

/** The folder right below `parent`, or undefined for a path that lies elsewhere. */
const folderBelow = (parent: string, path: string): string | undefined => {
  const [folder, ...rest] = path.startsWith(parent) ? path.slice(parent.length).split('/') : []
  return rest.length === 0 ? undefined : folder
}

const contractOf = (path: string): string | undefined =>
  path.startsWith('contract/') ? 'contract/' : undefined

const pictures: readonly Picture[] = [
  {
    file: 'docs/rooms/server.svg',
    title: 'Rooms of the server',
    roomOf: (path) => {
      if (path === 'server/platform/errors.ts') return 'errors.ts'
      const folder = folderBelow('server/', path)
      if (folder !== undefined && folder !== 'start') return folder
      return path.startsWith('server/') ? 'app.ts server.ts\nmain.ts start/ …' : contractOf(path)
    },
  },
  {
    file: 'docs/rooms/accounts.svg',
    title: 'Rooms of server/accounts',
    roomOf: (path) => folderBelow('server/accounts/', path),
  },
  {
    file: 'docs/rooms/web.svg',
    title: 'Rooms of the browser',
    roomOf: (path) => {
      const folder = folderBelow('web/', path)
      if (folder === 'styles') return undefined
      if (folder !== undefined) return folder
      if (/^web\/(routes|main)\.tsx$/.test(path)) return 'main.tsx routes.tsx'
      return path.startsWith('web/') ? 'api.ts queries.ts\nsession.ts …' : contractOf(path)
    },
  },
]

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

const arrowsOf = (modules: readonly Module[], roomOf: Picture['roomOf']): Arrows => {
  const arrows: Arrows = new Map()
  for (const { source, dependencies } of modules) {
    const from = roomOf(source)
    if (from === undefined) continue
    const onto = arrows.get(from) ?? new Set()
    arrows.set(from, onto)
    for (const { resolved } of dependencies) {
      const to = notProduct.test(resolved) ? undefined : roomOf(resolved)
      if (to !== undefined && to !== from) onto.add(to)
    }
  }
  return arrows
}

/** Every room that can be reached from these by arrows, these included. */
const reachable = (arrows: Arrows, from: Iterable<string>): Set<string> => {
  const reached = new Set(from)
  for (const room of reached) for (const next of arrows.get(room) ?? []) reached.add(next)
  return reached
}

/** The arrows that do not follow from others. Throws when rooms stand on each other in a circle. */
export const withoutDetours = (arrows: Arrows): Arrows =>
  new Map(
    [...arrows].map(([room, onto]) => {
      if (reachable(arrows, onto).has(room)) throw new Error(`The room ${room} stands on itself.`)
      const direct = [...onto].filter((to) => {
        const others = [...onto].filter((other) => other !== to)
        return !reachable(arrows, others).has(to)
      })
      return [room, new Set(direct)]
    }),
  )

const quoted = (text: string): string => JSON.stringify(text)

/** Rooms that know no feature: shaded, so that the floor of the picture shows. */
const foundation = new Set([
  ...['contract/', 'errors.ts', 'settings', 'crypto', 'db', 'audit', 'writes', 'http', 'files', 'lists'],
  ...['ui', 'api.ts queries.ts\nsession.ts …'],
])

const graphOf = (title: string, arrows: Arrows): string => {
  const rooms = [...arrows].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const lowest = rooms.filter(([, onto]) => onto.size === 0).map(([room]) => room)
  const lines = rooms.flatMap(([room, onto]) => [
    `  ${quoted(room)}${foundation.has(room) ? ' [fillcolor="#aeb7bd"]' : ''}`,
    ...[...onto].toSorted().map((to) => `  ${quoted(room)} -> ${quoted(to)}`),
  ])
  return [
    'digraph {',
    `  graph [label=${quoted(title)} labelloc=t fontname=Arial fontsize=20 ranksep=0.35 nodesep=0.3 bgcolor=white]`,
    '  node [shape=box style="rounded,filled" fillcolor="#f0f4f5" color="#4c6272" fontname=Arial fontsize=16]',
    '  edge [color="#4c6272" arrowsize=0.7]',
    ...lines,
    `  {rank=sink; ${lowest.map(quoted).join('; ')}}`,
    '}',
  ].join('\n')
}

/** The pictures by the file that they belong in. */
export const drawRooms = async (): Promise<ReadonlyMap<string, string>> => {
  const modules = readModules()
  const graphviz = await instance()
  return new Map(
    pictures.map(({ file, title, roomOf }) => {
      const graph = graphOf(title, withoutDetours(arrowsOf(modules, roomOf)))
      return [file, graphviz.renderString(graph, { format: 'svg' })]
    }),
  )
}
