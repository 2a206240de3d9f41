import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { changedFiles } from './changedFiles.ts'
import { check } from './check.ts'
import { chooseTests } from './nearTests.ts'

/*
 * `npm run test:quick`: what a change needs while you work on it, in under a minute for most changes. It says what it
 * leaves to `npm test`. `npm run test:quick -- HEAD` looks at what is not committed alone.
 */

const root = join(import.meta.dirname, '..')
const changed = changedFiles(process.argv[2])
const isCode = (name: string) => /\.(m?[jt]s|tsx)$/.test(name)
const code = changed.filter(isCode)

const tests = async (): Promise<boolean> => {
  const vitest = await createVitest('test', {
    watch: false,
    related: code.map((name) => join(root, name)),
    passWithNoTests: true,
  })
  // After the configuration was read, which would leave out the long tests: a changed one is run.
  process.env['SUREFOOT_TESTS'] = 'short'
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
      console.log(
        `  Slow, so left to npm test and npm run test:all (scripts/nearTests.ts): ${choice.slow.join(', ')}`,
      )
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
const isSound = await check(changed)
const areRight = code.length === 0 || (await tests())
console.log('  Not looked at: dead code, database types, attacks and the browser, which npm test does.')
process.exit(isSound && areRight ? 0 : 1)
