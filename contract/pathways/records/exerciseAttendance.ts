import { z } from 'zod'
import {
  existingId,
  optionalWholeNumber,
  requiredChoice,
  requiredDate,
} from '../../platform/fields/fields.ts'
import {
  confirmations,
  deleteInput,
  pathwayRecordIdentity,
  recordKind,
  recordStamp,
} from '../../platform/calls/record.ts'

/**
 * National attendance status: what happened at a session, and whether it counts as attended. A session that the service
 * cancelled was never offered to the person. Attendance is always a share of the offered sessions.
 */
export const attendanceStatuses = [
  { code: '5', title: 'Attended', offered: true, attended: true },
  { code: '6', title: 'Arrived late but was seen', offered: true, attended: true },
  { code: '7', title: 'Arrived late, could not be seen', offered: true, attended: false },
  { code: '2', title: 'Cancelled by or for the patient', offered: true, attended: false },
  { code: '3', title: 'Did not attend, no warning', offered: true, attended: false },
  { code: '4', title: 'Cancelled or postponed by the service', offered: false, attended: false },
] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]['code']

const codes = attendanceStatuses.map(({ code }) => code)
export const isAttended = (status: AttendanceStatus): boolean =>
  attendanceStatuses.some(({ code, attended }) => code === status && attended)
export const isOffered = (status: AttendanceStatus): boolean =>
  attendanceStatuses.some(({ code, offered }) => code === status && offered)
export const attendanceTitle = (status: AttendanceStatus): string =>
  attendanceStatuses.find(({ code }) => code === status)?.title ?? status

/** A longer session is a typing mistake. */
const longestSessionMinutes = 480

const fields = {
  attendanceDate: requiredDate('Attendance Date required', { done: true }),
  exerciseTypeId: requiredChoice('Exercise Type required'),
  locationId: requiredChoice('Location required'),
  /** An addition to the specification; absent means attended. */
  attendanceStatus: z.enum(codes, { error: 'Choose from the list' }).optional(),
  /** The length of the session, for hours of exercise (an addition to the specification). */
  minutes: optionalWholeNumber(`Enter whole minutes, from 1 to ${longestSessionMinutes}`, {
    from: 1,
    to: longestSessionMinutes,
  }),
}

export const exerciseAttendanceForm = z.object({
  ...fields,
  ...confirmations,
})

/**
 * `pathwayId` is sent in the query and `exerciseId` in the body; both must belong to one pathway. `unusualConfirmed`:
 * confirms another session on the same day, or one outside the plan (an addition to the specification).
 */
export const exerciseAttendanceInput = z.object({
  ...pathwayRecordIdentity,
  exerciseId: existingId(),
  ...fields,
})

export const exerciseAttendanceReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  exerciseId: z.int(),
  attendanceDate: z.string(),
  exerciseTypeId: z.int(),
  locationId: z.int(),
  attendanceStatus: z.enum(codes),
  minutes: z.int().nullable(),
  names: z.object({ exerciseType: z.string(), location: z.string() }),
})
export type ExerciseAttendance = z.output<typeof exerciseAttendanceReply>

export const exerciseAttendanceRecord = recordKind('exerciseAttendance', {
  title: 'Attendance',
  input: exerciseAttendanceInput,
  reply: exerciseAttendanceReply,
  inQuery: ['pathwayId'],
  deleteInput: deleteInput.extend({ pathwayId: existingId() }),
  labels: {
    attendanceDate: 'Attendance date',
    exerciseTypeId: 'Exercise type',
    locationId: 'Location',
    attendanceStatus: 'What happened',
    minutes: 'Minutes',
  },
  section: null,
  events: ({ attendanceDate, attendanceStatus, names }) => [
    {
      day: attendanceDate,
      what: `${names.exerciseType}: ${attendanceTitle(attendanceStatus).toLowerCase()}`,
    },
  ],
})
export const exerciseAttendance = exerciseAttendanceRecord.calls

export interface AttendanceSummary {
  sessions: number
  attended: number
  /** Percentage of the sessions that were attended, rounded to a whole number; null if there were none. */
  percentage: number | null
  minutesAttended: number
  /** Attended sessions without a length: they are not counted in `minutesAttended`. */
  withoutMinutes: number
}

/** Attended sessions as a share of those offered to the person. */
export const attendanceSummary = (
  attendances: readonly Pick<ExerciseAttendance, 'attendanceStatus' | 'minutes'>[],
): AttendanceSummary => {
  const offered = attendances.filter(({ attendanceStatus }) => isOffered(attendanceStatus))
  const attended = offered.filter(({ attendanceStatus }) => isAttended(attendanceStatus))
  return {
    sessions: offered.length,
    attended: attended.length,
    percentage: offered.length === 0 ? null : Math.round((attended.length / offered.length) * 100),
    minutesAttended: attended.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
    withoutMinutes: attended.filter(({ minutes }) => minutes === null).length,
  }
}
