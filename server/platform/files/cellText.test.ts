import { expect, it } from 'vitest'
import { formatValue, oneLine } from './cellText.ts'
import { hidden, type CellKind, type Value } from './renderedReport.ts'

/* What users read on screen and on paper. An unknown number is not 0. */
it.each<[CellKind, Value, string]>([
  ['count', 1234, '1,234'],
  ['count', 0, '0'],
  ['count', null, '–'],
  ['percent', null, '–'],
  ['percent', 12.345, '12.3%'],
  ['number', null, '–'],
  ['count', hidden, '*'],
  ['text', null, 'Not Recorded'],
  ['text', 'Two\nlines', 'Two lines'],
  ['day', '2026-03-02', '02-Mar-2026'],
])('a %s of %j reads %s', (kind, value, words) => expect(formatValue(value, kind)).toBe(words))

it('takes signs out that turn writing round', () => {
  expect(oneLine('a\u202eb')).toBe('a b')
})

it('keeps the joiners that a name is written with', () => {
  expect(oneLine('ශ්‍රියානි')).toBe('ශ්‍රියානි')
})
