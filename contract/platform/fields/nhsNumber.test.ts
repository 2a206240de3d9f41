import { describe, expect, it } from 'vitest'
import { digitsOf, isNhsNumber, isRepeatedDigit } from './nhsNumber.ts'
import { nhsNumberSpellings } from '../../testing/nhsNumbers.ts'

const valid =
  '9990000077 9990000158 9990000212 9990000298 9990000352 9990000425 9990000492 9990000565 9990000638 9990000700 ' +
  '9990000778 9990000840 9990000913 9990000980 9990001057 9990001138 9990001197 9990001278 9990001332 9990001405 ' +
  '9990000050 3199999999 3200000007 4000000004 5000000005 6000000006 9000000009 9000000025 9000000033 0000000000'
const invalid =
  '9990000078 3200000015 3999999993 5000000013 5999999995 5900046192 999000007 99900000770 99900O0077 ９９９００００７７'

describe('an NHS number', () => {
  it.each(valid.split(' '))('%s is usable', (digits) => expect(isNhsNumber(digits)).toBe(true))
  it.each(invalid.split(' '))('%s is refused', (digits) => expect(isNhsNumber(digits)).toBe(false))
  it('does not exist when its check digit would be ten', () => {
    for (let last = 0; last < 10; last += 1) expect(isNhsNumber(`999000000${last}`)).toBe(false)
  })
  it.each(nhsNumberSpellings('9990000077'))('typed or pasted as %j is read', (typed) =>
    expect(digitsOf(typed)).toBe('9990000077'),
  )
  it.each([
    '99900O0077',
    '9990000077x',
    'Hospital No: 9990000077',
    '999/000/0077',
    '+9990000077',
    '٩٩٩٠٠٠٠٠٧٧',
  ])('%j stays to be refused', (typed) => expect(isNhsNumber(digitsOf(typed))).toBe(false))
  it('of one repeated digit is worth a warning', () => {
    expect(isRepeatedDigit('1111111111')).toBe(true)
    for (const other of ['9990000077', '91111111111', '11111111112', '1111111112'])
      expect(isRepeatedDigit(other)).toBe(false)
  })
})
