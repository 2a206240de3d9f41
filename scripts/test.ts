import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findBrowser } from './findBrowser.ts'

/*
 * Everything that continuous integration runs, in the order in which a mistake shows soonest. Each step is a command
 * that can be run alone; the first one that fails ends the run.
 */

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules/.bin', name)

interface Step {
  title: string
  command: string
  args: string[]
}

const step = (title: string, command: string, args: string[]): Step => ({ title, command, args })

const secondsSince = (started: bigint): string =>
  `${(Number(process.hrtime.bigint() - started) / 1e9).toFixed(1)} s`

/** Shows what the step says while it says it. */
const run = ({ title, command, args }: Step, env: NodeJS.ProcessEnv = {}): void => {
  console.log(`\n— ${title}`)
  const started = process.hrtime.bigint()
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  console.log(`  ${status === 0 ? 'passed' : 'FAILED'} in ${secondsSince(started)}`)
  if (status !== 0) process.exit(status ?? 1)
}

/** Shows what the step says when it has ended, since others run beside it; answers whether it passed. */
const runBeside = async ({ title, command, args }: Step): Promise<boolean> => {
  const started = process.hrtime.bigint()
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, complained, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  const isPassed = status === 0
  console.log(
    `\n— ${title}\n${said}${complained}  ${isPassed ? 'passed' : 'FAILED'} in ${secondsSince(started)}`,
  )
  return isPassed
}

/** One step after the other, until one fails. */
const runInTurn = async (steps: Step[]): Promise<boolean> => {
  for (const each of steps) if (!(await runBeside(each))) return false
  return true
}

// Each of these works on one processor, so two run at the same time.
const areSound = await Promise.all([
  runInTurn([
    step('Types of contract and server', bin('tsc'), ['-p', 'tsconfig.json']),
    step('Types of browser and its tests', bin('tsc'), ['-p', 'tsconfig.web.json']),
    step('Dead code', bin('knip'), []),
  ]),
  runInTurn([
    step('Format', bin('prettier'), ['--check', '--log-level', 'warn', '.']),
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
run(
  step('Rules, server and screens', bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]),
)
run(step('Build', process.execPath, ['scripts/build.ts']))
run(step('Attacks and accidents', process.execPath, ['faults/main.ts']))
const browserReport = join(root, 'test-results/playwright.json')
run(step('In the browser', bin('playwright'), ['test']), {
  CHROMIUM: await findBrowser(),
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
})

const vitest = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number }
const browser = JSON.parse(readFileSync(browserReport, 'utf8')) as {
  stats: { expected: number; unexpected: number; flaky: number }
}
const passed = vitest.numPassedTests + browser.stats.expected + browser.stats.flaky
console.log(`\n${passed} passed, ${vitest.numFailedTests + browser.stats.unexpected} failed`)
