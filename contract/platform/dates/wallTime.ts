import type { CalendarDate } from './dates.ts'
import { londonParts } from './london.ts'

/* Times of day as the clocks of the United Kingdom show them, and the instants that they are. */

const minuteMs = 60_000

/** What the clocks show at an instant: day and time. @param instant milliseconds since the epoch */
export const londonClock = (instant: number): { day: CalendarDate; time: string } => {
  const { year, month, day, hour, minute } = londonParts(instant)
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` }
}

/**
 * The instant at which the clocks show a day and a time, in milliseconds since the epoch. In the hour that the last Sunday of October
 * has twice it is the first of the two; a time that the last Sunday of March leaves out is as long after midnight as it says, so an
 * hour later by the clock (RFC 5545, section 3.3.5).
 */
export const instantAt = (day: CalendarDate, time: string): number => {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const inSummer = asUtc - 60 * minuteMs
  const shown = londonClock(inSummer)
  return shown.day === day && shown.time === time ? inSummer : asUtc
}

/** The time that the clocks show when something ends that begins then and takes so many minutes. */
export const endOf = (day: CalendarDate, time: string, minutes: number): string =>
  londonClock(instantAt(day, time) + minutes * minuteMs).time

/** The day that an instant belongs to in London. @param instant ISO text with an offset */
export const dayOfInstant = (instant: string): CalendarDate => londonClock(Date.parse(instant)).day
