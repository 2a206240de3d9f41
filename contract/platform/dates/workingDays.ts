import { addDays, daysSinceMonday, type CalendarDate } from './dates.ts'

/** Monday to Friday. Bank holidays count as working days. */
export const isWeekday = (day: CalendarDate): boolean => daysSinceMonday(day) < 5

/** The day `count` working days later; 0 gives the day itself. */
export const addWorkingDays = (day: CalendarDate, count: number): CalendarDate => {
  let reached = day
  for (let left = count; left > 0;) {
    reached = addDays(reached, 1)
    if (isWeekday(reached)) left -= 1
  }
  return reached
}
