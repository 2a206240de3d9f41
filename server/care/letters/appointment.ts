import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { weekdayOf } from '../../../contract/platform/dates/weekdays.ts'
import { today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { formatLongDate } from '../../../contract/platform/words/format.ts'
import {
  appointmentFields,
  mergeFields,
  type MergeFieldName,
  type MergeValues,
} from '../../../contract/care/letters/mergeFields.ts'
import type { LetterOccasion } from '../../../contract/care/letters/recipients.ts'
import {
  appointmentOutcomes,
  appointmentTypes,
  appointmentTypeTitle,
  type AppointmentOutcome,
  type AppointmentType,
} from '../../../contract/pathways/records/appointment.ts'
import type { DB } from '../../platform/db/types.ts'

/** The appointment that a letter is about, as the letter describes it. */
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

/**
 * Condition for the appointments that a letter for this occasion can be about; null if it is not about an
 * appointment.
 */
const eligible = (occasion: LetterOccasion, day: CalendarDate) =>
  occasion === 'invitation'
    ? raw<boolean>`appointment.outcome is null and appointment.appointment_date >= ${day}`
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

interface Asked {
  pathwayId: number
  occasion: LetterOccasion
  day: CalendarDate
  /** The appointment of the letter being corrected: the correction may be about it, whatever its outcome. */
  corrected: number | null
}

/**
 * The appointments of this referral that a letter for the occasion can be about. Future appointments come soonest
 * first, missed appointments latest first.
 */
export const readAppointments = async (
  sql: Kysely<DB>,
  { pathwayId, occasion, day, corrected }: Asked,
): Promise<LetterAppointment[] | null> => {
  const which = eligible(occasion, day)
  if (which === null) return null
  const { rows } = await selectAppointments(
    raw`appointment.pathway_id = ${pathwayId} and (${which} or appointment.id = ${corrected}) order by appointment_date, start_time, appointment.id`,
  ).execute(sql)
  return occasion === 'invitation' ? rows : rows.toReversed()
}

/** Why a signed letter no longer matches the appointment; null if it still does. */
export const changedSince = (
  signed: LetterAppointment | null,
  now: LetterAppointment | null,
): string | null => {
  if (signed === null) return null
  if (
    now === null ||
    appointmentInWords(signed) !== appointmentInWords(now) ||
    signed.outcome !== now.outcome
  )
    return 'The appointment has changed since it was signed. Write a correction.'
  return now.outcome === null && now.day < today() ? 'The day of the appointment has passed.' : null
}

export const aboutNone = { appointmentId: 'A letter from this template is not about an appointment' }

export const chooseAppointment = (occasion: LetterOccasion): string =>
  occasion === 'didNotAttend' ? 'Choose an appointment that was missed' : 'Choose a future appointment'

const dayInWords = (day: CalendarDate): string => `${weekdayOf(day)} ${formatLongDate(day)}`

/** 'Visit on Tuesday 1 December 2026 at 10:30, Own home, with Priya Nair' */
export const appointmentInWords = ({ type, day, time, place, clinician }: LetterAppointment): string =>
  `${appointmentTypeTitle(type)} on ${dayInWords(day)} at ${time}, ${place}, with ${clinician}`

/** Values of the appointment fields; all null if no appointment is chosen. */
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

/** Fields that every letter about an appointment must contain, whatever its template says. */
const alwaysSaid: Partial<Record<LetterOccasion, readonly MergeFieldName[]>> = {
  invitation: ['appointmentDay', 'appointmentTime'],
  didNotAttend: ['appointmentDay'],
}

interface Typed {
  occasion: LetterOccasion
  appointment: LetterAppointment
  values: MergeValues
  /** Fills in the template. Any appointment detail in the result must also be in the letter. */
  fill: (values: MergeValues) => string
  words: string
}

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim())

/**
 * Appointment details that the letter omits, or that belong to another type of appointment, each as a sentence. The
 * text is typed, so it can differ from the appointment.
 */
export const notSaid = ({ occasion, appointment, values, fill, words }: Typed): string[] => {
  const filled = fill(values)
  const missing = [...appointmentFields, 'answerBy' as const].flatMap((name) => {
    const value = values[name]
    if (typeof value !== 'string' || words.includes(value)) return []
    return filled.includes(value) || alwaysSaid[occasion]?.includes(name) === true
      ? `${mergeFields[name].title}: ${value} is not in the letter.`
      : []
  })
  const own = new Set(linesOf(filled))
  const said = new Set(linesOf(words))
  const isOther = appointmentTypes
    .filter((type) => type !== appointment.type)
    .some((type) =>
      linesOf(fill({ ...values, ...appointmentValues({ ...appointment, type }) })).some(
        (line) => line !== '' && !own.has(line) && said.has(line),
      ),
    )
  const kind = appointmentTypeTitle(appointment.type).toLowerCase()
  return isOther
    ? [...missing, `The appointment is a ${kind}, and the letter is written for another kind.`]
    : missing
}
