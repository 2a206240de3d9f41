import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './findBrowser.ts'

/*
 * Everything that continuous integration runs, in the order in which a mistake shows soonest. Each step is a command
 * that can be run alone; the first one that fails ends the run.
 */

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules/.bin', name)

const run = (title: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): void => {
  console.log(`\n— ${title}`)
  const started = process.hrtime.bigint()
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  console.log(`  ${status === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`)
  if (status !== 0) process.exit(status ?? 1)
}

run('Format', bin('prettier'), ['--check', '--log-level', 'warn', '.'])
run('Lint', bin('eslint'), ['--max-warnings', '0', '.'])
run('Promises, switches and accessibility', bin('oxlint'), [])
run('Types of contract and server', bin('tsc'), ['-p', 'tsconfig.json'])
run('Types of browser and its tests', bin('tsc'), ['-p', 'tsconfig.web.json'])
run('Arrows between the parts', bin('depcruise'), [
  'contract',
  'server',
  'web',
  'db',
  'scripts',
  'bench',
  'faults',
])
run('Dead code', bin('knip'), [])
run('Database types match the migrations', process.execPath, ['scripts/databaseTypes.ts', '--verify'])

const report = join(root, 'test-results/vitest.json')
rmSync(report, { force: true })
run('Rules, server and screens', bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
])
run('Build', process.execPath, ['scripts/build.ts'])
run('Attacks and accidents', process.execPath, ['faults/main.ts'])
const browserReport = join(root, 'test-results/playwright.json')
run('In the browser', bin('playwright'), ['test'], {
  CHROMIUM: await findBrowser(),
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
})

const vitest = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number }
const browser = JSON.parse(readFileSync(browserReport, 'utf8')) as {
  stats: { expected: number; unexpected: number; flaky: number }
}
const passed = vitest.numPassedTests + browser.stats.expected + browser.stats.flaky
console.log(`\n${passed} passed, ${vitest.numFailedTests + browser.stats.unexpected} failed`)
