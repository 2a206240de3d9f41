import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  ageOn,
  daysBetween,
  isCalendarDate,
  parseDay,
  parseTyped,
  today,
} from './dates.ts'

describe('calendar days', () => {
  it.each([
    ['2026-11-21', '2026-11-21'],
    ['2026-11-21T00:00:00Z', '2026-11-21'],
    ['2026-06-21T00:00:00.000+01:00', '2026-06-21'],
    ['2026-11-21T23:00:00Z', null],
    ['2026-02-29', null],
    ['2024-02-29', '2024-02-29'],
    ['2000-02-29', '2000-02-29'],
    ['1900-02-29', null],
    ['2100-02-29', null],
    ['21/11/2026', null],
    ['', null],
  ])('a sender who writes %s means %s', (sent, day) => expect(parseDay(sent)).toBe(day))

  it.each([
    [{ day: '5', month: '3', year: '2026' }, '2026-03-05'],
    [{ day: '05', month: 'Nov', year: '2026' }, '2026-11-05'],
    [{ day: '5', month: 'november', year: '2026' }, '2026-11-05'],
    [{ day: '31', month: '4', year: '2026' }, null],
    [{ day: '5', month: '13', year: '2026' }, null],
    [{ day: '5', month: 'ma', year: '2026' }, null],
    [{ day: '5', month: '3', year: '45' }, null],
  ])('%j typed in three boxes is %s', (typed, day) => expect(parseTyped(typed)).toBe(day))

  it('is tomorrow in London before midnight in UTC, in summer', () => {
    expect(today(Date.UTC(2026, 5, 30, 23, 30))).toBe('2026-07-01')
    expect(today(Date.UTC(2026, 11, 31, 23, 30))).toBe('2026-12-31')
  })
  it('comes at the end of a shorter month', () => expect(addMonths('2026-11-30', 3)).toBe('2027-02-28'))
  it('ages on the birthday', () => {
    expect([ageOn('1945-07-14', '2026-07-13'), ageOn('1945-07-14', '2026-07-14')]).toEqual([80, 81])
    expect([ageOn('1944-02-29', '2026-02-28'), ageOn('1944-02-29', '2026-03-01')]).toEqual([81, 82])
  })
  it('counts there and back over any span', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 73_000 }),
        fc.integer({ min: -5000, max: 5000 }),
        (start, days) => {
          const from = addDays('1900-01-01', start)
          const to = addDays(from, days)
          return isCalendarDate(to) && daysBetween(from, to) === days && addDays(to, -days) === from
        },
      ),
    ))
})
