import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isNhsNumber } from '../contract/platform/fields/nhsNumber.ts'

const root = join(import.meta.dirname, '..')

/** Numbers that pass the check of NHS numbers and are nobody's. */
const nobodys = new Set([
  // The ends of the ranges, which the rule and its tests must name.
  ...['3199999999', '3200000007', '4000000004', '5000000005', '6000000006'],
  ...['9000000009', '9000000025', '9000000033'],
  // One digit ten times, digits in order, and a telephone number of Ofcom's for drama.
  ...['0000000000', '1111111111', '4444444444', '0123456789', '1632960001'],
])

const isText = (path: string): boolean =>
  !/\.(webp|png|ico|pdf|gz|woff2?)$/.test(path) && path !== 'package-lock.json'
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && isText(path) && existsSync(join(root, path)))

/** Ten digits that stand alone, together or as 3, 3 and 4. */
const tenDigits = /(?<![\d.\-_a-f])\d{3}([ -]?)\d{3}\1\d{4}(?![\d\-_a-f])/g

const numbersIn = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(tenDigits)]
    .map(([found]) => found.replaceAll(/[ -]/g, ''))
    .filter(isNhsNumber)

it('PR-6: no file has an NHS number that could be a person’s: all are from the 999 range', () => {
  const found = tracked.flatMap((path) => numbersIn(path).map((number) => ({ path, number })))
  expect(found.filter(({ number }) => number.startsWith('999')).length).toBeGreaterThan(100)
  expect(found.filter(({ number }) => !number.startsWith('999') && !nobodys.has(number))).toEqual([])
})
