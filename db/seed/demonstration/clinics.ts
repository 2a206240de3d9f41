import type { AppointmentType } from '../../../contract/pathways/records/appointment.ts'
import { slotWeeks } from '../../../contract/care/clinics/clinic.ts'
import { clinicDays, slotTimes } from '../../../contract/care/clinics/slotTimes.ts'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import { mondayOf } from '../../../contract/platform/dates/weekdays.ts'
import { onWeekday } from './histories.ts'
import type { Invented } from './invented.ts'

/* Clinics and a round of visits of the demonstration, with their slots of the next half year. */

interface Shown {
  name: string
  type: AppointmentType
  /** Index in the list of clinicians. */
  clinician: number
  place: string
  forStage: 'awaitingAssessment' | 'awaitingTreatment'
  /** Days after Monday. */
  weekday: number
  startTime: string
  slots: number
  travelMinutes: number
  districts: string | null
}

const minutes = 45
const shown: readonly Shown[] = [
  {
    ...{ name: 'Falls clinic, Monday', type: 'clinic', clinician: 4, place: 'Outpatient clinic', weekday: 0 },
    ...{ forStage: 'awaitingAssessment', startTime: '09:00', slots: 4, travelMinutes: 0, districts: null },
  },
  {
    ...{
      name: 'Treatment clinic, Wednesday',
      type: 'clinic',
      clinician: 4,
      place: 'Health centre',
      weekday: 2,
    },
    ...{ forStage: 'awaitingTreatment', startTime: '13:00', slots: 4, travelMinutes: 0, districts: null },
  },
  {
    ...{
      name: 'Round of visits, Thursday',
      type: 'visit',
      clinician: 5,
      place: "Patient's home",
      weekday: 3,
    },
    ...{ forStage: 'awaitingAssessment', startTime: '09:30', slots: 5, travelMinutes: 20 },
    districts: 'ZZ90, ZZ91',
  },
]

export const addClinics = (invented: Invented): void => {
  for (const clinic of shown) addClinic(invented, clinic)
}

const addClinic = (invented: Invented, clinic: Shown): void => {
  const { known, today, add, rowsOf, stamp } = invented
  const { is_active: _, ...written } = stamp(addDays(today, -28))
  const firstDate = addDays(mondayOf(addDays(today, -28)), clinic.weekday)
  const { startTime, slots, travelMinutes } = clinic
  const given = {
    clinician_id: known.clinicians[clinic.clinician] ?? known.clinicians[0] ?? 0,
    location_id: known.named('location', clinic.place),
    appointment_type: clinic.type,
    minutes,
    places: 1,
  }
  const clinicId = add('clinic', {
    ...written,
    ...given,
    name: clinic.name,
    for_stage: clinic.forStage,
    first_date: firstDate,
    every_weeks: 1,
    start_time: startTime,
    slots,
    travel_minutes: travelMinutes,
    districts: clinic.districts,
  })
  const repeats = { firstDate, lastDate: null, everyWeeks: 1 }
  const none = { off: new Set<string>(), held: new Set<string>() }
  // The service takes the slots of bank holidays away when it starts.
  const days = clinicDays(repeats, none, () => false, addDays(today, 1), addDays(today, 7 * slotWeeks))
  const waiting = whoWaits(invented, clinic)
  for (const [week, day] of days.entries()) {
    const isFree = !rowsOf('appointment').some(
      (row) => row['clinician_id'] === given.clinician_id && row['appointment_date'] === day,
    )
    for (const [at, time] of slotTimes({ startTime, slots, minutes, travelMinutes }).entries()) {
      const slot = { clinic_id: clinicId, slot_date: day, start_time: time, is_withdrawn: false }
      const slotId = add('clinic_slot', { ...given, ...slot })
      const person = week < weeksBooked && at < bookedADay && isFree ? waiting.shift() : undefined
      if (person === undefined) continue
      const { places: _places, ...booked } = given
      add('appointment', {
        ...stamp(onWeekday(addDays(today, -2))),
        ...{ ...booked, pathway_id: person, appointment_date: day, start_time: time, outcome: null },
        ...{ slot_id: slotId, slot_place: 1 },
      })
    }
  }
}

/** The next clinics are half full. */
const [weeksBooked, bookedADay] = [2, 2]

/** Referrals on the list of a clinic for which nothing is booked, in order of their ids. */
const whoWaits = ({ referred, rowsOf, today }: Invented, { forStage, districts }: Shown): number[] => {
  const booked = new Set(
    rowsOf('appointment').flatMap((row) =>
      String(row['appointment_date']) >= today ? row['pathway_id'] : [],
    ),
  )
  return referred.flatMap(({ id, subject, history }) => {
    const { cancelDate, discharge, frats, wellbeing, plan, exercise, noPlan } = history
    const isOpen = subject.deceasedDate === null && cancelDate === null && discharge === null
    const isUntreated = wellbeing !== null && plan === null && exercise === null && noPlan === null
    const isOnList = forStage === 'awaitingAssessment' ? frats.length === 0 : isUntreated
    const district = subject.person.postcode?.split(' ')[0] ?? ''
    const isServed = districts === null || districts.split(', ').includes(district)
    return isOpen && isOnList && isServed && !booked.has(id) ? id : []
  })
}
