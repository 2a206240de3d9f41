import { attendanceStatuses } from '../../../contract/pathways/records/exerciseAttendance.ts'

/* The meaning of a session's status, for all reports that count attendance. */

/** Status codes of sessions that the person attended. */
export const seen = attendanceStatuses.filter(({ attended }) => attended).map(({ code }) => code)
/** Status codes of sessions that were offered to the person. */
export const offered = attendanceStatuses.filter((status) => status.offered).map(({ code }) => code)

export const statusIs = (codes: readonly string[]): string =>
  `Those whose status is ${attendanceStatuses
    .filter(({ code }) => codes.includes(code))
    .map(({ code, title }) => `“${title}” (${code})`)
    .join(' or ')}`
