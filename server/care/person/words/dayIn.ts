import type { Language } from '../../../../contract/care/person/language.ts'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
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
