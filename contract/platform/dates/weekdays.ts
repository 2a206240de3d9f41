import { addDays, daysSinceMonday, type CalendarDate } from './dates.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export const weekdayOf = (day: CalendarDate): string => weekdays[daysSinceMonday(day)] ?? ''

/** The Monday of the week of a day. */
export const mondayOf = (day: CalendarDate): CalendarDate => addDays(day, -daysSinceMonday(day))
