import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

/*
 * `npm run mutants [GROUP ...]`: breaks the code that people's safety hangs on, one small change at a time, and says which
 * changes no test noticed. It takes from minutes to an hour a group, so it is no part of `npm test`; run it when one of these
 * files or their tests change. The score of each group is in docs/trust.md.
 */

interface Group {
  /** The code that is changed. */
  mutate: string[]
  /** The tests that must notice: quick ones of the code itself. */
  tests: string[]
  /** Tests that those changes meet which no quick one noticed; nearly every test of the server goes through this code. */
  slower?: string[]
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
    tests: ['contract/fields.test.ts'],
  },
  writes: {
    mutate: ['server/writes/*.ts'],
    tests: ['server/patients/change.test.ts', 'server/checks/repeats.test.ts'],
    slower: ['server/checks/{races,unconfirmed}.test.ts', 'server/{records,lookups}/*.test.ts'],
  },
  rights: {
    mutate: ['server/http/{route,principal}.ts', 'server/accounts/sessions/principal.ts'],
    tests: ['server/checks/{boot,tokenPlaces}.test.ts', 'server/users/rights.test.ts'],
    slower: ['server/checks/access.test.ts', 'server/users/users.test.ts'],
  },
  audit: {
    mutate: [
      'server/audit/*.ts',
      '!server/audit/*.test.ts',
      'server/audit/seal/{marks,segmentHash,verify}.ts',
    ],
    tests: ['server/audit/refusalCounts.test.ts', 'server/audit/seal/sealer.test.ts'],
    slower: ['server/audit/auditTrail.test.ts', 'server/audit/seal/{archiving,tampering}.test.ts'],
  },
}

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

/** A change that no test noticed, or that no test came upon. */
const isUnnoticed = ({ status }: MutantResult): boolean => status === 'Survived' || status === 'NoCoverage'

/** Where a change is, as `mutate` takes it: lines from 1, columns from 0. */
const placeOf = ({ fileName, location: { start, end } }: MutantResult): string =>
  `${relative(process.cwd(), fileName)}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`

const nameOf = (mutant: MutantResult): string =>
  `${placeOf(mutant)} ${mutant.mutatorName} ${mutant.replacement}`

const sumUp = (name: string, all: readonly MutantResult[], unnoticed: readonly MutantResult[]): void => {
  // What does not compile or was left out is no change that a test could have noticed.
  const changes = all.filter(({ status }) => !['CompileError', 'RuntimeError', 'Ignored'].includes(status))
  for (const mutant of unnoticed) console.log(nameOf(mutant))
  const noticed = changes.length - unnoticed.length
  console.log(
    `${name}: ${noticed} of ${changes.length} changes noticed, ${((100 * noticed) / changes.length).toFixed(1)} %`,
  )
}

const run = (name: string, mutate: string[], tests: string[]): Promise<MutantResult[]> => {
  // The runner hands no list of tests on, so its configuration reads it here.
  process.env['MUTANT_TESTS'] = JSON.stringify(tests)
  return new Stryker({
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutants.vitest.ts', related: false },
    reporters: ['clear-text', 'json', 'progress-append-only'],
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

for (const [name, { mutate, tests, slower }] of Object.entries(groups)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n— ${name}`)
  const first = await run(name, mutate, tests)
  const unnoticed = first.filter(isUnnoticed)
  if (slower === undefined || unnoticed.length === 0) {
    sumUp(name, first, unnoticed)
    continue
  }
  const again = await run(`${name}-slower`, unnoticed.map(placeOf), slower)
  const still = new Set(again.filter(isUnnoticed).map(nameOf))
  sumUp(
    name,
    first,
    unnoticed.filter((mutant) => still.has(nameOf(mutant))),
  )
}
