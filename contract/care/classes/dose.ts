import { z } from 'zod'
import { daysBetween, type CalendarDate } from '../../platform/dates/dates.ts'

/**
 * Exercise that reduces falls, according to Public Health England's quality markers: total hours, and minimum hours a
 * week.
 */
export const recommendedHours = 50
export const recommendedHoursAWeek = 2

export const doseFacts = z.object({
  /** Minutes of the attended sessions that have a length. */
  classMinutes: z.int(),
  /** Minutes entered in the home diary. */
  homeMinutes: z.int(),
  /** Start of the exercise plan. */
  fromDate: z.string(),
  untilDate: z.string().nullable(),
})
export type DoseFacts = z.output<typeof doseFacts>

export interface Dose {
  hours: number
  /** Null in the first week: too early to say. */
  hoursAWeek: number | null
  /** Hours due by now at two hours a week, capped at the recommended total. */
  expectedHours: number
  behindHours: number
}

/**
 * Hours of exercise compared with the recommendation, as of a given day. Only whole weeks count, so that nobody is
 * already behind on a Monday.
 */
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

/** 'behind by 3.5 hours'; null if the shortfall is less than a quarter of an hour. */
export const behindInWords = ({ behindHours }: Dose): string | null =>
  behindHours < 0.25 ? null : `behind by ${inHours(behindHours)}`
