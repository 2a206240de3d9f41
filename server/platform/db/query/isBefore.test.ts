import { expect, it } from 'vitest'
import { isBefore } from './isBefore.ts'

it.each([
  ['0.1.0', '0.2.0', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.10.0', false],
  ['0.2.1', '0.2.1', false],
  ['0.2.1', '0.3.0', true],
  ['0.3.0', '0.2.1', false],
])('%s is before %s: %s', (one, other, before) => {
  expect(isBefore(one, other)).toBe(before)
})
