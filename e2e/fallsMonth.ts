import { calendarMonth } from '../contract/care/fallsCalendar/months.ts'
import { addDays, today, type CalendarDate } from '../contract/platform/dates/dates.ts'
import { withDatabase } from './database.ts'

/** The first month of a falls calendar, asked about on a day, as the product does on the day after the month. */
export const aMonthAsked = async (
  dataFolder: string,
  pathwayId: number,
  day: CalendarDate = today(),
): Promise<number> => {
  const { periodFrom, periodTo } = calendarMonth(addDays(day, -40), 1)
  const { rows } = await withDatabase(dataFolder, (client) =>
    client.query<{ id: number }>(
      `insert into falls_calendar_question (pathway_id, month_number, period_from, period_to, asked_date)
       values ($1, 1, $2, $3, $4) returning id`,
      [pathwayId, periodFrom, periodTo, day],
    ),
  )
  return rows[0]?.id ?? 0
}
