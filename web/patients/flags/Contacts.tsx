import { Link } from '@tanstack/react-router'
import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { formatYesNo, orNotRecorded } from '../../../contract/platform/words/format.ts'
import { usePatient } from '../frames/PatientFrame.tsx'
import { useMay } from '../../platform/session/session.ts'
import { Card } from './Card.tsx'
import { Telephone } from '../../platform/ui/Telephone.tsx'
import { typedTelephone } from '../../../contract/platform/fields/telephone.ts'

/** The people to ring about the patient. */
export const Contacts = ({ nets: { contacts } }: { nets: SafetyNets }) => {
  const { id } = usePatient()
  const mayWrite = useMay('patient.write')
  return (
    <Card
      id="contact"
      title="Contacts"
      action={
        mayWrite && (
          <Link
            className="sf-button"
            to="/falls/patient/contacts/$contactId"
            params={{ contactId: '0' }}
            search={{ id }}
          >
            Add a contact
          </Link>
        )
      }
    >
      <p className="sf-quiet">The next of kin is on the patient’s page.</p>
      {contacts.length === 0 && <p>No other contact yet.</p>}
      <ul className="sf-flags">
        {contacts.map((contact) => (
          <li key={contact.id} className="sf-flags__one">
            <h3 className="sf-flags__title">
              {contact.name}, {contact.role}
            </h3>
            <p>
              {[contact.isPreferred && 'Preferred contact', contact.isEmergency && 'Emergency contact']
                .filter(Boolean)
                .join(', ')}
            </p>
            <p>
              Telephone{' '}
              {contact.phoneNumber === null ? (
                orNotRecorded(null)
              ) : (
                <Telephone said={typedTelephone(contact.phoneNumber, contact.phoneNumberNote)} />
              )}
              . May we leave a message? {formatYesNo(contact.mayLeaveMessage)}.
            </p>
            {contact.note !== null && <p className="sf-text">{contact.note}</p>}
            {mayWrite && (
              <p className="sf-actions">
                <Link
                  className="sf-button"
                  to="/falls/patient/contacts/$contactId"
                  params={{ contactId: String(contact.id) }}
                  search={{ id }}
                  aria-label={`Edit contact ${contact.name}`}
                >
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
