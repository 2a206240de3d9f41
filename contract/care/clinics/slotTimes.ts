import { addDays, daysBetween, type CalendarDate } from '../../platform/dates/dates.ts'

/** How a clinic repeats. Its weekday is that of its first day. */
export interface Repeats {
  firstDate: CalendarDate
  /** Null for a clinic without an end. */
  lastDate: CalendarDate | null
  everyWeeks: number
}

/** Days that differ from the pattern. */
export interface Exceptions {
  /** The clinic does not take place. */
  off: ReadonlySet<CalendarDate>
  /** The clinic takes place although the day is a bank holiday. */
  held: ReadonlySet<CalendarDate>
}

/**
 * The days from `from` to `until`, both included, on which a clinic takes place: not on its days off, nor on bank
 * holidays unless it is held all the same.
 */
export const clinicDays = (
  { firstDate, lastDate, everyWeeks }: Repeats,
  { off, held }: Exceptions,
  isBankHoliday: (day: CalendarDate) => boolean,
  from: CalendarDate,
  until: CalendarDate,
): CalendarDate[] => {
  const step = 7 * everyWeeks
  const last = lastDate !== null && lastDate < until ? lastDate : until
  const skipped = Math.max(0, Math.ceil(daysBetween(firstDate, from) / step))
  const days: CalendarDate[] = []
  for (let day = addDays(firstDate, skipped * step); day <= last; day = addDays(day, step))
    if (!off.has(day) && (!isBankHoliday(day) || held.has(day))) days.push(day)
  return days
}

/** How the slots of one day follow each other. */
export interface SlotPattern {
  startTime: string
  /** How many slots a day has. */
  slots: number
  minutes: number
  /** Minutes between two slots, for travel or notes. */
  travelMinutes: number
}

const minutesInDay = 24 * 60
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Whether the last slot ends on the day on which it begins. */
export const fitsInDay = ({ startTime, slots, minutes, travelMinutes }: SlotPattern): boolean =>
  minutesOf(startTime) + slots * minutes + (slots - 1) * travelMinutes <= minutesInDay

/** The start times of a day's slots, by the clocks of the United Kingdom, so that no change of the clocks moves one. */
export const slotTimes = ({ startTime, slots, minutes, travelMinutes }: SlotPattern): string[] =>
  Array.from({ length: slots }, (_, at) => timeOf(minutesOf(startTime) + at * (minutes + travelMinutes)))
