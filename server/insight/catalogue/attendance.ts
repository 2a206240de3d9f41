import { attendanceStatuses } from '../../../contract/pathways/records/exerciseAttendance.ts'

/* What the status of a session says, for all reports that count attendance. */

/** The codes of sessions at which the person was seen. */
export const seen = attendanceStatuses.filter(({ attended }) => attended).map(({ code }) => code)
/** The codes of sessions that were offered to the person. */
export const offered = attendanceStatuses.filter((status) => status.offered).map(({ code }) => code)

export const statusIs = (codes: readonly string[]): string =>
  `Those whose status is ${attendanceStatuses
    .filter(({ code }) => codes.includes(code))
    .map(({ code, title }) => `“${title}” (${code})`)
    .join(' or ')}`
