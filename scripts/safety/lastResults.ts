import { existsSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { Evidence } from './evidence.ts'
import { reported } from './testTitles.ts'

/** One test that was run, with the titles of its groups before its own. */
export interface RunTest {
  file: string
  titles: string[]
  state: 'passed' | 'failed' | 'not run'
}

export type Result = 'passed' | 'failed' | 'no result'

const root = join(import.meta.dirname, '../..')

/** Where `npm test` leaves what it found; each part is there only when that part was run. */
export const reportFiles = {
  rules: 'test-results/vitest.json',
  browser: 'test-results/playwright.json',
  faults: 'test-results/faults.json',
} as const

interface VitestReport {
  testResults: {
    name: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[]
  }[]
}

interface PlaywrightSuite {
  title: string
  file: string
  specs: { title: string; ok: boolean; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}

/** What faults/main.ts writes. A fault named sign-in-flood is in faults/signInFlood.ts. */
export type FaultsReport = { name: string; held: boolean }[]

const stateOf = (status: string): RunTest['state'] =>
  status === 'passed' || status === 'failed' ? status : 'not run'

const fromRoot = (path: string): string =>
  (isAbsolute(path) ? relative(root, path) : path).replaceAll('\\', '/')

export const ofRules = ({ testResults }: VitestReport): RunTest[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: fromRoot(name),
      titles: [...ancestorTitles, title],
      state: stateOf(status),
    })),
  )

export const ofBrowser = ({ suites }: { suites: PlaywrightSuite[] }): RunTest[] => {
  const within = ({ file, specs, suites: inner = [] }: PlaywrightSuite, above: string[]): RunTest[] => [
    ...specs.map(
      ({ title, ok, tests }) =>
        ({
          file: `e2e/${file}`,
          titles: [...above, title],
          state: tests.every(({ status }) => status === 'skipped') ? 'not run' : ok ? 'passed' : 'failed',
        }) satisfies RunTest,
    ),
    ...inner.flatMap((suite) => within(suite, [...above, suite.title])),
  ]
  return suites.flatMap((suite) => within(suite, []))
}

export const ofFaults = (report: FaultsReport): RunTest[] =>
  report.map(({ name, held }) => ({
    file: fileOfFault(name),
    titles: [],
    state: held ? 'passed' : 'failed',
  }))

export const fileOfFault = (name: string): string =>
  `faults/${name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}.ts`

/** Reads what the last `npm test` left. The time is that of the latest part, null when there is none. */
export const readLastResults = (): { tests: RunTest[]; at: Date | null } => {
  const there = Object.values(reportFiles)
    .map((file) => join(root, file))
    .filter(existsSync)
  const read = <Report>(file: string, tests: (report: Report) => RunTest[]): RunTest[] =>
    there.includes(join(root, file))
      ? tests(JSON.parse(readFileSync(join(root, file), 'utf8')) as Report)
      : []
  const times = there.map((file) => statSync(file).mtimeMs)
  return {
    tests: [
      ...read(reportFiles.rules, ofRules),
      ...read(reportFiles.browser, ofBrowser),
      ...read(reportFiles.faults, ofFaults),
    ],
    at: times.length === 0 ? null : new Date(Math.max(...times)),
  }
}

/**
 * The result of a test or group of tests: failed when one of its cases failed, passed when all that were run passed. A test that
 * was not run, or only skipped, has no result.
 */
export const resultOf = ({ file, title }: Evidence, tests: readonly RunTest[]): Result => {
  const pattern = title === null ? null : reported(title)
  const own = tests.filter(
    (test) => test.file === file && (pattern === null || test.titles.some((each) => pattern.test(each))),
  )
  if (own.some(({ state }) => state === 'failed')) return 'failed'
  return own.some(({ state }) => state === 'passed') ? 'passed' : 'no result'
}
