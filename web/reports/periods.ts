import { addDays, addMonths, today, type CalendarDate } from '../../contract/dates.ts'

export interface NamedPeriod {
  title: string
  dateFrom: CalendarDate
  dateTo: CalendarDate
}

const firstOfMonth = (day: CalendarDate): CalendarDate => `${day.slice(0, 7)}-01`

/** The financial year of the NHS begins in April. */
const firstOfYear = (day: CalendarDate): CalendarDate =>
  day.slice(5) >= '04-01' ? `${day.slice(0, 4)}-04-01` : `${Number(day.slice(0, 4)) - 1}-04-01`

/** The periods that are asked for most, counted from a day. */
export const usualPeriods = (day: CalendarDate = today()): NamedPeriod[] => {
  const month = firstOfMonth(day)
  return [
    { title: 'Last month', dateFrom: addMonths(month, -1), dateTo: addDays(month, -1) },
    { title: 'Last 3 months', dateFrom: addMonths(month, -3), dateTo: addDays(month, -1) },
    { title: 'This financial year', dateFrom: firstOfYear(day), dateTo: day },
    { title: 'Last 12 months', dateFrom: addDays(addMonths(day, -12), 1), dateTo: day },
  ]
}
