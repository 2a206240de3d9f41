import { describe, expect, it } from 'vitest'
import * as format from './format.ts'

describe('what staff read', () => {
  const cases: [string, string, string][] = [
    ['a day', format.formatDate('2026-05-05'), '05-May-2026'],
    ['no day', format.formatDate(null), 'Not Recorded'],
    ['a day in a letter', format.formatLongDate('1945-07-04'), '4 July 1945'],
    ['an instant in summer, in London', format.formatDateTime('2026-07-01T23:30:00Z'), '02/07/2026 00:30'],
    ['a time', format.formatTime('2026-01-01T09:05:00Z'), '09:05'],
    ['yes', format.formatYesNo(true), 'Yes'],
    ['no', format.formatYesNo(false), 'No'],
    ['a score of nought', format.orNotRecorded(0), '0'],
    ['a blank', format.orNotRecorded(''), 'Not Recorded'],
    ['an NHS number', format.formatNhsNumber('9990000077'), '999-000-0077'],
    ['no NHS number', format.formatNhsNumber(null), 'Unknown'],
    ['a short NHS number', format.formatNhsNumber('999000'), 'Invalid'],
    [
      'a name',
      format.formatName({ familyName: 'O’Connell', firstName: 'Bridget', namePrefix: 'Mrs' }),
      'O’CONNELL, Bridget (Mrs)',
    ],
    ['one name only', format.formatName({ familyName: 'Suparman' }), 'SUPARMAN'],
    ['a count', format.formatCount(999), '999'],
    ['a count of thousands', format.formatCount(1204), '1,204'],
    ['a count of millions', format.formatCount(12_345_678), '12,345,678'],
    ['birth and age', format.formatBorn('1945-07-14', '2026-07-13'), '14-Jul-1945 (80y)'],
  ]
  it.each(cases)('%s', (_, shown, expected) => expect(shown).toBe(expected))
})
