import type { BankHolidayOn } from '../../platform/dates/bankHolidays.ts'
import { weekdayOf } from '../../platform/dates/weekdays.ts'
import { today, type CalendarDate } from '../../platform/dates/dates.ts'
import { formatDate } from '../../platform/words/format.ts'

/** A booking outside these hours is usually a typing mistake: nobody is visited then. */
const [opens, closes] = ['07:00', '20:00'] as const

interface Booked {
  day: CalendarDate
  startTime: string
  minutes: number
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const isAtNight = ({ startTime, minutes }: Booked): boolean =>
  startTime < opens || minutesOf(startTime) + minutes > minutesOf(closes)

/** Days on which the service is closed even if they fall on a Saturday and the bank holiday is moved to another day. */
const fixedDays = new Map([
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
  ['01-01', 'New Year’s Day'],
])

const listed = new Intl.ListFormat('en-GB')

/**
 * Says what is unusual about the times of these bookings, in sentences: bank holidays, Sundays and nights. Past
 * bookings are not questioned: they happened at that time.
 */
export const unusualHours = (bookings: readonly Booked[], bankHolidayOn: BankHolidayOn): string[] => {
  const toCome = bookings.filter(({ day }) => day >= today())
  const holidays = toCome.flatMap(({ day }) => {
    const name = bankHolidayOn(day)
    return name === null ? [] : `${formatDate(day)} (${name})`
  })
  const fixed = toCome.flatMap(({ day }) => {
    const name = fixedDays.get(day.slice(5))
    return name === undefined || bankHolidayOn(day) !== null ? [] : [`${formatDate(day)} is ${name}.`]
  })
  const sundays = toCome.filter(({ day }) => weekdayOf(day) === 'Sunday').map(({ day }) => formatDate(day))
  const [first] = sundays
  return [
    ...(holidays.length === 0
      ? []
      : [
          holidays.length === 1
            ? `There is a bank holiday: ${holidays.join('')}.`
            : `There are bank holidays: ${listed.format(holidays)}.`,
        ]),
    ...fixed,
    ...(first === undefined
      ? []
      : [
          sundays.length === 1
            ? `${first} is a Sunday.`
            : `${first} and ${sundays.length - 1} more of the days are Sundays.`,
        ]),
    ...(toCome.some(isAtNight) ? [`It is not between ${opens} and ${closes}.`] : []),
  ]
}
