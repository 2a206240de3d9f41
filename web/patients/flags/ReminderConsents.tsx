import { Link } from '@tanstack/react-router'
import { remindersInWords } from '../../../contract/patients/flags/reminderConsent.ts'
import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { usePatient } from '../frames/PatientFrame.tsx'
import { useMay } from '../../platform/session/session.ts'
import { Card } from './Card.tsx'

/** The patient's answers about appointment reminders. The latest answer is in force. */
export const ReminderConsents = ({ nets: { reminderConsents } }: { nets: SafetyNets }) => {
  const { id } = usePatient()
  const mayWrite = useMay('patient.write')
  return (
    <Card
      id="reminderConsent"
      title="Reminders of appointments"
      action={
        mayWrite && (
          <Link
            className="sf-button"
            to="/falls/patient/reminders/$reminderConsentId"
            params={{ reminderConsentId: '0' }}
            search={{ id }}
          >
            Add an answer
          </Link>
        )
      }
    >
      {reminderConsents.length === 0 && <p>The patient has not been asked yet, so no reminder is sent.</p>}
      <ul className="sf-flags">
        {reminderConsents.map((answer, index) => (
          <li key={answer.id} className="sf-flags__one">
            <h3 className="sf-flags__title">{remindersInWords(answer)}</h3>
            <p>
              Answered {formatDate(answer.askedDate)}
              {index > 0 && ', replaced by a later answer'}.
              {answer.isSilentNumber && ' Silent number: nothing is sent to the mobile telephone.'}
            </p>
            {answer.note !== null && <p className="sf-text">{answer.note}</p>}
            {mayWrite && (
              <p className="sf-actions">
                <Link
                  className="sf-button"
                  to="/falls/patient/reminders/$reminderConsentId"
                  params={{ reminderConsentId: String(answer.id) }}
                  search={{ id }}
                  aria-label={`Edit the answer of ${formatDate(answer.askedDate)}`}
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
