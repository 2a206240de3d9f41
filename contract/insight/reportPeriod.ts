import { addDays, addMonths, daysBetween, type CalendarDate } from '../platform/dates/dates.ts'
import { formatDate } from '../platform/words/format.ts'

/** Periods that move with the day on which a report runs. */
export const movingPeriods = [
  'lastMonth',
  'last3Months',
  'thisFinancialYear',
  'lastFinancialYear',
  'last12Months',
] as const
export type MovingPeriod = (typeof movingPeriods)[number]

export const periodTitles: Record<MovingPeriod, string> = {
  lastMonth: 'Last month',
  last3Months: 'Last 3 months',
  thisFinancialYear: 'This financial year',
  lastFinancialYear: 'Last financial year',
  last12Months: 'Last 12 months',
}

/** Formats yyyy-MM as 'Jan 2026'. */
export const formatMonth = (month: string): string => formatDate(`${month}-01`).slice(3).replace('-', ' ')

export const firstOfMonth = (day: CalendarDate): CalendarDate => `${day.slice(0, 7)}-01`

/** The NHS financial year starts in April. */
const firstOfYear = (day: CalendarDate): CalendarDate =>
  day.slice(5) >= '04-01' ? `${day.slice(0, 4)}-04-01` : `${Number(day.slice(0, 4)) - 1}-04-01`

/**
 * The first and last day of a period as of the given day, both inclusive.
 * @param lastDay end of the periods that run up to now: the day itself, or the day before if the day has only just
 * begun
 */
export const daysOfPeriod = (
  period: MovingPeriod,
  day: CalendarDate,
  lastDay: CalendarDate = day,
): { dateFrom: CalendarDate; dateTo: CalendarDate } => {
  const month = firstOfMonth(day)
  const year = firstOfYear(day)
  switch (period) {
    case 'lastMonth':
      return { dateFrom: addMonths(month, -1), dateTo: addDays(month, -1) }
    case 'last3Months':
      return { dateFrom: addMonths(month, -3), dateTo: addDays(month, -1) }
    case 'thisFinancialYear':
      return { dateFrom: firstOfYear(lastDay), dateTo: lastDay }
    case 'lastFinancialYear':
      return { dateFrom: addMonths(year, -12), dateTo: addDays(year, -1) }
    case 'last12Months':
      return { dateFrom: addDays(addMonths(lastDay, -12), 1), dateTo: lastDay }
  }
}

/**
 * The preceding period for comparison: the same number of whole months if the period consists of whole months,
 * otherwise the same number of days.
 */
export const periodBefore = ({
  dateFrom,
  dateTo,
}: {
  dateFrom: CalendarDate
  dateTo: CalendarDate
}): { dateFrom: CalendarDate; dateTo: CalendarDate } => {
  const next = addDays(dateTo, 1)
  const last = addDays(dateFrom, -1)
  if (firstOfMonth(dateFrom) !== dateFrom || firstOfMonth(next) !== next)
    return { dateFrom: addDays(dateFrom, daysBetween(next, dateFrom)), dateTo: last }
  let months = 1
  while (addMonths(dateFrom, months) < next) months += 1
  return { dateFrom: addMonths(dateFrom, -months), dateTo: last }
}
