import { messageInWords } from '../../../contract/pathways/records/sentMessage.ts'
import { Link } from '@tanstack/react-router'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import {
  appointmentTypeTitle,
  outcomeTitle,
  timesInWords,
  type Appointment,
} from '../../../contract/pathways/records/appointment.ts'
import { useMay } from '../../platform/session/session.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { RecordSection, useMayRecord } from './RecordSection.tsx'
import type { Column } from '../../platform/ui/StackedTable.tsx'
import { Maybe } from './RecordTable.tsx'

const noteColumn: Column<Appointment> = {
  title: 'Note',
  cell: ({ note }) => (
    <div className="sf-wide">
      <Maybe value={note} />
    </div>
  ),
}

/** Appointments, furthest in the future first. One without an outcome always stays visible. */
export const AppointmentSection = () => {
  const mayReadNote = useMay('patient.read')
  const mayRecord = useMayRecord()
  const { pathway, patient } = usePathway()
  const search = { id: pathway.id, patientId: patient.id }
  return (
    <RecordSection
      kind="appointment"
      beside={
        <Link className="sf-button" to="/falls/pathway/book" search={search}>
          Book a slot
        </Link>
      }
      shownAtFirst={3}
      isOpen={({ outcome }) => outcome === null}
      columns={[
        {
          title: 'When',
          cell: (record) => (
            <>
              <span className="sf-nowrap">{formatDate(record.appointmentDate)}</span>{' '}
              <span className="sf-nowrap">{timesInWords(record)}</span>
            </>
          ),
        },
        { title: 'Kind', cell: ({ appointmentType }) => appointmentTypeTitle(appointmentType) },
        { title: 'Clinician', isName: true, cell: ({ names }) => names.clinician },
        { title: 'Place', cell: ({ names }) => names.location },
        {
          title: 'What happened',
          cell: ({ id, appointmentDate, outcome, remindedAt, confirmedAt, messages }) => (
            <>
              {outcome === null ? 'Not yet' : outcomeTitle(outcome)}
              {mayRecord && outcome === null && appointmentDate >= today() && (
                <div>
                  <Link
                    to="/falls/pathway/move/$appointmentId"
                    params={{ appointmentId: String(id) }}
                    search={search}
                    aria-label={`Move or cancel the appointment of ${formatDate(appointmentDate)}`}
                  >
                    Move or cancel
                  </Link>
                </div>
              )}
              {confirmedAt != null && <div>Confirmed by the patient on {formatDateTime(confirmedAt)}</div>}
              {remindedAt !== null && (
                <div className="sf-quiet">Reminder sent {formatDateTime(remindedAt)}</div>
              )}
              {messages?.map((message) => (
                <div
                  key={`${message.purpose} ${message.at}`}
                  className={message.state === 'failed' ? undefined : 'sf-quiet'}
                >
                  {messageInWords(message)}
                </div>
              ))}
            </>
          ),
        },
        ...(mayReadNote ? [noteColumn] : []),
      ]}
    />
  )
}
