import { describe, expect, it } from 'vitest'
import { bankHolidaysOf, type Nation } from './bankHolidays.ts'
import { addDays } from './dates.ts'

/** The bank holidays of a year, without the year. */
const daysOf = (nation: Nation, year: number, on = bankHolidaysOf(nation, null)): string[] =>
  Array.from({ length: 366 }, (_, day) => addDays(`${year}-01-01`, day))
    .filter((day) => day.startsWith(`${year}-`) && on(day) !== null)
    .map((day) => day.slice(5))

describe('bank holidays by rule are those that gov.uk publishes', () => {
  it.each<[Nation, number, string]>([
    ['england', 2021, '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28'],
    ['england', 2024, '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26'],
    ['wales', 2025, '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26'],
    ['england', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
    ['england', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
    ['england', 2028, '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
    ['scotland', 2024, '01-01 01-02 03-29 05-06 05-27 08-05 12-02 12-25 12-26'],
    ['scotland', 2025, '01-01 01-02 04-18 05-05 05-26 08-04 12-01 12-25 12-26'],
    ['scotland', 2027, '01-01 01-04 03-26 05-03 05-31 08-02 11-30 12-27 12-28'],
    ['scotland', 2028, '01-03 01-04 04-14 05-01 05-29 08-07 11-30 12-25 12-26'],
    ['northern-ireland', 2024, '01-01 03-18 03-29 04-01 05-06 05-27 07-12 08-26 12-25 12-26'],
    ['northern-ireland', 2026, '01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28'],
    ['northern-ireland', 2027, '01-01 03-17 03-26 03-29 05-03 05-31 07-12 08-30 12-27 12-28'],
  ])('%s, %i', (nation, year, days) => {
    expect(daysOf(nation, year)).toEqual(days.split(' '))
  })
})

it('a year that the published file has is taken from it alone, another stays by rule', () => {
  const events = [
    { title: 'New Year’s Day', date: '2023-01-02' },
    { title: 'Coronation of King Charles III', date: '2023-05-08' },
  ]
  const none = { events: [] }
  const on = bankHolidaysOf('wales', {
    'england-and-wales': { events },
    scotland: none,
    'northern-ireland': none,
  })
  expect(on('2023-05-08')).toBe('Coronation of King Charles III')
  expect(on('2023-12-25')).toBeNull()
  expect(on('2024-12-25')).toBe('Christmas Day')
})
