import { daysBetween, today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'

/** '12 days late', 'today', 'in 3 days' */
export const dueInWords = (due: CalendarDate, day: CalendarDate = today()): string => {
  const days = daysBetween(day, due)
  if (days === 0) return 'today'
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  return days < 0 ? `${count} late` : `in ${count}`
}

export const isLate = (due: CalendarDate, day: CalendarDate = today()): boolean => due < day
