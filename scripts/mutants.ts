import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { changesOf, type Change } from './mutants/changes.ts'
import { equivalents, type Equivalent } from './mutants/equivalents.ts'
import { noticedBy, reachOf, type Tests } from './mutants/runTests.ts'

/*
 * `npm run mutants [GROUP[:FILE] ...] [--left]`: breaks the code that people's safety hangs on, one small change at a time, and says which
 * changes no test noticed. It takes from minutes to an hour a group, so it is no part of `npm test`; run it when one of these
 * files or their tests change. With `--left` it tries what the last run left unnoticed. What is known to change nothing is not tried
 * and counted apart (scripts/mutants/equivalents.ts). The score of each group is in docs/trust.md.
 */

interface Group {
  /** The code that is changed. */
  mutate: string[]
  /** The tests that must notice, the quickest first: each meets only what those before it let pass. */
  tests: (string | Tests)[]
}

const groups: Record<string, Group> = {
  stage: {
    mutate: ['contract/stages/{place,facts,due,stage}.ts'],
    tests: ['contract/stages/*.test.ts', 'contract/**/*.test.ts'],
  },
  nhsNumber: {
    mutate: ['contract/platform/fields/nhsNumber.ts'],
    tests: ['contract/platform/fields/nhsNumber.test.ts'],
  },
  permissions: {
    mutate: ['contract/accounts/permissions.ts'],
    tests: ['server/testing/checks/access.test.ts', 'server/accounts/users/rights.test.ts'],
  },
  fields: {
    mutate: ['contract/platform/fields/fields.ts'],
    tests: ['contract/platform/fields/fields.test.ts'],
  },
  writes: {
    mutate: ['server/platform/writes/*.ts'],
    tests: [
      'server/platform/writes/missingChoice.test.ts',
      'server/platform/writes/addRows.test.ts',
      { file: 'server/platform/writes/saveEvents.test.ts', loads: true },
      { file: 'server/platform/writes/refusals.test.ts' },
      {
        file: 'server/patients/patient/change.test.ts',
        named: /what a save changes|two people save|choices/,
        loads: true,
      },
      {
        file: 'server/testing/checks/repeats.test.ts',
        named: /a key|api.(frat.save|role.save|organisation.save|user.create|flag.save) /,
        loads: true,
      },
      { file: 'server/platform/writes/retries.test.ts' },
      { file: 'server/patients/patient/register.test.ts', named: /sent twice/ },
      { file: 'server/testing/checks/races.test.ts', named: /api.(frat|patient|role)\b/ },
      {
        file: 'server/reference/lookups/administration.test.ts',
        named: /location\W+(keeps a change|does not let|holds a save|answers 404)/,
      },
      { file: 'server/governance/privacy/restriction.test.ts', named: /once, and is shown with its reasons/ },
      {
        file: 'server/pathways/referral/closing.test.ts',
        named: /undone exactly by reinstating|choice off the list/,
        loads: true,
      },
      { file: 'server/care/pathwayPage/pathwayPage.test.ts', named: /next step is due/, loads: true },
      {
        file: 'server/accounts/passwords/resets.test.ts',
        named: /sets the password once, ends/,
        loads: true,
      },
      { file: 'server/pathways/records/rules.test.ts' },
      {
        file: 'server/testing/checks/restricted.test.ts',
        named: /nobody else by POST .api.(patient|frat|contact).(save|delete)|somebody alike/,
      },
      { file: 'server/exchange/imports/import.test.ts', named: /moves in/ },
      {
        file: 'server/platform/audit/auditTrail.test.ts',
        named: /api.(frat.save|pathway.save)$|it cannot be written/,
      },
      { file: 'server/accounts/users/users.test.ts' },
      { file: 'server/reference/organisations/organisations.test.ts' },
      { file: 'server/pathways/records/records.test.ts', named: /frat|wellbeing/i },
    ],
  },
  rights: {
    mutate: [
      'server/platform/http/{calls/route,request/principal}.ts',
      'server/accounts/sessions/principal.ts',
    ],
    tests: [
      { file: 'server/testing/checks/access.test.ts', named: /current role|name of a role|as it declares/ },
      {
        file: 'server/testing/checks/repeats.test.ts',
        loads: true,
        named:
          /a key|api.(frat.save|pathway.save|pathway.cancelReferral|user.create|role.save|falls.v1.save) /,
      },
      { file: 'server/stages/changes/follow.test.ts' },
      {
        file: 'server/testing/checks/unreadable.test.ts',
        named:
          /401|report.discharges$|another name|that the address has|no object of fields|percent|query of .api.(patient.get|list.inTreatment)$/,
        loads: true,
      },
      {
        file: 'server/testing/checks/smuggling.test.ts',
        named: /(patient|frat)\b.*(names, and no values|refused as well)|and what a program/,
        loads: true,
      },
      {
        file: 'server/platform/audit/auditTrail.test.ts',
        named: /role that|api.(patient.get|frat.save|list.inTreatment|report.discharges)$/,
      },
      { file: 'server/testing/checks/races.test.ts', named: /twice at once.*(frat|patient|falls)/ },
      {
        file: 'server/patients/search/grantedReads.test.ts',
        named: /own session|the role the person works in/,
      },
      {
        file: 'server/pathways/documents/documents.test.ts',
        named: /deleting by GET|byte for byte|makes one document/,
      },
      { file: 'server/platform/http/limits/rateLimit.test.ts', named: /rate classes/ },
      { file: 'server/accounts/users/rights.test.ts', named: /without a role/ },
      {
        file: 'server/testing/checks/restricted.test.ts',
        named: /nobody else by GET .api.patient.get$|by name, and no more/,
      },
      { file: 'server/accounts/secondFactor/secondFactor.test.ts', named: /nothing but its own account/ },
      { file: 'server/platform/http/lists/paging.test.ts', named: /filtered by words/ },
      { file: 'server/patients/search/search.test.ts', named: /with the terms and everybody/ },
      { file: 'server/patients/search/external.test.ts', named: /with whom it found/ },
      {
        file: 'server/testing/checks/hostile.test.ts',
        named:
          /body of any wrong kind.*frat.save$|(query|headers) of any wrong kind.*patient.get$|wrong kind is refused.*nextOfKin.save$/,
      },
      { file: 'server/pathways/records/rules.test.ts', named: /Attendance/ },
      { file: 'server/accounts/users/users.test.ts' },
      { file: 'server/patients/patient/change.test.ts' },
    ],
  },
  audit: {
    mutate: ['server/platform/audit/*.ts', 'server/platform/audit/seal/{marks,segmentHash,verify}.ts'],
    tests: [
      'server/platform/audit/seal/marks.test.ts',
      { file: 'server/platform/audit/groupedEvents.test.ts' },
      { file: 'server/platform/audit/seal/tampering.test.ts', named: /a problem is named|nobody touched/ },
      'server/platform/audit/seal/archiving.test.ts',
      { file: 'server/platform/audit/seal/sealer.test.ts', named: /hashes of the database|is sealed, with/ },
      {
        file: 'server/testing/checks/restricted.test.ts',
        named: /carers read|api.(patient.get|frat.all|frat.save)$/,
      },
      {
        file: 'server/platform/audit/refusalCounts.test.ts',
        named: /anonymous calls|row each time|what (is|was) counted/,
        loads: true,
      },
      {
        file: 'server/platform/audit/auditTrail.test.ts',
        named: /role that|api.(patient.get|frat.save|list.inTreatment)$|it cannot be written|not there/,
      },
    ],
  },
}

const inOneLine = (code: string): string => code.replaceAll(/\s+/g, ' ')
/** The same change, also after others moved it to another line. */
const isSame = (change: Change, other: Omit<Equivalent, 'why'>): boolean =>
  change.file === other.file &&
  change.code === other.code &&
  inOneLine(change.original) === inOneLine(other.original) &&
  inOneLine(change.replacement) === inOneLine(other.replacement)

/** Those that are known to change nothing. Throws where one of these is no change of the code any more. */
const equivalentAmong = (changes: readonly Change[], files: readonly string[]): Set<string> => {
  const found = equivalents
    .filter(({ file }) => files.includes(file))
    .flatMap((known) => {
      const same = changes.filter((change) => isSame(change, known))
      if (same.length === 0)
        throw new Error(`scripts/mutants/equivalents.ts: there is no such change any more: ${known.code}`)
      return same.map(({ id }) => id)
    })
  return new Set(found)
}

const told = ({ file, line, original, replacement }: Change): string =>
  `${file}:${line}  ${inOneLine(original)}  →  ${inOneLine(replacement)}`

/** What no test of the group notices. */
const unnoticedOf = async (name: string, part: string): Promise<void> => {
  const { mutate, tests } = groups[name] as Group
  console.log(`\n— ${name} ${part}`)
  const all = await changesOf(mutate)
  const { instrumented } = all
  const before = onlyLeft ? readLeft(name) : null
  const equivalent = equivalentAmong(all.changes, Object.keys(instrumented))
  const wanted = all.changes.filter(
    (change) => change.file.includes(part) && (before?.some((left) => isSame(change, left)) ?? true),
  )
  const changes = wanted.filter(({ id }) => !equivalent.has(id))
  let left = changes
  const inTurn = tests.flatMap((each) =>
    typeof each === 'string' ? globSync(each).map((file): Tests => ({ file, loads: true })) : [each],
  )
  for (const test of inTurn) {
    if (left.length === 0) break
    const { reached, loaded } = await reachOf(test, instrumented)
    for (const anew of test.loads === true ? [false, true] : [false]) {
      const ids = left
        .map(({ id }) => id)
        .filter((id) => (anew ? loaded.has(id) && !reached.has(id) : reached.has(id)))
      if (ids.length === 0) continue
      console.log(`${test.file}, ${ids.length} changes${anew ? ', each loaded anew' : ''}`)
      const noticed = await noticedBy(test, ids, instrumented, { anew })
      left = left.filter(({ id }) => !noticed.has(id))
      save(name, part, left)
    }
  }
  for (const file of Object.keys(instrumented).filter((each) => each.includes(part))) {
    const of = changes.filter((change) => change.file === file).length
    const open = left.filter((change) => change.file === file).length
    console.log(`${file}: ${of - open} of ${of} changes noticed`)
  }
  for (const change of left) console.log(told(change))
  const noticed = changes.length - left.length
  console.log(
    `${name}: ${noticed} of ${changes.length}, ${((100 * noticed) / changes.length).toFixed(1)} %; ${wanted.length - changes.length} more change nothing`,
  )
}

const pathOfLeft = (name: string): string => `test-results/mutants-${name}.json`
const readLeft = (name: string) => JSON.parse(readFileSync(pathOfLeft(name), 'utf8')) as Change[]

/** Keeps what was left of other files than those of this run. */
const save = (name: string, part: string, left: readonly Change[]): void => {
  mkdirSync('test-results', { recursive: true })
  const others =
    part !== '' && existsSync(pathOfLeft(name))
      ? readLeft(name).filter(({ file }) => !file.includes(part))
      : []
  writeFileSync(pathOfLeft(name), JSON.stringify([...others, ...left], null, 2))
}

const onlyLeft = process.argv.includes('--left')
const asked = process.argv
  .slice(2)
  .filter((each) => each !== '--left')
  .map((each) => each.split(':') as [string, string?])
const unknown = asked.filter(([name]) => !(name in groups))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. The groups are ${Object.keys(groups).join(', ')}.`)
  process.exit(1)
}
for (const [name, part = ''] of asked.length > 0
  ? asked
  : Object.keys(groups).map((name): [string, string?] => [name]))
  await unnoticedOf(name, part)
