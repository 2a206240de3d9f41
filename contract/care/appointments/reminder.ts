import type { FlagFacts } from '../../patients/flags/chips.ts'
import { isNotToBeCalled } from '../../patients/flags/chips.ts'
import type { AppointmentType } from '../../pathways/records/appointment.ts'

/*
 * When and to whom a reminder of an appointment is sent (decision 112). It says day and time and nothing of the service, the place, the
 * clinician or the person: somebody else may read it.
 */

/** So many days before. What could not be sent then is sent on the next day, and not on the day itself. */
export const reminderDaysBefore = 2

/** Nobody's telephone rings at night. Hours of the clock in London: from the first, before the second. */
export const reminderHours = { from: '09:00', until: '18:00' } as const

export type ReminderChannel = 'text' | 'mail'

export interface ReminderFacts {
  consent: { byText: boolean; byMail: boolean; isSilentNumber: boolean } | null
  phoneMobile: string | null
  email: string | null
  flags: FlagFacts
}

/** A mobile number of the United Kingdom as Notify takes it; null for any other. */
export const mobileNumber = (text: string | null): string | null => {
  const digits = (text ?? '').replaceAll(/[^0-9+]/g, '').replace(/^(\+44|0044)0?/, '0')
  return /^07\d{9}$/.test(digits) ? digits : null
}

/**
 * How the person is reminded; null for nobody who has not said yes, has died, refused to be contacted, or could not be reached so. A
 * text goes before a mail, where both are wanted, and never to a number that others hear or see.
 */
export const reminderChannel = ({
  consent,
  phoneMobile,
  email,
  flags,
}: ReminderFacts): ReminderChannel | null => {
  if (consent === null || isNotToBeCalled(flags)) return null
  if (consent.byText && !consent.isSilentNumber && mobileNumber(phoneMobile) !== null) return 'text'
  return consent.byMail && email !== null ? 'mail' : null
}

/** What somebody is told, as the end of a sentence goes with it: 'We will visit you on …'. */
export const reminderBeginnings: Record<AppointmentType, string> = {
  visit: 'We will visit you on',
  clinic: 'You have an appointment on',
  call: 'We will ring you on',
}

/** 'Our visit on … is cancelled.' */
export const cancellationBeginnings: Record<AppointmentType, string> = {
  visit: 'Our visit to you on',
  clinic: 'Your appointment on',
  call: 'Our telephone call on',
}
