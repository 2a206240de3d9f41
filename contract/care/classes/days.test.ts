import { describe, expect, it } from 'vitest'
import { daysAfterChange, sessionDays } from './days.ts'
import { mondayOf, weekdayOf } from '../../platform/dates/weekdays.ts'

const tuesdays = { firstDate: '2026-11-03', weeks: 4, daysOff: [] }

it('a class meets on the weekday of its first day, but for the days off', () => {
  expect(weekdayOf('2026-11-03')).toBe('Tuesday')
  expect(mondayOf('2026-11-03')).toBe('2026-11-02')
  expect(mondayOf('2026-11-08')).toBe('2026-11-02')
  expect(sessionDays({ ...tuesdays, daysOff: ['2026-11-10'] })).toEqual([
    '2026-11-03',
    '2026-11-17',
    '2026-11-24',
  ])
})

describe('a class that is changed', () => {
  const days = (recorded: string[]) =>
    sessionDays(tuesdays).map((day) => ({ day, isRecorded: recorded.includes(day) }))

  it.each([
    ['moves whole while nothing is recorded', [], { firstDate: '2026-11-05' }, '05 12 19 26'],
    [
      'stays as it was up to the last recorded session',
      ['2026-11-10'],
      { firstDate: '2026-11-05' },
      '03 10 12 19 26',
    ],
    [
      'loses a day off before that only if it is not recorded',
      ['2026-11-10'],
      { daysOff: ['2026-11-03', '2026-11-10'] },
      '10 17 24',
    ],
    ['keeps recorded sessions beyond its new end', ['2026-11-17'], { weeks: 1 }, '03 10 17'],
    ['grows longer', ['2026-11-03'], { weeks: 5 }, '03 10 17 24 01'],
  ])('%s', (_, recorded, change, expected) => {
    const after = daysAfterChange(days(recorded), { ...tuesdays, ...change })
    expect(after.map((day) => day.slice(-2)).join(' ')).toBe(expected)
  })
})
