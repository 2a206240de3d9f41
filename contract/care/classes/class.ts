import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import {
  existingId,
  optionalDate,
  optionalText,
  recordId,
  requiredChoice,
  requiredDate,
  requiredText,
  version,
  wholeNumber,
} from '../../platform/fields/fields.ts'
import { requiredTime } from '../../platform/fields/timeField.ts'
import { unusualConfirmed } from '../../platform/fields/unusual.ts'
import { weekdayOf } from '../../platform/dates/weekdays.ts'

/*
 * A class takes place on the same weekday for a number of weeks. Its sessions follow from that. A session with
 * anything recorded does not change with the class (decision 109).
 */

/** Anything longer is a typing mistake. */
export const mostMinutes = 480
const mostWeeks = 104
export const mostPlaces = 60

const nullableText = z.string().nullable()

const fields = {
  name: requiredText('Name required', 100),
  exerciseTypeId: requiredChoice('Kind of exercise required'),
  locationId: requiredChoice('Place required'),
  /** The class takes place on this weekday. */
  firstDate: requiredDate('First day required'),
  startTime: requiredTime('Start time required'),
  minutes: wholeNumber(`Enter whole minutes, from 1 to ${mostMinutes}`, { from: 1, to: mostMinutes }),
  weeks: wholeNumber(`Enter whole weeks, from 1 to ${mostWeeks}`, { from: 1, to: mostWeeks }),
  /** Days on which the class does not take place. If absent, the stored days off stay as they are. */
  daysOff: z.array(requiredDate('Day required')).max(mostWeeks, 'These are too many days off').optional(),
  clinicianId: requiredChoice('Instructor required'),
  qualification: optionalText(100),
  qualificationExpires: optionalDate(),
  capacity: wholeNumber(`Enter the number of places, from 1 to ${mostPlaces}`, { from: 1, to: mostPlaces }),
  unusualConfirmed,
}
export const classForm = z.object(fields)

export const classRow = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  exerciseTypeId: z.int(),
  locationId: z.int(),
  firstDate: z.string(),
  startTime: z.string(),
  minutes: z.int(),
  weeks: z.int(),
  clinicianId: z.int(),
  qualification: nullableText,
  qualificationExpires: nullableText,
  capacity: z.int(),
  /** Date of the last session; null if every day is a day off. */
  lastDate: nullableText,
  /** Places taken or offered. */
  taken: z.int(),
  waiting: z.int(),
  /** Places that people had and have no more, for any reason. */
  ended: z.int(),
  names: z.object({ exerciseType: z.string(), location: z.string(), clinician: z.string() }),
})
export type ClassRow = z.output<typeof classRow>

export const classSession = z.object({
  id: z.int(),
  version: z.int(),
  sessionDate: z.string(),
  startTime: z.string(),
  minutes: z.int(),
  /** The person who takes the session: the instructor or a stand-in. */
  clinician: z.string(),
  /** How many people were marked, and how many of those attended. */
  marked: z.int(),
  attended: z.int(),
})
export type ClassSession = z.output<typeof classSession>

export const classView = classRow.extend({
  daysOff: z.array(z.string()),
  sessions: z.array(classSession),
})
export type ClassView = z.output<typeof classView>

/** 'Tuesdays at 10:30'. */
export const whenOf = ({ firstDate, startTime }: Pick<ClassRow, 'firstDate' | 'startTime'>): string =>
  `${weekdayOf(firstDate)}s at ${startTime}`

export const listClasses = endpoint({
  method: 'GET',
  path: '/api/class/all',
  summary: 'All classes with the number of places taken, latest last session first',
  input: z.object({}),
  reply: z.array(classRow),
})

export const getClass = endpoint({
  method: 'GET',
  path: '/api/class/get',
  summary: 'A class with its sessions',
  input: z.object({ id: existingId() }),
  reply: classView,
})

export const saveClass = saveCall({
  path: '/api/class/save',
  summary: 'Add a class (id 0), or change one: its sessions follow, except those already recorded',
  input: z.object({ id: recordId(), version: version(), ...fields }),
})

export const classEndpoints = [listClasses, getClass, saveClass] as const
