import { expect, it } from 'vitest'
import { behindInWords, doseInWords, doseOf } from './dose.ts'

const begun = { classMinutes: 0, homeMinutes: 0, fromDate: '2026-11-02', untilDate: null }

it.each([
  ['nothing is said in the first week', begun, '2026-11-07', '0 of 50 hours', null],
  ['after a week two hours are due', begun, '2026-11-08', '0 of 50 hours, 0 a week', 'behind by 2 hours'],
  [
    'class and home count together',
    { ...begun, classMinutes: 60, homeMinutes: 90 },
    '2026-11-15',
    '2.5 of 50 hours, 1.3 a week',
    'behind by 1.5 hours',
  ],
  [
    'an hour is one hour',
    { ...begun, classMinutes: 60 },
    '2026-11-08',
    '1 of 50 hours, 1 a week',
    'behind by 1 hour',
  ],
  [
    'who does enough is not behind',
    { ...begun, homeMinutes: 240 },
    '2026-11-15',
    '4 of 50 hours, 2 a week',
    null,
  ],
  [
    'no more than 50 hours are ever due',
    { ...begun, homeMinutes: 49 * 60 },
    '2028-11-15',
    '49 of 50 hours, 0.5 a week',
    'behind by 1 hour',
  ],
  [
    'a plan that ended is judged by its own weeks',
    { ...begun, classMinutes: 240, untilDate: '2026-11-15' },
    '2027-11-15',
    '4 of 50 hours, 2 a week',
    null,
  ],
  [
    'a plan that is booked owes nothing',
    { ...begun, fromDate: '2026-12-01' },
    '2026-11-15',
    '0 of 50 hours',
    null,
  ],
])('%s', (_, facts, day, words, behind) => {
  const dose = doseOf(facts, day)
  expect([doseInWords(dose), behindInWords(dose)]).toEqual([words, behind])
})
