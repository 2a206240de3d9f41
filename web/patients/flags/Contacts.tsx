import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { formatYesNo, orNotRecorded } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { Telephone } from '../../platform/ui/Telephone.tsx'
import { typedTelephone } from '../../../contract/platform/fields/telephone.ts'
import { NetCard } from './NetCard.tsx'

/** The people to ring about the patient. */
export const Contacts = ({ nets: { contacts } }: { nets: SafetyNets }) => (
  <NetCard
    id="contact"
    title="Contacts"
    to="/falls/patient/contacts/$contactId"
    mayWrite={useMay('patient.write')}
    add="Add a contact"
    note="The next of kin is on the patient’s page."
    none="No other contact yet."
    rows={contacts}
    titleOf={({ name, role }) => `${name}, ${role}`}
    editOf={({ name }) => `Edit contact ${name}`}
  >
    {(contact) => (
      <>
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
      </>
    )}
  </NetCard>
)
