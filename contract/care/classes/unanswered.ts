import type { BankHolidayOn } from '../../platform/dates/bankHolidays.ts'
import { addDays, type CalendarDate } from '../../platform/dates/dates.ts'
import { instantAt, londonClock } from '../../platform/dates/wallTime.ts'
import { isWeekday } from '../../platform/dates/workingDays.ts'

/**
 * An offer of a place in a class is unanswered for too long if it was made at this instant or before: a whole working day
 * has passed, to the same time, in which the person could ring (decision 172). Weekends and bank holidays do not count.
 * @param now milliseconds since the epoch
 */
export const answeredBy = (now: number, bankHolidayOn: BankHolidayOn): number => {
  const isWorking = (day: CalendarDate): boolean => isWeekday(day) && bankHolidayOn(day) === null
  const lastWorking = (before: CalendarDate): CalendarDate => {
    let day = addDays(before, -1)
    while (!isWorking(day)) day = addDays(day, -1)
    return day
  }
  const { day, time } = londonClock(now)
  // On a day off nothing more becomes late than on the evening before.
  return isWorking(day) ? instantAt(lastWorking(day), time) : instantAt(lastWorking(day), '00:00')
}
