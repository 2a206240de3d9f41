import { z } from 'zod'
import { addDays, isCalendarDate, type CalendarDate } from './dates.ts'
import { mondayOf } from './weekdays.ts'
import { isWeekday } from './workingDays.ts'

/*
 * Bank holidays of each nation: by the rules published at gov.uk/bank-holidays, or from the file of that page, which
 * also has proclaimed holidays.
 */

export const nations = ['england', 'wales', 'scotland', 'northern-ireland'] as const
export type Nation = (typeof nations)[number]

/** Easter Sunday in the Gregorian calendar (Meeus, Jones and Butcher). */
const easterOf = (year: number): CalendarDate => {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100]
  const epact =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * late + 114
  return dayOf(year, Math.floor(days / 31), (days % 31) + 1)
}

const dayOf = (year: number, month: number, day: number): CalendarDate =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const firstMonday = (year: number, month: number): CalendarDate => mondayOf(dayOf(year, month, 7))
const lastMonday = (year: number, month: number): CalendarDate => mondayOf(dayOf(year, month, 31))

/** Holidays that move to the next working day when they fall on a weekend. */
const fixedDays = (year: number, nation: Nation): [CalendarDate, string][] => [
  [dayOf(year, 1, 1), 'New Year’s Day'],
  ...(nation === 'scotland'
    ? ([
        [dayOf(year, 1, 2), '2 January'],
        [dayOf(year, 11, 30), 'St Andrew’s Day'],
      ] satisfies [CalendarDate, string][])
    : []),
  ...(nation === 'northern-ireland'
    ? ([
        [dayOf(year, 3, 17), 'St Patrick’s Day'],
        [dayOf(year, 7, 12), 'Battle of the Boyne'],
      ] satisfies [CalendarDate, string][])
    : []),
  [dayOf(year, 12, 25), 'Christmas Day'],
  [dayOf(year, 12, 26), 'Boxing Day'],
]

/** The bank holidays of a year by rule, by day, with their names. */
const byRule = (year: number, nation: Nation): Map<CalendarDate, string> => {
  const easter = easterOf(year)
  const isScotland = nation === 'scotland'
  const fixed = fixedDays(year, nation)
  const days = new Map<CalendarDate, string>([
    ...fixed.filter(([day]) => isWeekday(day)),
    [addDays(easter, -2), 'Good Friday'],
    ...(isScotland ? [] : ([[addDays(easter, 1), 'Easter Monday']] satisfies [CalendarDate, string][])),
    [firstMonday(year, 5), 'Early May bank holiday'],
    [lastMonday(year, 5), 'Spring bank holiday'],
    [isScotland ? firstMonday(year, 8) : lastMonday(year, 8), 'Summer bank holiday'],
  ])
  for (const [day, name] of fixed.filter(([at]) => !isWeekday(at))) {
    let instead = addDays(day, 1)
    while (!isWeekday(instead) || days.has(instead)) instead = addDays(instead, 1)
    days.set(instead, `${name} (substitute day)`)
  }
  return days
}

const division = z.object({
  events: z.array(
    z.object({ title: z.string().min(1), date: z.string().refine(isCalendarDate, 'is not a day') }),
  ),
})
/** The format of gov.uk/bank-holidays.json. */
export const publishedHolidays = z.object({
  'england-and-wales': division,
  scotland: division,
  'northern-ireland': division,
})
export type PublishedHolidays = z.output<typeof publishedHolidays>

/** The name of the bank holiday on a day, or null if it is not one. */
export type BankHolidayOn = (day: CalendarDate) => string | null

/** @param published replaces the rules for every year it has days of */
export const bankHolidaysOf = (nation: Nation, published: PublishedHolidays | null): BankHolidayOn => {
  const isOfDivision = nation === 'england' || nation === 'wales'
  const events = published?.[isOfDivision ? 'england-and-wales' : nation].events ?? []
  const named = new Map(events.map(({ date, title }) => [date, title]))
  const years = new Set(events.map(({ date }) => date.slice(0, 4)))
  return (day) => {
    const year = day.slice(0, 4)
    return (years.has(year) ? named : byRule(Number(year), nation)).get(day) ?? null
  }
}
