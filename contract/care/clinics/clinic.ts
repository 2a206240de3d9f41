import { z } from 'zod'
import { appointmentTypes } from '../../pathways/records/appointment.ts'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import {
  existingId,
  optionalCode,
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
import { saidBeside } from '../../platform/words/saidBeside.ts'
import { stages } from '../../stages/stage.ts'
import { fitsInDay } from './slotTimes.ts'

/*
 * A clinic or a round of visits: a weekly template from which slots follow for half a year ahead (decision 147). A slot
 * with a booked appointment is never moved by a change of the template.
 */

/** Slots are kept this far ahead. */
export const slotWeeks = 26
const [mostSlots, mostPlaces, longestMinutes, longestTravel, mostWeeksBetween] = [40, 20, 240, 120, 13]
/** More than two a week of the half year ahead, and those of years past. */
const mostExceptions = 150

const exception = z.object({
  day: requiredDate('Day required'),
  /** False: the clinic does not take place. True: it takes place although the day is a bank holiday. */
  isHeld: z.boolean(),
})

const fields = {
  name: requiredText('Name required', 100),
  appointmentType: z.enum(appointmentTypes, { error: 'Kind of appointment required' }),
  clinicianId: requiredChoice('Clinician required'),
  locationId: requiredChoice('Place required'),
  /** The list whose people the clinic sees. A slot that becomes free is offered to those who wait longest there. */
  forStage: optionalCode(stages),
  /** Its weekday is that of the clinic. */
  firstDate: requiredDate('First day required'),
  everyWeeks: wholeNumber(`Enter whole weeks, from 1 to ${mostWeeksBetween}`, {
    from: 1,
    to: mostWeeksBetween,
  }),
  lastDate: optionalDate(),
  startTime: requiredTime('Start time required'),
  slots: wholeNumber(`Enter the number of slots, from 1 to ${mostSlots}`, { from: 1, to: mostSlots }),
  minutes: wholeNumber(`Enter whole minutes, from 5 to ${longestMinutes}`, { from: 5, to: longestMinutes }),
  travelMinutes: wholeNumber(`Enter whole minutes, up to ${longestTravel}`, { from: 0, to: longestTravel }),
  places: wholeNumber(`Enter the number of places, from 1 to ${mostPlaces}`, { from: 1, to: mostPlaces }),
  /** Postcode districts that a round serves, such as 'BD1, BD2'; none for everywhere. */
  districts: optionalText(300),
  /** If absent, the stored exceptions stay as they are. */
  exceptions: z.array(exception).max(mostExceptions, 'These are too many days').optional(),
  unusualConfirmed,
}

interface Pattern {
  firstDate?: string | undefined
  lastDate?: string | null | undefined
  startTime?: string | undefined
  slots?: number | undefined
  minutes?: number | undefined
  travelMinutes?: number | undefined
}

const checkPattern = (typed: Pattern, context: z.RefinementCtx): void => {
  const { firstDate, lastDate, startTime, slots, minutes, travelMinutes } = typed
  if (firstDate !== undefined && lastDate && lastDate < firstDate)
    context.addIssue({ code: 'custom', path: ['lastDate'], message: 'The last day is before the first' })
  if (startTime === undefined || slots === undefined || minutes === undefined || travelMinutes === undefined)
    return
  if (!fitsInDay({ startTime, slots, minutes, travelMinutes }))
    context.addIssue({ code: 'custom', path: ['slots'], message: 'The last slot ends after midnight' })
}

export const clinicForm = z.object(fields).superRefine(...saidBeside(checkPattern))

export const clinicRow = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  appointmentType: z.enum(appointmentTypes),
  clinicianId: z.int(),
  locationId: z.int(),
  forStage: z.enum(stages).nullable(),
  firstDate: z.string(),
  everyWeeks: z.int(),
  lastDate: z.string().nullable(),
  startTime: z.string(),
  slots: z.int(),
  minutes: z.int(),
  travelMinutes: z.int(),
  places: z.int(),
  districts: z.string().nullable(),
  /** Places from today on that are free, and places that are booked. */
  free: z.int(),
  booked: z.int(),
  /** Booked appointments at times that the clinic no longer has: somebody has to move them. */
  toMove: z.int(),
  /** Slots of the next two weeks that were booked and are free again. */
  freed: z.int(),
  names: z.object({ clinician: z.string(), location: z.string() }),
})
export type ClinicRow = z.output<typeof clinicRow>

export const clinicView = clinicRow.extend({
  exceptions: z.array(z.object({ day: z.string(), isHeld: z.boolean() })),
})
export type ClinicView = z.output<typeof clinicView>

export const listClinics = endpoint({
  method: 'GET',
  path: '/api/clinic/all',
  summary: 'All clinics and rounds with their free and booked places, by name',
  input: z.object({}),
  reply: z.array(clinicRow),
})

export const getClinic = endpoint({
  method: 'GET',
  path: '/api/clinic/get',
  summary: 'A clinic or round with the days that differ from its pattern',
  input: z.object({ id: existingId() }),
  reply: clinicView,
})

export const saveClinic = saveCall({
  path: '/api/clinic/save',
  summary:
    'Add a clinic (id 0), or change one: its free slots follow, and booked people stay until somebody moves them',
  input: z.object({ id: recordId(), version: version(), ...fields }).superRefine(...saidBeside(checkPattern)),
})

export const clinicEndpoints = [listClinics, getClinic, saveClinic] as const
