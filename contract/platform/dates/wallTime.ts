import type { CalendarDate } from './dates.ts'
import { londonParts } from './london.ts'

/* Converts between times of day on UK clocks and instants. */

const minuteMs = 60_000

/** The London day and time at an instant. @param instant milliseconds since the epoch */
export const londonClock = (instant: number): { day: CalendarDate; time: string } => {
  const { year, month, day, hour, minute } = londonParts(instant)
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` }
}

/**
 * The instant, in milliseconds since the epoch, at which UK clocks show a day and time. The hour that occurs twice on
 * the last Sunday of October gives the first of the two instants. A time skipped on the last Sunday of March is counted
 * from midnight, so the clock shows an hour later (RFC 5545, section 3.3.5).
 */
export const instantAt = (day: CalendarDate, time: string): number => {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  // Until 1947 some summers were two hours ahead (British Double Summer Time).
  for (let ahead = day < '1948' ? 2 : 1; ahead > 0; ahead -= 1) {
    const instant = asUtc - ahead * 60 * minuteMs
    const shown = londonClock(instant)
    if (shown.day === day && shown.time === time) return instant
  }
  return asUtc
}

/** The time on UK clocks when something that begins at `time` and takes `minutes` ends. */
export const endOf = (day: CalendarDate, time: string, minutes: number): string =>
  londonClock(instantAt(day, time) + minutes * minuteMs).time

/** The London day of an instant. @param instant ISO text with an offset */
export const dayOfInstant = (instant: string): CalendarDate => londonClock(Date.parse(instant)).day

/**
 * Milliseconds since the epoch of an instant that other software wrote, in UTC unless it names a zone, such as
 * '2024-12-12 18:39:16.123346'. NaN if it is none.
 */
export const instantWritten = (text: string): number =>
  Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
