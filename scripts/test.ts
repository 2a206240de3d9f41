import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findBrowser } from './findBrowser.ts'

/*
 * Everything that continuous integration runs, in the order in which a mistake shows soonest. Each step is a command
 * that can be run alone. What is unsound or does not build ends the run; the tests then all run, whatever fails among them.
 */

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules/.bin', name)

interface Step {
  title: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
}

const step = (title: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): Step => ({
  title,
  command,
  args,
  env,
})

/** TypeScript's native compiler; the one in JavaScript stays for eslint, which has no other way in. */
const types = (title: string, project: string): Step =>
  step(title, process.execPath, ['node_modules/typescript7/bin/tsc', '-p', project, '--singleThreaded'])

const secondsSince = (started: bigint): string =>
  `${(Number(process.hrtime.bigint() - started) / 1e9).toFixed(1)} s`

const passOrFail = ({ title }: Step, status: number | null, started: bigint): boolean => {
  console.log(`  ${status === 0 ? 'passed' : 'FAILED'} in ${secondsSince(started)}: ${title}`)
  return status === 0
}

/** What a started product compiles is kept for the next: tests start it a hundred times. */
const kept = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }

const start = ({ command, args, env }: Step, stdio: StdioOptions) =>
  spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...kept, ...env } })

/** Shows what the step says while it says it; answers whether it passed. */
const run = async (one: Step): Promise<boolean> => {
  console.log(`\n— ${one.title}`)
  const started = process.hrtime.bigint()
  const [status] = (await once(start(one, 'inherit'), 'close')) as [number | null]
  return passOrFail(one, status, started)
}

/** Shows what the step says when it has ended, since another shows itself meanwhile; answers whether it passed. */
const runBeside = async (one: Step): Promise<boolean> => {
  const started = process.hrtime.bigint()
  const child = start(one, ['ignore', 'pipe', 'pipe'])
  const [said, complained, [status]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  console.log(`\n— ${one.title}\n${said}${complained}`)
  return passOrFail(one, status, started)
}

/** One step after the other, until one fails. */
const runInTurn = async (steps: Step[]): Promise<boolean> => {
  for (const each of steps) if (!(await runBeside(each))) return false
  return true
}

// Each of these works on one processor, so two run at the same time.
const areSound = await Promise.all([
  runInTurn([
    types('Types of contract and server', 'tsconfig.json'),
    types('Types of browser and its tests', 'tsconfig.web.json'),
    step('Dead code', bin('knip'), []),
    step('Format', bin('prettier'), ['--check', '--log-level', 'warn', '.']),
  ]),
  runInTurn([
    step('Lint', bin('eslint'), ['--max-warnings', '0', '.']),
    step('Promises, switches and accessibility', bin('oxlint'), []),
    step('Arrows between the parts', bin('depcruise'), [
      'contract',
      'server',
      'web',
      'db',
      'scripts',
      'bench',
      'faults',
    ]),
    step('Database types match the migrations', process.execPath, ['scripts/databaseTypes.ts', '--verify']),
  ]),
])
if (areSound.includes(false)) process.exit(1)

const report = join(root, 'test-results/vitest.json')
rmSync(report, { force: true })
const browserReport = join(root, 'test-results/playwright.json')
rmSync(browserReport, { force: true })
const faultsReport = join(root, 'test-results/faults.json')
rmSync(faultsReport, { force: true })

if (!(await run(step('Build', process.execPath, ['scripts/build.ts'])))) process.exit(1)

const rules = step('Rules, server and screens', bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
])
const faults = step('Attacks and accidents', process.execPath, ['faults/main.ts'], {
  FAULTS_REPORT: faultsReport,
})
const journeys = step('In the browser', bin('playwright'), ['test'], {
  CHROMIUM: await findBrowser(),
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
})

// An attack waits for most of its time, so it runs beside the rules. Rules and browser
// fill the processors: two at the same time take longer than one after the other (measured).
const areRight = await Promise.all([run(rules), runBeside(faults)])
for (const each of [
  step('List of what is shipped', process.execPath, ['scripts/sbom.ts']),
  journeys,
  step('Known vulnerabilities', process.execPath, ['scripts/vulnerabilities.ts']),
])
  areRight.push(await run(each))

const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)
const ruled = read(report) as { numPassedTests: number; numFailedTests: number } | null
const seen = read(browserReport) as {
  stats: { expected: number; unexpected: number; flaky: number }
} | null
if (ruled !== null && seen !== null) {
  const { expected, unexpected, flaky } = seen.stats
  console.log(
    `\n${ruled.numPassedTests + expected + flaky} passed, ${ruled.numFailedTests + unexpected} failed` +
      (flaky === 0 ? '' : `; ${flaky} of the browser passed at the second attempt: they want a look`),
  )
}
if (areRight.includes(false)) process.exit(1)
