import { expect, it } from 'vitest'
import { dayInText } from './typedDay.ts'

it.each([
  '03/07/1941',
  '3/7/1941',
  '03.07.1941',
  '3-7-1941',
  '03 07 1941',
  '03 / 07 / 1941',
  ' 03/07/1941\n',
  '\u200E03/07/1941\u200E',
  '03\u201107\u20111941',
  '03\u00A007\u00A01941',
  '3 July 1941',
  '3 Jul 1941',
  '03-Jul-1941',
  '3rd July 1941',
  '3rd of July, 1941',
  'Thursday 3 July 1941',
  'Thu, 3 Jul 1941',
  'July 3, 1941',
  'Jul. 3 1941',
  '1941-07-03',
  '1941/07/03',
  '1941-07-03T00:00:00.000Z',
  '03/07/1941 14:30',
  '“03/07/1941”',
  'DOB: 03/07/1941',
  'Date of birth: 3 July 1941',
  'Born 03-Jul-1941 (85y)',
  '1941-07-03 (85 years)',
  '03071941',
  '19410703',
])('%j is a day', (text) => {
  expect(dayInText(text)).toBe('1941-07-03')
})

it.each([
  '',
  '3',
  '19',
  '1941',
  'July',
  '3 July',
  '03/07/41',
  '31/02/1941',
  '03/13/1941',
  '3 Juli 1941 or 1942',
  '03131941',
  '07131941',
  '9994100165',
  '03/07/1941 (85y) 12 Long Lane',
])('%j is none', (text) => {
  expect(dayInText(text)).toBeNull()
})
