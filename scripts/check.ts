import { join } from 'node:path'
import { changedFiles, stagedFiles } from './changedFiles.ts'
import { bin, runInTurn, step, type Step } from './steps.ts'

/*
 * `npm run check`: what can be known of the code without running it, in under a minute. `--staged` looks at the files that
 * are staged for a commit, `--changed` at those that differ from `main`; types and arrows are always those of the whole.
 */

const cache = join('node_modules', '.cache')
const isCode = (name: string): boolean => /\.(m?[jt]s|tsx|cjs)$/.test(name)

/** TypeScript's native compiler. */
const types = (title: string, project: string): Step =>
  step(title, process.execPath, [
    ...['node_modules/typescript7/bin/tsc', '-p', project, '--singleThreaded', '--incremental'],
    ...['--tsBuildInfoFile', join(cache, 'types', `${project}.tsbuildinfo`)],
  ])

const whole = ['.']
const roots = ['contract', 'server', 'web', 'db', 'scripts', 'bench', 'faults']

const format = (files: readonly string[]): Step =>
  step('Format', bin('prettier'), [
    ...['--check', '--log-level', 'warn', '--ignore-unknown'],
    ...['--cache', '--cache-strategy', 'content', '--cache-location', join(cache, 'formatted')],
    ...files,
  ])
const lint = (files: readonly string[]): Step =>
  step('Lint', bin('oxlint'), ['--no-error-on-unmatched-pattern', ...files])
const arrows = step('Arrows between districts and rooms', bin('depcruise'), roots)
const deadCode = step('Dead code', bin('knip'), [])
const databaseTypes = step('Database types match the migrations', process.execPath, [
  'scripts/databaseTypes.ts',
  '--verify',
])

/** Steps of two lines, which run beside each other: each step works on one processor. */
type Lines = readonly [readonly Step[], readonly Step[]]

const ofWhole: Lines = [
  [
    types('Types of contract and server', 'tsconfig.json'),
    types('Types of browser and its tests', 'tsconfig.web.json'),
    arrows,
    deadCode,
    databaseTypes,
  ],
  [lint([]), format(whole)],
]

const ofFiles = (files: readonly string[]): Lines => {
  const code = files.filter(isCode)
  if (code.length === 0) return [files.length === 0 ? [] : [format(files)], []]
  return [
    [
      types('Types of contract and server', 'tsconfig.json'),
      types('Types of browser and its tests', 'tsconfig.web.json'),
    ],
    [format(files), lint(code), arrows],
  ]
}

/** @param files those to look at; without them everything */
export const check = async (files?: readonly string[]): Promise<boolean> => {
  const lines = files === undefined ? ofWhole : ofFiles(files)
  return (await Promise.all(lines.map(runInTurn))).every(Boolean)
}

if (import.meta.main) {
  const of = process.argv[2]
  const files = of === '--staged' ? stagedFiles() : of === '--changed' ? changedFiles() : undefined
  if (!(await check(files))) process.exitCode = 1
}
