import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { weekdayOf } from '../../contract/classes/days.ts'
import type { CalendarDate } from '../../contract/dates.ts'
import { formatLongDate } from '../../contract/format.ts'
import { appointmentFields, mergeFields } from '../../contract/letters/mergeFields.ts'
import type { LetterOccasion } from '../../contract/letters/recipients.ts'
import {
  appointmentOutcomes,
  appointmentTypeTitle,
  type AppointmentOutcome,
  type AppointmentType,
} from '../../contract/records/appointment.ts'
import type { DB } from '../db/types.ts'

/** The appointment that a letter is about, as its words have it. */
export interface LetterAppointment {
  id: number
  type: AppointmentType
  day: CalendarDate
  time: string
  place: string
  clinician: string
  outcome: AppointmentOutcome | null
}

const missed = appointmentOutcomes.filter(({ isMissed }) => isMissed).map(({ code }) => code)

/** Which appointments a letter of this occasion can be about; null where it is about none. */
const eligible = (occasion: LetterOccasion, today: CalendarDate) =>
  occasion === 'invitation'
    ? raw<boolean>`appointment.outcome is null and appointment.appointment_date >= ${today}`
    : occasion === 'didNotAttend'
      ? raw<boolean>`appointment.outcome in (${raw.join(missed)})`
      : null

export const selectAppointments = (
  which: RawBuilder<unknown>,
): RawBuilder<LetterAppointment> => raw<LetterAppointment>`
  select appointment.id, appointment.appointment_type as type, appointment.appointment_date as day,
    appointment.start_time as time, location.name as place,
    concat_ws(' ', clinician.first_name, clinician.family_name) as clinician, appointment.outcome
  from appointment
  join location on location.id = appointment.location_id
  join clinician on clinician.id = appointment.clinician_id
  where appointment.is_active and ${which}`

/** Appointments of this referral that a letter of the occasion can be about, the soonest or the latest missed first. */
export const readAppointments = async (
  sql: Kysely<DB>,
  { pathwayId, occasion, today }: { pathwayId: number; occasion: LetterOccasion; today: CalendarDate },
): Promise<LetterAppointment[] | null> => {
  const which = eligible(occasion, today)
  if (which === null) return null
  const { rows } = await selectAppointments(
    raw`appointment.pathway_id = ${pathwayId} and ${which} order by appointment_date, start_time, appointment.id`,
  ).execute(sql)
  return occasion === 'invitation' ? rows : rows.toReversed()
}

/** Why a letter that was signed does not say any more how the appointment is; null while it does. */
export const changedSince = (
  signed: LetterAppointment | null,
  now: LetterAppointment | null,
): string | null =>
  signed === null ||
  (now !== null && appointmentInWords(signed) === appointmentInWords(now) && signed.outcome === now.outcome)
    ? null
    : 'The appointment has changed since it was signed. Write a correction.'

export const aboutNone = { appointmentId: 'A letter of this template is about no appointment' }

export const chooseAppointment = (occasion: LetterOccasion): string =>
  occasion === 'didNotAttend'
    ? 'Choose an appointment that was missed'
    : 'Choose an appointment that lies ahead'

const dayInWords = (day: CalendarDate): string => `${weekdayOf(day)} ${formatLongDate(day)}`

/** 'Visit on Tuesday 1 December 2026 at 10:30, Own home, with Priya Nair' */
export const appointmentInWords = ({ type, day, time, place, clinician }: LetterAppointment): string =>
  `${appointmentTypeTitle(type)} on ${dayInWords(day)} at ${time}, ${place}, with ${clinician}`

/** What the fields of an appointment are; none of them is filled in where none is chosen. */
export const appointmentValues = (appointment: LetterAppointment | null) => {
  const ofType = (type: AppointmentType): string | null =>
    appointment?.type === type ? appointmentTypeTitle(type) : null
  return {
    appointmentDay: appointment === null ? null : dayInWords(appointment.day),
    appointmentTime: appointment?.time ?? null,
    appointmentPlace: appointment?.place ?? null,
    appointmentClinician: appointment?.clinician ?? null,
    homeVisit: ofType('visit'),
    clinicVisit: ofType('clinic'),
    telephoneCall: ofType('call'),
  }
}

/**
 * What the words do not say of the appointment, each in a sentence, because somebody typed it.
 * @param filled the template filled in: what is in it has to be said
 */
export const notSaid = (appointment: LetterAppointment | null, filled: string, words: string): string[] => {
  const values = appointmentValues(appointment)
  return appointmentFields.flatMap((name) => {
    const value = values[name]
    return value === null || !filled.includes(value) || words.includes(value)
      ? []
      : `${mergeFields[name].title}: the record has ${value}, and the letter does not say it.`
  })
}
