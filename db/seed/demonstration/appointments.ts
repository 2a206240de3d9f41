import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { AppointmentOutcome, AppointmentType } from '../../../contract/pathways/records/appointment.ts'
import { onWeekday } from './histories.ts'
import type { Invented, Referred } from './invented.ts'

/* Visits, clinics and calls of the demonstration, both past and booked, and consent to reminders. */

/** None overlaps with a class of the demonstration. */
const times = ['09:00', '09:45', '12:30', '13:15', '15:15', '16:00'] as const
const minutes = 45
const weeksShown = 8
const came: readonly AppointmentOutcome[] = ['attended', 'attended', 'attended', 'attended', 'attendedLate']
const places: Record<AppointmentType, string> = {
  visit: "Patient's home",
  clinic: 'Outpatient clinic',
  call: 'Telephone',
}

export const addAppointments = (invented: Invented): void => {
  const taken = new Set<string>()
  for (const referred of invented.referred) addOf(invented, referred, taken)
  addConsents(invented)
}

const addOf = (
  { known, random, today, add, stamp }: Invented,
  { id, subject, history, clinician }: Referred,
  taken: Set<string>,
): void => {
  /** Books the clinician's first free time of that day. On a full day it adds nothing. */
  const book = (day: CalendarDate, type: AppointmentType, outcome: AppointmentOutcome | null): void => {
    const time = times.find((each) => !taken.has(`${clinician} ${day} ${each}`))
    if (time === undefined) return
    taken.add(`${clinician} ${day} ${time}`)
    const bookedOn = onWeekday(addDays(day < today ? day : today, -10))
    add('appointment', {
      ...stamp(bookedOn < history.referralDate ? history.referralDate : bookedOn),
      pathway_id: id,
      appointment_type: type,
      appointment_date: day,
      start_time: time,
      minutes,
      location_id: known.named('location', places[type]),
      clinician_id: clinician,
      outcome,
    })
  }
  const isOpen = history.cancelDate === null && history.discharge === null && subject.deceasedDate === null
  const from = addDays(today, -7 * weeksShown)
  if (history.wellbeing !== null && history.wellbeing >= from)
    book(history.wellbeing, 'visit', random.pick(came))
  if (!isOpen) return
  const soon = onWeekday(addDays(today, random.between(1, 14)))
  const isFirst = history.wellbeing === null
  const missed = onWeekday(addDays(today, -random.between(4, 20)))
  if (isFirst && history.referralDate < missed && random.chance(0.12))
    book(missed, 'visit', random.chance(0.4) ? 'wasNotBrought' : 'didNotAttend')
  if (soon > today && random.chance(isFirst ? 0.5 : 0.25)) book(soon, isFirst ? 'visit' : 'clinic', null)
  if (random.chance(0.05) && onWeekday(today) === today) book(today, 'call', null)
}

/** Most people with a mobile telephone were asked. Some refused, and a few share the telephone with somebody. */
const addConsents = ({ random, subjects, add, stamp }: Invented): void => {
  for (const { id, person, deceasedDate, since } of subjects) {
    if (person.phoneMobile === null || deceasedDate !== null || !random.chance(0.7)) continue
    add('reminder_consent', {
      ...stamp(since),
      patient_id: id,
      asked_date: since,
      by_text: random.chance(0.8),
      by_mail: false,
      is_silent_number: random.chance(0.04),
    })
  }
}
