import { daysBetween, type CalendarDate } from '../../platform/dates/dates.ts'

export interface ClassList {
  capacity: number
  /** Places taken or offered. */
  taken: number
  waiting: number
  /** Places that ended since the class began, for any reason. */
  ended: number
  firstDate: CalendarDate
  lastDate: CalendarDate | null
}

/**
 * How many places can be expected until the class ends: those that are free, and as many in each week to come as have
 * ended in each week so far.
 */
export const expectedPlaces = (list: ClassList, day: CalendarDate): number => {
  const { capacity, taken, ended, firstDate, lastDate } = list
  const free = Math.max(0, capacity - taken)
  if (lastDate === null || lastDate < day) return 0
  const gone = Math.floor(daysBetween(firstDate, day) / 7)
  const toCome = Math.floor(daysBetween(day < firstDate ? firstDate : day, lastDate) / 7)
  return free + (gone <= 0 ? 0 : Math.floor((ended / gone) * toCome))
}

/**
 * '7 people wait, and about 3 places are expected to become free before the class ends. …' Null if everybody who waits
 * can be expected to get a place.
 */
export const clearingWarning = (list: ClassList, day: CalendarDate): string | null => {
  const expected = expectedPlaces(list, day)
  if (list.waiting === 0 || list.waiting <= expected) return null
  const waits = list.waiting === 1 ? '1 person waits' : `${list.waiting} people wait`
  const places = expected === 1 ? '1 place is' : `${expected === 0 ? 'no' : `about ${expected}`} places are`
  return `${waits}, and ${places} expected to become free before the class ends. Offer another class, or begin one.`
}
