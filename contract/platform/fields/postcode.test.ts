import { expect, test } from 'vitest'
import { readPostcode, standardPostcode } from './postcode.ts'

test.each([
  ['zz104ab', 'ZZ10 4AB'],
  ['ZZ10 4AB', 'ZZ10 4AB'],
  ['m1 1ae', 'M1 1AE'],
  ['ec1a1bb', 'EC1A 1BB'],
  ['w1a 0ax', 'W1A 0AX'],
  ['zz1  1zz', 'ZZ1 1ZZ'],
  [' ZZ10  1AA ', 'ZZ10 1AA'],
  ['ZZ10 1AA.', 'ZZ10 1AA'],
  ['"ZZ10 1AA",', 'ZZ10 1AA'],
  ['ZZ10-1AA', 'ZZ10 1AA'],
  ['ZZ10\u20131AA', 'ZZ10 1AA'],
  ['ZZ10\u00A01AA', 'ZZ10 1AA'],
  ['ZZ10\u200B1AA', 'ZZ10 1AA'],
  ['Z Z 1 0 1 A A', 'ZZ10 1AA'],
  ['ＺＺ１０ １ＡＡ', 'ZZ10 1AA'],
  // Letter O and digit 0, letter I and digit 1: corrected where only one reading is possible.
  ['ZZ1O 4AB', 'ZZ10 4AB'],
  ['ZZ1O 1AA', 'ZZ10 1AA'],
  ['ZZI0 1AA', 'ZZ10 1AA'],
  ['ZZ10 IAA', 'ZZ10 1AA'],
  ['ZZ10 OAA', 'ZZ10 0AA'],
  ['0X1 1AA', 'OX1 1AA'],
  ['0L16 1AA', 'OL16 1AA'],
  ['S014 1AA', 'SO14 1AA'],
  ['S01 1AA', 'SO1 1AA'],
  ['BSO 1AA', 'BS0 1AA'],
  ['1P1 1AA', 'IP1 1AA'],
  ['E1O 5AB', 'E10 5AB'],
  ['M1O 4AB', 'M10 4AB'],
  ['E1I 2AB', 'E11 2AB'],
  // A valid postcode stays unchanged.
  ['SO1 1AA', 'SO1 1AA'],
  ['S1 1AA', 'S1 1AA'],
  ['OX1 1AA', 'OX1 1AA'],
  ['IP1 1AA', 'IP1 1AA'],
  ['SE1P 5LX', 'SE1P 5LX'],
  // Codes that are not places.
  ['zz993vz', 'ZZ99 3VZ'],
  ['ZZ99 3CZ', 'ZZ99 3CZ'],
  ['gir0aa', 'GIR 0AA'],
  ['bfpo 58', 'BFPO 58'],
  ['BFPO58', 'BFPO 58'],
  ['BFPO c/o 1', 'BFPO 1'],
  ['bf1 2au', 'BF1 2AU'],
  ['ascn 1zz', 'ASCN 1ZZ'],
  ['Q9 9QQ', 'Q9 9QQ'],
])('%j is stored as %j', (typed, stored) => {
  expect(readPostcode(typed)).toBe(stored)
  expect(standardPostcode(typed)).toBe(stored)
  expect(readPostcode(stored)).toBe(stored)
})

test.each([
  ['none'],
  ['unknown'],
  ['Not known'],
  ['N/A'],
  ['-'],
  ['ZZ10'],
  ['zz10'],
  ['ZZ10 1A'],
  ['ZZ10 1'],
  ['ZZ10 1A0'],
  ['1AA'],
  ['ZZ100 1AA'],
  ['ZZZ1 1AA'],
  ['D02 X285'],
  ['75008'],
  ['10115 Berlin'],
  ['1012 AB'],
  ['1234 AB'],
  ['E01 6AN'],
  ['M01 4AB'],
  ['BFPO'],
  ['\u0416\u041610 1AA'],
  [''],
])('%j is no postcode, and stays as it is', (typed) => {
  expect(readPostcode(typed)).toBeNull()
  expect(standardPostcode(typed)).toBe(typed)
})
