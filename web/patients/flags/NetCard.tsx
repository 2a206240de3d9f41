import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePatient } from '../frames/PatientFrame.tsx'
import { Card } from './Card.tsx'

interface NetCardProps<Row extends { id: number }> {
  id: 'contact' | 'capacity' | 'reminderConsent' | 'fallsCalendarConsent'
  title: string
  /** The screen that adds a row and changes one. */
  to:
    | '/falls/patient/contacts/$contactId'
    | '/falls/patient/capacity/$capacityId'
    | '/falls/patient/reminders/$reminderConsentId'
    | '/falls/patient/falls-calendar/$fallsCalendarConsentId'
  mayWrite: boolean
  add: string
  note?: string
  none: string
  rows: readonly Row[]
  titleOf: (row: Row) => string
  /** The accessible name of the link that changes a row. */
  editOf: (row: Row) => string
  children: (row: Row, index: number) => ReactNode
}

/** One section of the flags page that lists rows of one kind, each with a link to its form. */
export const NetCard = <Row extends { id: number }>({
  id,
  title,
  to,
  mayWrite,
  add,
  note,
  none,
  rows,
  titleOf,
  editOf,
  children,
}: NetCardProps<Row>) => {
  const patient = usePatient()
  const linkTo = (row: number) => ({
    className: 'sf-button',
    to,
    params: {
      contactId: String(row),
      capacityId: String(row),
      reminderConsentId: String(row),
      fallsCalendarConsentId: String(row),
    },
    search: { id: patient.id },
  })
  return (
    <Card id={id} title={title} action={mayWrite && <Link {...linkTo(0)}>{add}</Link>}>
      {note !== undefined && <p className="sf-quiet">{note}</p>}
      {rows.length === 0 && <p>{none}</p>}
      <ul className="sf-flags">
        {rows.map((row, index) => (
          <li key={row.id} className="sf-flags__one">
            <h3 className="sf-flags__title">{titleOf(row)}</h3>
            {children(row, index)}
            {mayWrite && (
              <p className="sf-actions">
                <Link {...linkTo(row.id)} aria-label={editOf(row)}>
                  Edit
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
