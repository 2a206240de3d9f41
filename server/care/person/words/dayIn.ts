import type { Language } from '../../../../contract/care/person/language.ts'
import { addDays, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../../contract/platform/dates/wallTime.ts'

const written = ({ code, tag }: Language, day: CalendarDate, more: Intl.DateTimeFormatOptions): string => {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'Europe/London' } as const
  const words = new Intl.DateTimeFormat(tag, { ...options, ...more }).format(instantAt(day, '12:00'))
  // The NHS writes no comma after the day of the week.
  return code === 'en' ? words.replace(',', '') : words
}

/** A day in words of the language, such as 'Tuesday 3 March 2026'. */
export const dayIn = (language: Language, day: CalendarDate): string =>
  written(language, day, { year: 'numeric' })

/** A day of the last weeks, such as 'Tuesday 3 March'. */
export const recentDayIn = (language: Language, day: CalendarDate): string => written(language, day, {})

/** A Monday, from which days of the week are counted. */
const monday = '2026-03-02'

/** A day of the week in words of the language; 0 is Monday. */
export const weekdayIn = ({ tag }: Language, index: number): string =>
  new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'Europe/London' }).format(
    instantAt(addDays(monday, index), '12:00'),
  )
