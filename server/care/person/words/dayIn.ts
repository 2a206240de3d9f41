import type { Language } from '../../../../contract/care/person/language.ts'
import { addDays, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../../contract/platform/dates/wallTime.ts'

/** A day in words of the language, such as 'Tuesday 3 March 2026'. */
export const dayIn = ({ tag }: Language, day: CalendarDate): string =>
  new Intl.DateTimeFormat(tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/London',
  }).format(instantAt(day, '12:00'))

/** A Monday, from which days of the week are counted. */
const monday = '2026-03-02'

/** A day of the week in words of the language; 0 is Monday. */
export const weekdayIn = ({ tag }: Language, index: number): string =>
  new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'Europe/London' }).format(
    instantAt(addDays(monday, index), '12:00'),
  )
