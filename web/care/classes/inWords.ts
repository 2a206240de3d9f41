import { daysBetween, today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { ClassRow } from '../../../contract/care/classes/class.ts'
import { leaveTitle, type ClassPerson, type PathwayPlace } from '../../../contract/care/classes/place.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'

export const isOver = ({ lastDate }: Pick<ClassRow, 'lastDate'>): boolean =>
  lastDate === null || lastDate < today()

/** '10 of 12 places, 2 waiting'. */
export const placesInWords = ({ taken, capacity, waiting }: ClassRow): string =>
  `${taken} of ${capacity} places` + (waiting === 0 ? '' : `, ${waiting} waiting`)

/** Early warning that an instructor's qualification expires; null if there is nothing to warn about. */
export const qualificationWarning = (
  ends: CalendarDate | null,
  lastDate: CalendarDate | null,
): string | null => {
  if (ends === null) return null
  if (ends < today()) return `qualification ended ${formatDate(ends)}`
  return lastDate !== null && ends < lastDate
    ? `qualification ends ${formatDate(ends)}, during the class`
    : null
}

const ended: Record<Exclude<NonNullable<ClassPerson['endedHow']>, 'left'>, string> = {
  died: 'Died',
  closed: 'Referral closed',
  planDeleted: 'Exercise plan deleted',
  completed: 'Exercise plan ended',
}

/** 'Moved to another class, 12-Jun-2026'. */
export const endedInWords = (
  place: Pick<ClassPerson, 'endedHow' | 'endedDate' | 'leftReason'>,
): string | null => {
  if (place.endedHow === null) return null
  const how =
    place.endedHow === 'left'
      ? place.leftReason === null
        ? 'Left'
        : leaveTitle(place.leftReason)
      : ended[place.endedHow]
  return place.endedDate === null ? how : `${how}, ${formatDate(place.endedDate)}`
}

/** 'missed 3 weeks in a row'; null below two, which happens to everybody. */
export const missedInWords = ({ missedInRow }: Pick<ClassPerson, 'missedInRow'>): string | null =>
  missedInRow === null || missedInRow < 2 ? null : `missed ${missedInRow} weeks in a row`

/** 'Waits for a place since 12-Jun-2026, 40 days'. */
export const waitInWords = ({ waitingSince }: Pick<ClassPerson, 'waitingSince'>): string => {
  if (waitingSince === null) return 'Waits for a place'
  const days = daysBetween(waitingSince, today())
  return `Waits for a place since ${formatDate(waitingSince)}, ${days} ${days === 1 ? 'day' : 'days'}`
}

/** The state of a referral's place in a class: 'From 12-Jun-2026', 'Finished the programme, 12-Jun-2026'. */
export const placeInWords = (place: PathwayPlace): string => {
  const over = endedInWords(place)
  if (over !== null) return over
  if (place.state === 'offered') return `A place is offered. ${waitInWords(place)}`
  return place.state === 'waiting' ? waitInWords(place) : `From ${formatDate(place.joinedDate)}`
}

/** '1 mark is', '3 marks are'. */
export const marksInWords = (count: number): string => (count === 1 ? '1 mark is' : `${count} marks are`)
