import { expect, test } from 'vitest'
import { standardPostcode } from './postcode.ts'

test.each([
  ['zz104ab', 'ZZ10 4AB'],
  ['ZZ10 4AB', 'ZZ10 4AB'],
  ['m1 1ae', 'M1 1AE'],
  ['ec1a1bb', 'EC1A 1BB'],
  ['w1a 0ax', 'W1A 0AX'],
  ['zz1  1zz', 'ZZ1 1ZZ'],
  ['gir0aa', 'GIR 0AA'],
  // No postcode, a half of one, and those of other countries stay as they are.
  ['none', 'none'],
  ['zz10', 'zz10'],
  ['D02 X285', 'D02 X285'],
  ['75008', '75008'],
  ['', ''],
])('%j is stored as %j', (typed, stored) => {
  expect(standardPostcode(typed)).toBe(stored)
})
