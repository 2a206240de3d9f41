import { sentMessage } from './sentMessage.ts'
import { z } from 'zod'
import { addDays, type CalendarDate } from '../../platform/dates/dates.ts'
import {
  optionalCode,
  optionalText,
  requiredChoice,
  requiredDate,
  wholeNumber,
} from '../../platform/fields/fields.ts'
import { requiredTime } from '../../platform/fields/timeField.ts'
import { formatDate } from '../../platform/words/format.ts'
import { endOf } from '../../platform/dates/wallTime.ts'
import { contactTypes } from './contactNote.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

/** The contact types that can be booked. A letter is not an appointment, and 'something else' has no place. */
export const appointmentTypes = ['visit', 'clinic', 'call'] as const
export type AppointmentType = (typeof appointmentTypes)[number]
export const appointmentTypeTitle = (type: AppointmentType): string =>
  contactTypes.find(({ code }) => code === type)?.title ?? type

/**
 * The outcome of an appointment, with the national code of ATTENDED OR DID NOT ATTEND. "Was not brought" is for a
 * person who depends on others to come: nationally it counts as not attended, and it tells the service whom to ask.
 */
export const appointmentOutcomes = [
  { code: 'attended', nationalCode: '5', title: 'Attended', isSeen: true, isMissed: false },
  {
    code: 'attendedLate',
    nationalCode: '6',
    title: 'Arrived late but was seen',
    isSeen: true,
    isMissed: false,
  },
  {
    code: 'tooLate',
    nationalCode: '7',
    title: 'Arrived late, could not be seen',
    isSeen: false,
    isMissed: false,
  },
  {
    code: 'didNotAttend',
    nationalCode: '3',
    title: 'Did not attend, no warning',
    isSeen: false,
    isMissed: true,
  },
  {
    code: 'wasNotBrought',
    nationalCode: '3',
    title: 'Was not brought by those they depend on',
    isSeen: false,
    isMissed: true,
  },
  {
    code: 'cancelledByPatient',
    nationalCode: '2',
    title: 'Cancelled by or for the patient',
    isSeen: false,
    isMissed: false,
  },
  {
    code: 'cancelledByService',
    nationalCode: '4',
    title: 'Cancelled or postponed by the service',
    isSeen: false,
    isMissed: false,
  },
] as const
export type AppointmentOutcome = (typeof appointmentOutcomes)[number]['code']
const outcomeCodes = appointmentOutcomes.map(({ code }) => code)
const outcomeOf = (outcome: AppointmentOutcome) => appointmentOutcomes.find(({ code }) => code === outcome)
export const outcomeTitle = (outcome: AppointmentOutcome): string => outcomeOf(outcome)?.title ?? outcome

/** The outcomes that free the clinician's time. */
export const cancelledOutcomes = ['cancelledByPatient', 'cancelledByService'] as const
export const isCancelled = (outcome: AppointmentOutcome | null): boolean =>
  cancelledOutcomes.some((code) => code === outcome)

const [shortest, longest] = [5, 480]
/** Nobody books further ahead than this. */
const furthestDays = 730

const fields = {
  appointmentType: z.enum(appointmentTypes, { error: 'Kind of appointment required' }),
  appointmentDate: requiredDate('Day of the appointment required'),
  startTime: requiredTime('Start time required'),
  minutes: wholeNumber(`Enter whole minutes, from ${shortest} to ${longest}`, {
    from: shortest,
    to: longest,
  }),
  locationId: requiredChoice('Place required'),
  clinicianId: requiredChoice('Clinician required'),
  outcome: optionalCode(outcomeCodes),
  note: optionalText(500),
}

export const appointmentForm = z.object({
  ...fields,
  ...confirmations,
})

export const appointmentInput = z.object({
  ...pathwayRecordIdentity,
  ...fields,
})

export const outcomeBeforeDay =
  'The appointment has not taken place yet: before its day it can only be cancelled'
export const tooFarAhead = (day: CalendarDate, today: CalendarDate): boolean =>
  day > addDays(today, furthestDays)

const nullableText = z.string().nullable()

export const appointmentReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  appointmentType: z.enum(appointmentTypes),
  appointmentDate: z.string(),
  startTime: z.string(),
  minutes: z.int(),
  locationId: z.int(),
  clinicianId: z.int(),
  outcome: z.enum(outcomeCodes).nullable(),
  /** Null for people outside the service. */
  note: nullableText,
  /** The instant at which a reminder of this day and time was sent; null if none was sent. */
  remindedAt: nullableText,
  /** The instant at which the patient said, for this day and time, that they come (an addition). */
  confirmedAt: nullableText.optional(),
  /** The last texts and e-mails about it, newest first; null for people outside the service (an addition). */
  messages: z.array(sentMessage).nullable().optional(),
  names: z.object({ location: z.string(), clinician: z.string() }),
})
export type Appointment = z.output<typeof appointmentReply>

interface When {
  appointmentDate: string
  startTime: string
  outcome: AppointmentOutcome | null
}

/**
 * The last appointment with an outcome, if the person missed it; null if they attended it. Cancelled appointments are
 * ignored.
 */
export const lastMissed = <Of extends When>(appointments: readonly Of[]): Of | null => {
  const last = appointments
    .filter(({ outcome }) => outcome !== null && !isCancelled(outcome))
    .toSorted((one, other) =>
      `${other.appointmentDate} ${other.startTime}`.localeCompare(`${one.appointmentDate} ${one.startTime}`),
    )[0]
  return last?.outcome != null && outcomeOf(last.outcome)?.isMissed === true ? last : null
}

/** '10:30 to 11:15' */
export const timesInWords = ({
  appointmentDate,
  startTime,
  minutes,
}: Pick<Appointment, 'appointmentDate' | 'startTime' | 'minutes'>): string =>
  `${startTime} to ${endOf(appointmentDate, startTime, minutes)}`

export const appointmentRecord = recordKind('appointment', {
  title: 'Appointment',
  input: appointmentInput,
  reply: appointmentReply,
  labels: {
    appointmentType: 'Kind of appointment',
    appointmentDate: 'Day of the appointment',
    startTime: 'Start time',
    minutes: 'Minutes',
    locationId: 'Place',
    clinicianId: 'Clinician',
    outcome: 'What happened',
    note: 'Note',
  },
  section: {
    title: 'Appointments',
    nameOf: ({ appointmentDate, startTime }: Appointment) =>
      `appointment of ${formatDate(appointmentDate)} at ${startTime}`,
  },
  events: ({ appointmentDate, appointmentType, outcome, names }) => [
    {
      day: appointmentDate,
      what: `${appointmentTypeTitle(appointmentType)} booked${outcome === null ? '' : `: ${outcomeTitle(outcome).toLowerCase()}`}`,
      by: names.clinician,
    },
  ],
})
export const appointment = appointmentRecord.calls
