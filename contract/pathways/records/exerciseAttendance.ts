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
 * National attendance status: what happened at a session, and whether it counts as attended. A session that the service called
 * off was never offered to the person: "attended" is everywhere a share of the sessions that were.
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

/** A session that lasts longer is a typing mistake. */
const longestSessionMinutes = 480

const fields = {
  attendanceDate: requiredDate('Attendance Date required', { done: true }),
  exerciseTypeId: requiredChoice('Exercise Type required'),
  locationId: requiredChoice('Location required'),
  /** An addition; a sender that does not know it means attended. */
  attendanceStatus: z.enum(codes, { error: 'Choose from the list' }).optional(),
  /** How long the session lasted, for hours of exercise (an addition). */
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
 * `pathwayId` travels in the query, `exerciseId` in the body, and both must be of one pathway. `unusualConfirmed`: also another
 * session on that day, or one outside the plan (an addition).
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
  /** Whole per cent of the sessions that were attended; null when there were none. */
  percentage: number | null
  minutesAttended: number
  /** Attended sessions without a length: their time is not in `minutesAttended`. */
  withoutMinutes: number
}

/** Sessions attended of those that were offered to the person. */
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
