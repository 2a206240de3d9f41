import { addDays, daysBetween, type CalendarDate } from './dates.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** 1 January 1900 was a Monday. */
const aMonday = '1900-01-01'
const daysSinceMonday = (day: CalendarDate): number => ((daysBetween(aMonday, day) % 7) + 7) % 7

export const weekdayOf = (day: CalendarDate): string => weekdays[daysSinceMonday(day)] ?? ''

/** The Monday of the week of a day. */
export const mondayOf = (day: CalendarDate): CalendarDate => addDays(day, -daysSinceMonday(day))
