import { z } from 'zod'
import { daysBetween, type CalendarDate } from '../../platform/dates/dates.ts'

/** What lowers falls, by the quality markers of Public Health England: so many hours in all, and so many a week at least. */
export const recommendedHours = 50
export const recommendedHoursAWeek = 2

export const doseFacts = z.object({
  /** Of attended sessions with a length. */
  classMinutes: z.int(),
  /** As the home diary has them. */
  homeMinutes: z.int(),
  /** Of the plan. */
  fromDate: z.string(),
  untilDate: z.string().nullable(),
})
export type DoseFacts = z.output<typeof doseFacts>

export interface Dose {
  hours: number
  /** Null in the first week, of which nothing can be said yet. */
  hoursAWeek: number | null
  /** What two hours a week would have come to by now, up to the recommended hours. */
  expectedHours: number
  behindHours: number
}

/** Hours of exercise against what is recommended, on a day. Only whole weeks count, so that nobody is behind on a Monday. */
export const doseOf = (
  { classMinutes, homeMinutes, fromDate, untilDate }: DoseFacts,
  day: CalendarDate,
): Dose => {
  const last = untilDate !== null && untilDate < day ? untilDate : day
  const weeks = Math.max(0, Math.floor((daysBetween(fromDate, last) + 1) / 7))
  const hours = (classMinutes + homeMinutes) / 60
  const expectedHours = Math.min(recommendedHours, weeks * recommendedHoursAWeek)
  return {
    hours,
    hoursAWeek: weeks === 0 ? null : hours / weeks,
    expectedHours,
    behindHours: Math.max(0, expectedHours - hours),
  }
}

const inHours = (hours: number): string => {
  const rounded = Math.round(hours * 10) / 10
  return `${rounded} ${rounded === 1 ? 'hour' : 'hours'}`
}

/** '12.5 of 50 hours, 1.8 a week'. */
export const doseInWords = ({ hours, hoursAWeek }: Dose): string =>
  `${Math.round(hours * 10) / 10} of ${recommendedHours} hours` +
  (hoursAWeek === null ? '' : `, ${Math.round(hoursAWeek * 10) / 10} a week`)

/** 'behind by 3.5 hours'; null where nobody has to catch up. Less than a quarter of an hour is nothing. */
export const behindInWords = ({ behindHours }: Dose): string | null =>
  behindHours < 0.25 ? null : `behind by ${inHours(behindHours)}`
