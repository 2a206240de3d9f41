import type { FlagFacts } from '../../patients/flags/chips.ts'
import { isNotToBeCalled } from '../../patients/flags/chips.ts'
import type { AppointmentType } from '../../pathways/records/appointment.ts'

/*
 * When an appointment reminder is sent, and to whom (decision 112). It states the day and time only. It does not
 * mention the service, the location, the clinician or the patient, because somebody else may read it.
 */

/**
 * Days before the appointment. A reminder that could not be sent then is sent the next day, but never on the day of
 * the appointment.
 */
export const reminderDaysBefore = 2

/** Messages are not sent at night. London times: from the first (inclusive) until the second (exclusive). */
export const reminderHours = { from: '09:00', until: '18:00' } as const

export type ReminderChannel = 'text' | 'mail'

export interface ReminderFacts {
  consent: { byText: boolean; byMail: boolean; isSilentNumber: boolean } | null
  phoneMobile: string | null
  email: string | null
  flags: FlagFacts
}

/** A UK mobile number in the form that Notify accepts; null for any other number. */
export const mobileNumber = (text: string | null): string | null => {
  const digits = (text ?? '').replaceAll(/[^0-9+]/g, '').replace(/^(\+44|0044)0?/, '0')
  return /^07\d{9}$/.test(digits) ? digits : null
}

/**
 * How the patient is reminded. Null if the patient has not agreed, has died, has refused contact, or has no usable
 * number or e-mail address. A text is preferred to an e-mail if the patient agreed to both. No text goes to a number
 * that other people can hear or see.
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

/** Start of the sentence in a reminder: 'We will visit you on …'. */
export const reminderBeginnings: Record<AppointmentType, string> = {
  visit: 'We will visit you on',
  clinic: 'You have an appointment on',
  call: 'We will ring you on',
}

/** Start of the sentence in a cancellation: 'Our visit to you on … is cancelled.' */
export const cancellationBeginnings: Record<AppointmentType, string> = {
  visit: 'Our visit to you on',
  clinic: 'Your appointment on',
  call: 'Our telephone call on',
}
