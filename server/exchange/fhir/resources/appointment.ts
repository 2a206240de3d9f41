import { sql as raw } from 'kysely'
import {
  appointmentOutcomes,
  outcomeTitle,
  type AppointmentOutcome,
} from '../../../../contract/pathways/records/appointment.ts'
import {
  attendanceTitle,
  isAttended,
  type AttendanceStatus,
} from '../../../../contract/pathways/records/exerciseAttendance.ts'
import { aClinician, aPatient, coded, extension, filled, instant, refer, words } from '../mapping/elements.ts'
import { recordSource } from '../mapping/recordSource.ts'
import {
  instants,
  of,
  reference,
  source,
  token,
  ukCore,
  ukCoreExtension,
  ukCoreSystem,
  type Column,
} from '../mapping/source.ts'

type Status = 'booked' | 'fulfilled' | 'noshow' | 'cancelled'

const profile = ukCore('Appointment')
const statusSystem = 'http://hl7.org/fhir/appointmentstatus'
const channels = { visit: 'In-person', clinic: 'In-person', call: 'Telephone' } as const
const typeTitles = { visit: 'Home visit', clinic: 'Clinic', call: 'Call' } as const

const statusOf = (outcome: AppointmentOutcome | null): Status => {
  const found = appointmentOutcomes.find(({ code }) => code === outcome)
  if (found === undefined) return 'booked'
  if (found.isSeen) return 'fulfilled'
  return found.isMissed || found.code === 'tooLate' ? 'noshow' : 'cancelled'
}
const withStatus = (status: Status) =>
  raw.join(
    appointmentOutcomes.filter(({ code }) => statusOf(code) === status).map(({ code }) => raw.lit(code)),
  )
const startsAt = (day: string): Column =>
  instants(raw`(${of(day)} + ${of('startTime')}::time) at time zone 'Europe/London'`)

export const appointmentSource = recordSource('appointment', {
  type: 'Appointment',
  name: 'appointment',
  profile,
  search: {
    patient: reference('participant.actor', 'Patient', of('patientId')),
    status: token(
      raw`case when r.outcome is null then 'booked' when r.outcome in (${withStatus('fulfilled')}) then 'fulfilled'
        when r.outcome in (${withStatus('noshow')}) then 'noshow' else 'cancelled' end`,
      statusSystem,
    ),
    date: startsAt('appointmentDate'),
    location: reference('participant.actor', 'Location', of('locationId')),
    practitioner: reference('participant.actor', 'Practitioner', raw`'clinician-' || r."clinicianId"`),
  },
  toFhir: (row) => {
    const status = statusOf(row.outcome)
    return filled({
      resourceType: 'Appointment',
      extension: [
        extension(ukCoreExtension('DeliveryChannel'), {
          valueCodeableConcept: coded(
            ukCoreSystem('DeliveryChannel'),
            channels[row.appointmentType],
            channels[row.appointmentType],
          ),
        }),
      ],
      status,
      cancelationReason:
        status === 'cancelled' && row.outcome !== null ? { text: outcomeTitle(row.outcome) } : undefined,
      serviceType: [{ text: typeTitles[row.appointmentType] }],
      description: status !== 'cancelled' && row.outcome !== null ? outcomeTitle(row.outcome) : undefined,
      start: instant(row.appointmentDate, row.startTime),
      end: instant(row.appointmentDate, row.startTime, row.minutes),
      minutesDuration: row.minutes,
      comment: words(row.note),
      basedOn: [refer('ServiceRequest', `referral-${row.pathwayId}`)],
      participant: [
        { actor: aPatient(row.patientId), status: 'accepted' },
        { actor: aClinician(row.clinicianId, row.names.clinician), status: 'accepted' },
        { actor: refer('Location', row.locationId, row.names.location), status: 'accepted' },
      ],
    })
  },
  fields: {
    appointmentType: 'serviceType.text',
    appointmentDate: 'start',
    startTime: 'start',
    minutes: 'minutesDuration',
    locationId: 'participant.actor.reference',
    clinicianId: 'participant.actor.reference',
    outcome: 'status',
    note: 'comment',
    remindedAt: { left: 'what this service sent by itself' },
    confirmedAt: { left: 'who is booked counts as accepted' },
    messages: { left: 'what this service sent by itself' },
  },
})

interface Session {
  day: string
  startTime: string
  minutes: number
  className: string
  locationId: number
  location: string
  clinicianId: number
  clinician: string
  attendanceStatus: AttendanceStatus
}

const sessionStatus = (status: AttendanceStatus): Status => {
  if (isAttended(status)) return 'fulfilled'
  return status === '2' || status === '4' ? 'cancelled' : 'noshow'
}

/** A session of a class, for a person who is in its register. */
export const sessionSource = source<Session, 'Appointment'>({
  type: 'Appointment',
  name: 'session',
  entity: null,
  isComposed: true,
  ofPathway: true,
  isDeletable: true,
  profile,
  outside: {},
  select: raw`
    select record.id, record.version, record.is_active as "isActive", pathway.patient_id as "patientId",
      pathway.id as "pathwayId", greatest(record.updated_at, session.updated_at) as "recordedAt", recorder.display_name as "recordedBy",
      session.session_date as day, session.start_time as "startTime", session.minutes, exercise_class.name as "className",
      session.location_id as "locationId", location.name as location, session.clinician_id as "clinicianId",
      clinician.display_name as clinician, record.attendance_status as "attendanceStatus"
    from exercise_attendance as record
    join class_session as session on session.id = record.class_session_id
    join exercise_class on exercise_class.id = session.class_id
    join exercise on exercise.id = record.exercise_id and exercise.is_active
    join pathway on pathway.id = exercise.pathway_id and pathway.is_active
    join location on location.id = session.location_id
    join clinician on clinician.id = session.clinician_id
    left join app_user as recorder on recorder.id = record.updated_by`,
  search: {
    patient: reference('participant.actor', 'Patient', of('patientId')),
    status: token(
      raw`case when r."attendanceStatus" in ('5', '6') then 'fulfilled' when r."attendanceStatus" in ('2', '4') then 'cancelled'
        else 'noshow' end`,
      statusSystem,
    ),
    date: startsAt('day'),
    location: reference('participant.actor', 'Location', of('locationId')),
    practitioner: reference('participant.actor', 'Practitioner', raw`'clinician-' || r."clinicianId"`),
  },
  toFhir: (row) => {
    const status = sessionStatus(row.attendanceStatus)
    const title = attendanceTitle(row.attendanceStatus)
    return filled({
      resourceType: 'Appointment',
      status,
      cancelationReason: status === 'cancelled' ? { text: title } : undefined,
      serviceType: [{ text: row.className }],
      description: status === 'cancelled' ? undefined : title,
      start: instant(row.day, row.startTime),
      end: instant(row.day, row.startTime, row.minutes),
      minutesDuration: row.minutes,
      participant: [
        { actor: aPatient(row.patientId), status: 'accepted' },
        { actor: aClinician(row.clinicianId, row.clinician), status: 'accepted' },
        { actor: refer('Location', row.locationId, row.location), status: 'accepted' },
      ],
    })
  },
  fields: {
    day: 'start',
    startTime: 'start',
    minutes: 'minutesDuration',
    className: 'serviceType.text',
    locationId: 'participant.actor.reference',
    location: 'participant.actor.display',
    clinicianId: 'participant.actor.reference',
    clinician: 'participant.actor.display',
    attendanceStatus: 'status',
  },
})
