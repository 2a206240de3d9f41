import { addDays, daysBetween, type CalendarDate } from './dates.ts'

/** 1 January 1900 was a Monday. */
const aMonday: CalendarDate = '1900-01-01'

/** Monday to Friday. Bank holidays count as working days. */
export const isWeekday = (day: CalendarDate): boolean => ((daysBetween(aMonday, day) % 7) + 7) % 7 < 5

/** The day `count` working days later; 0 gives the day itself. */
export const addWorkingDays = (day: CalendarDate, count: number): CalendarDate => {
  let reached = day
  for (let left = count; left > 0;) {
    reached = addDays(reached, 1)
    if (isWeekday(reached)) left -= 1
  }
  return reached
}
