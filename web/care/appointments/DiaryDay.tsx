import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { DiaryAppointment, DiarySession } from '../../../contract/care/appointments/diary.ts'
import { doNotCallWords } from '../../../contract/patients/flags/chips.ts'
import { unlessWithheld } from '../../../contract/platform/calls/withheld.ts'
import {
  formatDate,
  formatDateTime,
  formatName,
  formatNhsNumber,
} from '../../../contract/platform/words/format.ts'
import {
  appointmentTypeTitle,
  outcomeTitle,
  timesInWords,
} from '../../../contract/pathways/records/appointment.ts'
import { useMay } from '../../platform/session/session.ts'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { PaperIdentity } from '../../platform/ui/PaperIdentity.tsx'

interface DiaryDayProps {
  title: string
  appointments: readonly DiaryAppointment[]
  sessions: readonly DiarySession[]
  /** In a location's diary each line shows the clinician; in a clinician's diary, the location. */
  ofPlace: boolean
}

type Line = { what: 'appointment'; row: DiaryAppointment } | { what: 'session'; row: DiarySession }

/** One day of a diary, sorted by time. */
export const DiaryDay = ({ title, appointments, sessions, ofPlace }: DiaryDayProps) => {
  const id = useId()
  const lines: Line[] = [
    ...appointments.map((row): Line => ({ what: 'appointment', row })),
    ...sessions.map((row): Line => ({ what: 'session', row })),
  ].toSorted((one, other) => one.row.startTime.localeCompare(other.row.startTime))
  return (
    <section className="sf-card sf-part" aria-labelledby={id}>
      <h3 className="nhsuk-heading-s" id={id}>
        {title}
      </h3>
      {lines.length === 0 ? (
        <p className="sf-quiet">Nothing is booked.</p>
      ) : (
        <div className="sf-scroll" role="region" aria-label={`${title}, table`} tabIndex={0}>
          <table className="sf-table sf-table--stacks" role="table">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">What</th>
                <th scope="col">{ofPlace ? 'Clinician' : 'Place'}</th>
                <th scope="col">What happened</th>
                <th scope="col">
                  <span className="nhsuk-u-visually-hidden">Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ what, row }) =>
                what === 'session' ? (
                  <SessionRow key={`session-${row.id}`} session={row} ofPlace={ofPlace} />
                ) : (
                  <AppointmentRow key={row.id} appointment={row} ofPlace={ofPlace} />
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const SessionRow = ({ session, ofPlace }: { session: DiarySession; ofPlace: boolean }) => {
  const mayMark = useMay('clinical.write')
  const { className, sessionDate, names } = session
  return (
    <tr role="row">
      <td role="cell" data-label="Time">
        <div className="sf-nowrap">{timesInWords({ ...session, appointmentDate: sessionDate })}</div>
      </td>
      <td role="cell" data-label="What">
        <div>Class: {className}</div>
      </td>
      <td role="cell" data-label={ofPlace ? 'Clinician' : 'Place'}>
        <div>{ofPlace ? names.clinician : names.location}</div>
      </td>
      <td role="cell" data-label="What happened">
        <div>In its register</div>
      </td>
      <td role="cell" className="sf-table__action">
        {mayMark && (
          <Link
            className="sf-button"
            to="/falls/class-register/$sessionId"
            params={{ sessionId: String(session.id) }}
            aria-label={`Register of ${className}, ${formatDate(sessionDate)}`}
          >
            Register
          </Link>
        )}
      </td>
    </tr>
  )
}

const AppointmentRow = ({ appointment, ofPlace }: { appointment: DiaryAppointment; ofPlace: boolean }) => {
  const mayRecord = useMay('clinical.write') && !appointment.isClosed
  const { names, outcome, remindedAt, confirmedAt, pathwayId, patientId } = appointment
  const name = formatName(appointment)
  return (
    <tr role="row">
      <td role="cell" data-label="Time">
        <div className="sf-nowrap">{timesInWords(appointment)}</div>
      </td>
      <td role="cell" data-label="What">
        <div>
          {appointmentTypeTitle(appointment.appointmentType)}:{' '}
          <Link to="/falls/pathway/view" search={{ id: pathwayId, patientId }} translate="no">
            {name}
          </Link>{' '}
          {appointment.nhsNumber !== null && (
            <span className="sf-quiet sf-nowrap sf-off-paper" translate="no">
              {formatNhsNumber(appointment.nhsNumber)}
            </span>
          )}
          <PaperIdentity person={appointment} />
          <Reach appointment={appointment} />
          <FlagChips chips={appointment.flags ?? []} />
          {appointment.isClosed && (
            <div>
              <strong>Referral closed</strong>
            </div>
          )}
        </div>
      </td>
      <td role="cell" data-label={ofPlace ? 'Clinician' : 'Place'}>
        <div>{ofPlace ? names.clinician : names.location}</div>
      </td>
      <td role="cell" data-label="What happened">
        <div>
          {outcome === null ? 'Not yet' : outcomeTitle(outcome)}
          {confirmedAt != null && <div>Confirmed by the patient on {formatDateTime(confirmedAt)}</div>}
          {remindedAt !== null && <div className="sf-quiet">Reminder sent {formatDateTime(remindedAt)}</div>}
        </div>
      </td>
      <td role="cell" className="sf-table__action">
        {mayRecord && (
          <Link
            className="sf-button"
            to="/falls/pathway/appointment/$appointmentId"
            params={{ appointmentId: String(appointment.id) }}
            search={{ id: pathwayId, patientId }}
            aria-label={`${outcome === null ? 'Record what happened' : 'Edit'}: ${name}, ${formatDate(appointment.appointmentDate)} at ${appointment.startTime}`}
          >
            {outcome === null ? 'Record' : 'Edit'}
          </Link>
        )}
      </td>
    </tr>
  )
}

/** The postcode for a visit, and the telephone number for a call. */
const Reach = ({ appointment }: { appointment: DiaryAppointment }) => {
  const { appointmentType, telephone, doNotCall } = appointment
  if (doNotCall === true) return <strong className="sf-nowrap"> {doNotCallWords}</strong>
  if (appointmentType === 'visit') return <> {unlessWithheld(appointment, appointment.postcode)}</>
  if (appointmentType === 'clinic') return null
  if (appointment.isWithheld === true || telephone === null) return <> {unlessWithheld(appointment, null)}</>
  return (
    <>
      {' '}
      <a className="sf-nowrap" href={`tel:${telephone.replaceAll(' ', '')}`}>
        {telephone}
      </a>
    </>
  )
}
