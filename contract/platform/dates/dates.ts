import { londonParts } from './london.ts'

/**
 * A calendar date without time or zone, written yyyy-MM-dd from keyboard to database and back (CS-4). Arithmetic uses
 * whole day numbers; a JavaScript Date never represents a day.
 */
export type CalendarDate = string

interface Day {
  year: number
  month: number
  day: number
}

const written = /^(\d{4})-(\d{2})-(\d{2})$/
const firstYear = 1850
const lastYear = 2199

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const lengthOf = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] ?? 0)

const isReal = ({ year, month, day }: Day): boolean =>
  year >= firstYear &&
  year <= lastYear &&
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  day <= lengthOf(year, month)

const write = ({ year, month, day }: Day): CalendarDate =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const read = (text: CalendarDate): Day => {
  const match = written.exec(text)
  if (match === null) throw new RangeError('Not a calendar date')
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }
}

/** Whether the text is a calendar date from 1850 to 2199, written yyyy-MM-dd. */
export const isCalendarDate = (text: string): boolean => written.test(text) && isReal(read(text))

/**
 * Reads yyyy-MM-dd, or an ISO date-time whose time is midnight in its own written offset. Returns null for anything
 * else rather than guess.
 */
export const parseDay = (text: string): CalendarDate | null => {
  const day = /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00(?:\.0{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text)?.[1]
  return day !== undefined && isCalendarDate(day) ? day : null
}

/** Today's date in London. @param now milliseconds since the epoch */
export const today = (now: number = Date.now()): CalendarDate => {
  const { year, month, day } = londonParts(now)
  return `${year}-${month}-${day}`
}

/** Days since 0000-03-01 of the proleptic Gregorian calendar. Counting years from March puts the leap day last. */
const numberOf = ({ year, month, day }: Day): number => {
  const marchYear = month > 2 ? year : year - 1
  const monthsSinceMarch = (month + 9) % 12
  return (
    365 * marchYear +
    Math.floor(marchYear / 4) -
    Math.floor(marchYear / 100) +
    Math.floor(marchYear / 400) +
    Math.floor((153 * monthsSinceMarch + 2) / 5) +
    (day - 1)
  )
}

const dayOf = (number: number): Day => {
  const era = Math.floor(number / 146_097)
  const dayOfEra = number - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthsSinceMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthsSinceMarch < 10 ? monthsSinceMarch + 3 : monthsSinceMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthsSinceMarch + 2) / 5) + 1,
  }
}

/** Days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  numberOf(read(to)) - numberOf(read(from))

/** 0 for a Monday, 6 for a Sunday: 1 January 1900 was a Monday. */
export const daysSinceMonday = (day: CalendarDate): number => ((daysBetween('1900-01-01', day) % 7) + 7) % 7

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  write(dayOf(numberOf(read(date)) + days))

/** The same day in another month (`months` may be negative), or the last day of that month if it has no such day. */
export const addMonths = (date: CalendarDate, months: number): CalendarDate => {
  const { year, month, day } = read(date)
  const total = year * 12 + (month - 1) + months
  const target = { year: Math.floor(total / 12), month: (total % 12) + 1 }
  return write({ ...target, day: Math.min(day, lengthOf(target.year, target.month)) })
}

/** Age in completed years. The birthday of a person born on 29 February is 1 March in other years. */
export const ageOn = (birth: CalendarDate, day: CalendarDate): number => {
  const born = read(birth)
  const now = read(day)
  const hadBirthday = now.month > born.month || (now.month === born.month && now.day >= born.day)
  return now.year - born.year - (hadBirthday ? 0 : 1)
}

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const monthOf = (typed: string): number => {
  if (/^\d{1,2}$/.test(typed)) return Number(typed)
  if (typed.length < 3) return 0
  return monthNames.findIndex((name) => name.startsWith(typed.toLowerCase())) + 1
}

/**
 * The date typed into three boxes, or null if it is not a real date. The year needs four digits: 45 is never guessed
 * at.
 */
export const parseTyped = (typed: { day: string; month: string; year: string }): CalendarDate | null => {
  const [day, month, year] = [typed.day.trim(), typed.month.trim(), typed.year.trim()]
  if (!/^\d{1,2}$/.test(day) || !/^\d{4}$/.test(year)) return null
  const spelled = { year: Number(year), month: monthOf(month), day: Number(day) }
  return isReal(spelled) ? write(spelled) : null
}
