import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import {
  appointmentTypeTitle,
  outcomeTitle,
  timesInWords,
  type Appointment,
} from '../../../contract/pathways/records/appointment.ts'
import { useMay } from '../../platform/session/session.ts'
import { RecordSection } from './RecordSection.tsx'
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
  return (
    <RecordSection
      kind="appointment"
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
          cell: ({ outcome, remindedAt }) => (
            <>
              {outcome === null ? 'Not yet' : outcomeTitle(outcome)}
              {remindedAt !== null && (
                <div className="sf-quiet">Reminder sent {formatDateTime(remindedAt)}</div>
              )}
            </>
          ),
        },
        ...(mayReadNote ? [noteColumn] : []),
      ]}
    />
  )
}
