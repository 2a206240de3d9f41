import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chooseTests, slowTests } from './nearTests.ts'

const related = [
  'contract/platform/fields/nhsNumber.test.ts',
  'server/accounts/passwords/resets.test.ts',
  'server/accounts/signIn/atOnce.test.ts',
  'server/pathways/records/records.test.ts',
  'server/testing/checks/fuzz.test.ts',
  'web/pathways/records/FratScreen.test.tsx',
]

it.each([
  {
    change: 'contract/pathways/records/frat.ts',
    near: ['server/pathways/records/records.test.ts', 'web/pathways/records/FratScreen.test.tsx'],
    slow: [],
  },
  {
    change: 'contract/platform/fields/fields.ts',
    near: ['contract/platform/fields/nhsNumber.test.ts'],
    slow: [],
  },
  {
    change: 'server/accounts/passwords/resets.ts',
    near: ['server/accounts/passwords/resets.test.ts'],
    slow: [],
  },
  {
    change: 'server/accounts/signIn/signIn.ts',
    near: [],
    slow: ['server/accounts/signIn/atOnce.test.ts'],
  },
  { change: 'server/testing/checks/fuzz.test.ts', near: ['server/testing/checks/fuzz.test.ts'], slow: [] },
])('of what imports $change, runs what is of the same feature and not slow', ({ change, near, slow }) => {
  const choice = chooseTests([change], related)
  expect(choice).toMatchObject({ near, slow })
  expect([...choice.near, ...choice.slow, ...choice.far].toSorted()).toEqual(related)
})

it.each(slowTests)('finds %s, which it calls slow', (path) => {
  expect(existsSync(join(import.meta.dirname, '..', path))).toBe(true)
})
