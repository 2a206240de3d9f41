import { addDays, type CalendarDate } from '../../platform/dates/dates.ts'

interface Weekly {
  firstDate: CalendarDate
  weeks: number
  daysOff: readonly CalendarDate[]
}

/** The days on which a class meets: the same day of so many weeks, but those off. A day off makes it no longer. */
export const sessionDays = ({ firstDate, weeks, daysOff }: Weekly): CalendarDate[] =>
  Array.from({ length: weeks }, (_, week) => addDays(firstDate, 7 * week)).filter(
    (day) => !daysOff.includes(day),
  )

interface Recorded {
  day: CalendarDate
  isRecorded: boolean
}

/**
 * The days that a class should have once it was changed. Up to the last session that was recorded everything stays as it is, save
 * that a day off takes a session away of which nothing is recorded; after it the class decides.
 */
export const daysAfterChange = (before: readonly Recorded[], after: Weekly): CalendarDate[] => {
  const last = before.reduce((latest, { day, isRecorded }) => (isRecorded && day > latest ? day : latest), '')
  const kept = before.filter(
    ({ day, isRecorded }) => day <= last && (isRecorded || !after.daysOff.includes(day)),
  )
  return [...kept.map(({ day }) => day), ...sessionDays(after).filter((day) => day > last)].sort()
}
