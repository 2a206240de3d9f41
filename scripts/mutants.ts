import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

/*
 * `npm run mutants [GROUP ...]`: breaks the code that people's safety hangs on, one small change at a time, and says which
 * changes no test noticed. It takes from minutes to an hour a group, so it is no part of `npm test`; run it when one of these
 * files or their tests change. The score of each group is in docs/trust.md.
 */

interface Group {
  /** The code that is changed. */
  mutate: string[]
  /** The tests that must notice: those of the code itself, since nearly every test of the server goes through it. */
  tests: string[]
}

const groups: Record<string, Group> = {
  stage: { mutate: ['contract/pathway/{place,facts,due,stage}.ts'], tests: ['contract/**/*.test.ts'] },
  nhsNumber: { mutate: ['contract/nhsNumber.ts'], tests: ['contract/nhsNumber.test.ts'] },
  permissions: {
    mutate: ['contract/permissions.ts'],
    tests: ['server/checks/access.test.ts', 'server/users/rights.test.ts'],
  },
  fields: {
    mutate: ['contract/fields.ts'],
    tests: [
      'contract/**/*.test.ts',
      'server/checks/{blankText,longText}.test.ts',
      'server/{patients,records}/*.test.ts',
    ],
  },
  writes: {
    mutate: ['server/writes/*.ts'],
    tests: ['server/checks/races.test.ts', 'server/{patients,records,lookups}/*.test.ts'],
  },
  rights: {
    mutate: ['server/http/{route,principal}.ts', 'server/accounts/sessions/principal.ts'],
    tests: ['server/checks/{access,boot,tokenPlaces}.test.ts', 'server/users/*.test.ts'],
  },
  audit: { mutate: ['server/audit/*.ts', '!server/audit/*.test.ts'], tests: ['server/audit/*.test.ts'] },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in groups))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. The groups are ${Object.keys(groups).join(', ')}.`)
  process.exit(1)
}

// The code is changed where it stands, since some tests start processes that read it from there.
if (execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }) !== '') {
  console.error('Commit or stash first: the files are changed where they stand, and put back at the end.')
  process.exit(1)
}

for (const [name, { mutate, tests }] of Object.entries(groups)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n— ${name}`)
  // The runner hands no list of tests on, so its configuration reads it here.
  process.env['MUTANT_TESTS'] = JSON.stringify(tests)
  await new Stryker({
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutants.vitest.ts', related: false },
    reporters: ['clear-text', 'json'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    jsonReporter: { fileName: join('test-results', `mutants-${name}.json`) },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    inPlace: true,
    tempDirName: 'test-results/mutants',
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    disableTypeChecks: true,
  }).runMutationTest()
}
