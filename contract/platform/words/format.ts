import { ageOn, isCalendarDate, today, type CalendarDate } from '../dates/dates.ts'
import { londonParts } from '../dates/london.ts'

/** Shown wherever there is no value (specification). */
export const notRecorded = 'Not Recorded'

const longMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const partsOf = (date: CalendarDate) => {
  const [year = '', month = '', day = ''] = date.split('-')
  return { year, month, day, monthName: longMonths[Number(month) - 1] ?? '' }
}

const isDay = (date: CalendarDate | null | undefined): date is CalendarDate =>
  Boolean(date) && isCalendarDate(date as string)

/** A value as text. 0 is a value; null and blank are not. */
export const orNotRecorded = (value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? notRecorded : String(value)

/** 05-Jan-2026, used on every staff screen (specification). */
export const formatDate = (date: CalendarDate | null | undefined): string => {
  if (!isDay(date)) return notRecorded
  const { day, monthName, year } = partsOf(date)
  return `${day}-${monthName.slice(0, 3)}-${year}`
}

/** 5 January 2026, used for patients and screen readers. */
export const formatLongDate = (date: CalendarDate | null | undefined): string => {
  if (!isDay(date)) return notRecorded
  const { day, monthName, year } = partsOf(date)
  return `${Number(day)} ${monthName} ${year}`
}

const partsAt = (instant: string) => londonParts(Date.parse(instant))

/** An instant as ISO text. @param now milliseconds since the epoch */
export const instantOf = (now: number): string => new Date(now).toISOString()

/** 05/01/2026 14:30 in London. @param instant ISO text with an offset */
export const formatDateTime = (instant: string | null | undefined): string => {
  if (!instant) return notRecorded
  const { day, month, year, hour, minute } = partsAt(instant)
  return `${day}/${month}/${year} ${hour}:${minute}`
}

/** 14:30 in London. @param instant ISO text with an offset */
export const formatTime = (instant: string | null | undefined): string => {
  if (!instant) return notRecorded
  const { hour, minute } = partsAt(instant)
  return `${hour}:${minute}`
}

/** 1,204. Written by hand because the browser's own formatter first loads its number tables, which delays phones. */
export const formatCount = (count: number): string =>
  count < 1000
    ? String(count)
    : `${formatCount(Math.floor(count / 1000))},${String(count % 1000).padStart(3, '0')}`

export const formatYesNo = (value: boolean | null | undefined): string =>
  value === null || value === undefined ? notRecorded : value ? 'Yes' : 'No'

/** 999-000-0077; 'Unknown' when there is none, 'Invalid' when it does not have ten digits (specification). */
export const formatNhsNumber = (digits: string | null | undefined): string => {
  if (!digits) return 'Unknown'
  if (digits.length !== 10) return 'Invalid'
  return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`
}

export interface PersonName {
  familyName: string
  firstName?: string | null
  /** The title in words, such as Mrs. */
  namePrefix?: string | null
}

/** ASHWORTH, Edna (Mrs): the form required for clinical display. */
export const formatName = ({ familyName, firstName, namePrefix }: PersonName): string => {
  const given = firstName ? `, ${firstName}` : ''
  const title = namePrefix ? ` (${namePrefix})` : ''
  return `${familyName.toLocaleUpperCase('en-GB')}${given}${title}`
}

/** 14-Jul-1945 (81y). Age in completed years, today or at death. */
export const formatBorn = (birth: CalendarDate | null | undefined, on: CalendarDate = today()): string =>
  isDay(birth) ? `${formatDate(birth)} (${ageOn(birth, on)}y)` : notRecorded
