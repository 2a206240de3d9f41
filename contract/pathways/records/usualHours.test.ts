import { expect, it } from 'vitest'
import { bankHolidaysOf } from '../../platform/dates/bankHolidays.ts'
import { weekdayOf } from '../../platform/dates/weekdays.ts'
import { today } from '../../platform/dates/dates.ts'
import { formatDate } from '../../platform/words/format.ts'
import { unusualHours } from './usualHours.ts'

const onHoliday = bankHolidaysOf('england', null)
const ask = (day: string) => unusualHours([{ day, startTime: '10:00', minutes: 30 }], onHoliday)

/** The first date from next year on when this day of the year is a Saturday. */
const onSaturday = (monthAndDay: string): string => {
  const next = Number(today().slice(0, 4)) + 1
  const years = Array.from({ length: 12 }, (_, index) => `${next + index}-${monthAndDay}`)
  return years.find((day) => weekdayOf(day) === 'Saturday') ?? ''
}

it.each([
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
  ['01-01', 'New Year’s Day'],
])('%s is asked about on a Saturday, though its bank holiday is another day', (monthAndDay, name) => {
  const day = onSaturday(monthAndDay)
  expect(ask(day)).toEqual([`${formatDate(day)} is ${name}.`])
})

it('a Saturday like any other is not asked about', () => {
  expect(ask(onSaturday('06-13'))).toEqual([])
})
