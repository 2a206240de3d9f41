import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.ts'
import { findBrowser } from './findBrowser.ts'
import { bin, run, runBeside, step } from './steps.ts'

/*
 * `npm test`: what continuous integration runs, in the order in which a mistake shows soonest. `npm run test:all` tries every
 * case and adds the long tests (scripts/longTests.ts, journeys tagged @long), attacks and accidents, and known
 * vulnerabilities: run it before a release. Each step is a command that can be run alone. What is unsound or
 * does not build ends the run; the tests then all run, whatever fails among them.
 */

const isAll = process.argv.includes('--all')
const root = join(import.meta.dirname, '..')
if (!(await check())) process.exit(1)

const report = join(root, 'test-results/vitest.json')
rmSync(report, { force: true })
const browserReport = join(root, 'test-results/playwright.json')
rmSync(browserReport, { force: true })
const faultsReport = join(root, 'test-results/faults.json')
rmSync(faultsReport, { force: true })

if (!(await run(step('Build', process.execPath, ['scripts/build.ts'])))) process.exit(1)

/** Fewer cases, also of those that are made at random. */
const short = {
  SUREFOOT_TESTS: 'short',
  SUREFOOT_FORMS: '200',
  SUREFOOT_HISTORIES: '600',
}
const rules = step(
  'Rules, server and screens',
  bin('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  isAll ? { SUREFOOT_TESTS: 'all' } : short,
)
const faults = step('Attacks and accidents', process.execPath, ['faults/main.ts'], {
  FAULTS_REPORT: faultsReport,
})
const journeys = step(
  'In the browser',
  bin('playwright'),
  ['test', ...(isAll ? [] : ['--grep-invert', '@long'])],
  { CHROMIUM: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
)

// An attack waits for most of its time, so it runs beside the rules. Rules and browser
// fill the processors: two at the same time take longer than one after the other (measured).
const areRight = await Promise.all([run(rules), ...(isAll ? [runBeside(faults)] : [])])
areRight.push(await run(journeys))
if (isAll)
  for (const each of [
    step('List of what is shipped', process.execPath, ['scripts/sbom.ts']),
    step('Known vulnerabilities', process.execPath, ['scripts/vulnerabilities.ts']),
  ])
    areRight.push(await run(each))

const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)
const ruled = read(report) as { numPassedTests: number; numFailedTests: number } | null
const seen = read(browserReport) as {
  stats: { expected: number; unexpected: number }
} | null
if (ruled !== null && seen !== null) {
  const { expected, unexpected } = seen.stats
  console.log(`\n${ruled.numPassedTests + expected} passed, ${ruled.numFailedTests + unexpected} failed`)
}
if (areRight.includes(false)) process.exit(1)
