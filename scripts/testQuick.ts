import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { changedFiles } from './changedFiles.ts'
import { chooseTests } from './nearTests.ts'

/*
 * `npm run test:quick`: what a change needs while you work on it, in under a minute for most changes. It says what it
 * leaves to `npm test`. `npm run test:quick -- HEAD` looks at what is not committed alone.
 */

const root = join(import.meta.dirname, '..')
const changed = changedFiles(process.argv[2])
const bin = (name: string): string => join(root, 'node_modules/.bin', name)
const isCode = (name: string) => /\.(m?[jt]s|tsx)$/.test(name)
const code = changed.filter(isCode)

/** One command at a time would leave a processor idle; what they say is kept apart. */
const run = async (title: string, command: string, args: string[]): Promise<boolean> => {
  const started = performance.now()
  const child = spawn(command, args, { cwd: root })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `— ${title}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s${code === 0 ? '' : `\n${said}`}`,
  )
  return code === 0
}

const types = (title: string, project: string) =>
  run(title, process.execPath, [
    ...['node_modules/typescript7/bin/tsc', '-p', project, '--singleThreaded', '--incremental'],
    ...['--tsBuildInfoFile', `node_modules/.cache/types/${project}.tsbuildinfo`],
  ])

const lint = async (): Promise<boolean[]> => [
  await run('Format', bin('prettier'), ['--check', '--log-level', 'warn', '--ignore-unknown', ...changed]),
  ...(code.length === 0
    ? []
    : [
        await run('Lint', bin('eslint'), ['--max-warnings', '0', '--no-warn-ignored', ...code]),
        await run('Promises, switches and accessibility', bin('oxlint'), [
          '--no-error-on-unmatched-pattern',
          ...code,
        ]),
      ]),
]

const typesOfBoth = async (): Promise<boolean[]> => [
  await types('Types of contract and server', 'tsconfig.json'),
  await types('Types of browser and its tests', 'tsconfig.web.json'),
]

const tests = async (): Promise<boolean> => {
  const vitest = await createVitest('test', {
    watch: false,
    related: code.map((name) => join(root, name)),
    passWithNoTests: true,
  })
  try {
    const specifications = await vitest.getRelevantTestSpecifications()
    const nameOf = (path: string) => path.slice(root.length + 1)
    const choice = chooseTests(
      changed,
      specifications.map(({ moduleId }) => nameOf(moduleId)),
    )
    await vitest.standalone()
    if (choice.near.length > 0)
      await vitest.runTestSpecifications(
        specifications.filter(({ moduleId }) => choice.near.includes(nameOf(moduleId))),
      )
    console.log(`— Tests: ${choice.near.length} files of the features that changed`)
    if (choice.slow.length > 0)
      console.log(`  Left to npm test, being slow (scripts/nearTests.ts): ${choice.slow.join(', ')}`)
    if (choice.far.length > 0)
      console.log(`  Left to npm test: ${choice.far.length} files of other features that import what changed`)
    return vitest.state.getCountOfFailedTests() === 0 && vitest.state.getUnhandledErrors().length === 0
  } finally {
    await vitest.close()
  }
}

if (changed.length === 0) {
  console.log('Nothing differs from main, so there is nothing to test.')
  process.exit(0)
}
console.log(`${changed.length} changed files`)
const lintAndTests = async (): Promise<boolean[]> => [...(await lint()), code.length === 0 || (await tests())]
const passed = (await Promise.all([typesOfBoth(), lintAndTests()])).flat()
console.log(
  '  Not looked at: arrows, dead code, database types, attacks and the browser, which npm test does.',
)
process.exit(passed.every(Boolean) ? 0 : 1)
