import type { CalendarDate } from '../../platform/dates/dates.ts'
import type { Appointment } from '../records/appointment.ts'

/*
 * What to do with booked appointments when a referral is closed, so that nobody travels to an appointment that is no
 * longer wanted.
 */

export const bookedAnswers = [
  { code: 'letter', title: 'Cancel, and tell the person by letter' },
  { code: 'message', title: 'Cancel, and tell the person by text or e-mail now' },
  { code: 'known', title: 'Cancel; the person knows' },
  { code: 'keep', title: 'Keep what is booked' },
] as const
export type BookedAnswer = (typeof bookedAnswers)[number]['code']
export const bookedCodes = bookedAnswers.map(({ code }) => code)

/** The appointments that start after this day and time and have no outcome yet. */
export const bookedAhead = <Of extends Pick<Appointment, 'appointmentDate' | 'startTime' | 'outcome'>>(
  appointments: readonly Of[],
  { day, time }: { day: CalendarDate; time: string },
): Of[] =>
  appointments.filter(
    ({ appointmentDate, startTime, outcome }) =>
      outcome === null && (appointmentDate > day || (appointmentDate === day && startTime > time)),
  )
