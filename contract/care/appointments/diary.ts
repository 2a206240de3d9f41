import { z } from 'zod'
import { mondayOf } from '../../platform/dates/weekdays.ts'
import { addDays, type CalendarDate } from '../../platform/dates/dates.ts'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { existingId, requiredDate, wholeNumber } from '../../platform/fields/fields.ts'
import { flagChip } from '../../patients/flags/chips.ts'
import { withheldField } from '../../platform/calls/withheld.ts'
import { appointmentReply } from '../../pathways/records/appointment.ts'

/* The diary of a clinician or a location: appointments and class sessions, by day or by week (decision 112). */

export const diaryViews = ['day', 'week'] as const
export type DiaryView = (typeof diaryViews)[number]
const mostDays = 7

/** The days shown by this view of the given day. */
export const daysOfView = (view: DiaryView, day: CalendarDate): CalendarDate[] => {
  const first = view === 'day' ? day : mondayOf(day)
  return Array.from({ length: view === 'day' ? 1 : mostDays }, (_, at) => addDays(first, at))
}

const nullableText = z.string().nullable()
const { appointmentType, outcome, names } = appointmentReply.shape
const when = { startTime: z.string(), minutes: z.int() }

export const diaryAppointment = z.object({
  id: z.int(),
  version: z.int(),
  pathwayId: z.int(),
  patientId: z.int(),
  appointmentType,
  appointmentDate: z.string(),
  ...when,
  outcome,
  names,
  remindedAt: nullableText,
  /** When the patient said, for this day and time, that they come. */
  confirmedAt: nullableText.optional(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  postcode: nullableText,
  /** Where a visit goes, without the postcode; null for anything else. */
  address: nullableText.optional(),
  telephone: nullableText,
  deceased: z.boolean(),
  /** The referral has been closed since, so the appointment cannot be changed. */
  isClosed: z.boolean(),
  doNotCall: z.boolean().optional(),
  flags: z.array(flagChip).optional(),
  ...withheldField,
})
export type DiaryAppointment = z.output<typeof diaryAppointment>

export const diarySession = z.object({
  id: z.int(),
  className: z.string(),
  sessionDate: z.string(),
  ...when,
  names,
})
export type DiarySession = z.output<typeof diarySession>

export const diaryReply = z.object({
  appointments: z.array(diaryAppointment),
  sessions: z.array(diarySession),
})
export type Diary = z.output<typeof diaryReply>

export const getDiary = endpoint({
  method: 'GET',
  path: '/api/appointment/diary',
  summary: 'Appointments and class sessions of a clinician or a place on up to seven days, in order of time',
  input: z
    .object({
      from: requiredDate('First day required'),
      days: wholeNumber(`Enter whole days, from 1 to ${mostDays}`, { from: 1, to: mostDays }),
      clinicianId: existingId().optional(),
      locationId: existingId().optional(),
    })
    .refine(({ clinicianId, locationId }) => (clinicianId === undefined) !== (locationId === undefined), {
      error: 'Choose a clinician or a place',
      path: ['clinicianId'],
    }),
  reply: diaryReply,
})
