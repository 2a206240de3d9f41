import { addDays, type CalendarDate } from '../../platform/dates/dates.ts'

interface Weekly {
  firstDate: CalendarDate
  weeks: number
  daysOff: readonly CalendarDate[]
}

/**
 * The days on which a class meets: the same weekday for a number of weeks, without the days off. A day off does not
 * extend the class.
 */
export const sessionDays = ({ firstDate, weeks, daysOff }: Weekly): CalendarDate[] =>
  Array.from({ length: weeks }, (_, week) => addDays(firstDate, 7 * week)).filter(
    (day) => !daysOff.includes(day),
  )

interface Recorded {
  day: CalendarDate
  isRecorded: boolean
}

/**
 * The session days of a class after a change. Days up to the last recorded session stay as they are, except that a
 * new day off removes a session with nothing recorded. Later days follow the changed class.
 */
export const daysAfterChange = (before: readonly Recorded[], after: Weekly): CalendarDate[] => {
  const last = before.reduce((latest, { day, isRecorded }) => (isRecorded && day > latest ? day : latest), '')
  const kept = before.filter(
    ({ day, isRecorded }) => day <= last && (isRecorded || !after.daysOff.includes(day)),
  )
  return [...kept.map(({ day }) => day), ...sessionDays(after).filter((day) => day > last)].sort()
}
