import type { BankHolidayOn } from '../../platform/dates/bankHolidays.ts'
import { addDays, type CalendarDate } from '../../platform/dates/dates.ts'
import { isWeekday } from '../../platform/dates/workingDays.ts'

/** An incoming referral is decided within two working days of the day on which it was received. */
export const workingDaysToDecide = 2

/** The last day on which a decision is in time. Weekends and bank holidays do not count. */
export const decideByOf = (
  received: CalendarDate,
  bankHolidayOn: BankHolidayOn,
  count: number = workingDaysToDecide,
): CalendarDate => {
  let reached = received
  for (let left = count; left > 0;) {
    reached = addDays(reached, 1)
    if (isWeekday(reached) && bankHolidayOn(reached) === null) left -= 1
  }
  return reached
}
