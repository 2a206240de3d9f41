import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startVitest, type TestModule } from 'vitest/node'

/** The tests that are to notice: those of a file, or those of them whose names fit. */
export interface Tests {
  file: string
  named?: RegExp
  /** They also meet the changes of what the code computes while it is loaded: each of these costs a start. */
  loads?: boolean
}

/* Runs one test file many times in one process, each time with another change: what costs is to start and to load it. */

interface Run {
  folder: string
  named: RegExp | undefined
  /** Instrumented source by its path. */
  instrumented: Readonly<Record<string, string>>
  /** What each file of the run holds, by its name. */
  files: Readonly<Record<string, string>>
  /** Whether each is to load the code anew. */
  anew: boolean
  onEnd?: (file: string, noticed: boolean) => void
}

const hashOf = (code: Readonly<Record<string, string>>): string =>
  createHash('sha256').update(JSON.stringify(code)).digest('hex')

const runFiles = async ({ folder, named, instrumented, files, anew, onEnd }: Run): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, `${file}.test.ts`), content)
  const sources = new Map(Object.entries(instrumented).map(([path, code]) => [resolve(path), code]))
  const vitest = await startVitest(
    'test',
    [],
    {
      config: false,
      watch: false,
      include: [`${folder}/*.test.ts`],
      ...(named === undefined ? {} : { testNamePattern: named }),
      globalSetup: ['server/testing/process/globalSetup.ts'],
      pool: 'forks',
      isolate: anew,
      // The usual one would hand out the code as it is without these changes, or with those of another group.
      fsModuleCachePath: join('test-results/mutants/cache', hashOf(instrumented)),
      maxWorkers: 1,
      testTimeout: 20_000,
      hookTimeout: 20_000,
      expect: { poll: { timeout: 5_000 } },
      silent: true,
      reporters: [
        {
          onTestModuleEnd: (module: TestModule) => {
            onEnd?.(/([^/]+)\.test\.ts$/.exec(module.moduleId)?.[1] ?? '', !module.ok())
          },
        },
      ],
    },
    {
      plugins: [
        { name: 'changes', enforce: 'pre', load: (id: string) => sources.get(id.replace(/\?.*/, '')) },
      ],
    },
  )
  await vitest.close()
  process.exitCode = 0
}

const helpers = JSON.stringify(resolve('scripts/mutants/makeChange.ts'))

export interface Reach {
  /** Places that the tests come by while they run. */
  reached: ReadonlySet<string>
  /** Places that are come by while the code is loaded. */
  loaded: ReadonlySet<string>
}

/** Which places the tests come by. */
export const reachOf = async (
  { file, named }: Tests,
  instrumented: Readonly<Record<string, string>>,
): Promise<Reach> => {
  const note = resolve('test-results/mutants/reach.json')
  let isSound = false
  const load = `() => import(${JSON.stringify(resolve(file))})`
  await runFiles({
    folder: 'test-results/mutants/reach',
    named,
    instrumented,
    anew: true,
    files: {
      reach: `import { noteReached } from ${helpers}\nawait noteReached(${JSON.stringify(note)}, ${load})\n`,
    },
    onEnd: (_, failed) => {
      isSound = !failed
    },
  })
  if (!isSound) throw new Error(`${file} fails without any change`)
  const noted = JSON.parse(readFileSync(note, 'utf8')) as { reached: string[]; loaded: string[] }
  return { reached: new Set(noted.reached), loaded: new Set(noted.loaded) }
}

/** No change is made by this name, so the tests have to pass: else an earlier change has left something behind. */
const unchanged = 'unchanged'
const between = 30

/** Runs the tests with each of the changes. Returns the ids of those that it noticed. */
export const noticedBy = async (
  { file: test, named }: Tests,
  ids: readonly string[],
  instrumented: Readonly<Record<string, string>>,
  { anew }: { anew: boolean },
): Promise<Set<string>> => {
  const noticed = new Set<string>()
  const turns = ids
    .flatMap((id, at) => (at % between === between - 1 ? [id, unchanged] : [id]))
    .concat(unchanged)
  let ended = 0
  let failedAt: number | null = null
  await runFiles({
    folder: 'test-results/mutants/changed',
    named,
    instrumented,
    anew,
    files: Object.fromEntries(
      turns.map((id, at) => [
        `${String(at).padStart(5, '0')}-${id}`,
        `import { makeChange } from ${helpers}\nmakeChange(${JSON.stringify(id)})\nawait import(${JSON.stringify(`${resolve(test)}?turn=${at}`)})\n`,
      ]),
    ),
    onEnd: (file, isNoticed) => {
      const id = file.slice(6)
      ended += 1
      if (isNoticed && id === unchanged) failedAt ??= ended
      if (isNoticed) noticed.add(id)
      if (ended % 10 === 0) console.log(`  ${ended} of ${turns.length}, ${noticed.size} noticed`)
    },
  })
  if (failedAt !== null) throw new Error(`${test} fails without any change after ${failedAt} turns`)
  return noticed
}
