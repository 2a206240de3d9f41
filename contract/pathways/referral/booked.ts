import type { CalendarDate } from '../../platform/dates/dates.ts'
import type { Appointment } from '../records/appointment.ts'

/*
 * How the person is told that booked appointments are cancelled when a referral is closed: nothing booked outlasts it, and
 * nobody travels to an appointment that is no longer wanted.
 */

export const bookedAnswers = [
  { code: 'letter', title: 'Cancel, and tell the person by letter' },
  { code: 'message', title: 'Cancel, and tell the person by text or e-mail now' },
  { code: 'known', title: 'Cancel; the person knows' },
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
