import { mondayOf } from '../../../contract/platform/dates/weekdays.ts'
import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'

/** The venues of classes, each with its kind of class. */
export const venues = [
  ['Leisure centre or public building', 'FaME / PSI class'],
  ['Day centre', 'Strength and balance class'],
  ['Health centre', 'Otago - group'],
  ['Voluntary agency premises', 'Chair-based exercise'],
] as const
export type Venue = (typeof venues)[number][0]

/** A person who came to a class, with the attendances of the plan. */
export interface Taught {
  pathwayId: number
  exerciseId: number
  venue: Venue
  planDate: CalendarDate
  sessions: { id: number; day: CalendarDate }[]
  /** The person still comes. */
  isOpen: boolean
  /** Attendance ended without the plan being completed. */
  hasStopped: boolean
}

/** Days after Monday. */
const weekdays: Record<Venue, number> = {
  'Leisure centre or public building': 1,
  'Day centre': 3,
  'Health centre': 0,
  'Voluntary agency premises': 2,
}

/** The day in the same week on which the venue has its class. */
export const classDay = (day: CalendarDate, venue: Venue): CalendarDate =>
  addDays(mondayOf(day), weekdays[venue])
