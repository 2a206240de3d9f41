import { remindersInWords } from '../../../contract/patients/flags/reminderConsent.ts'
import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { NetCard } from './NetCard.tsx'

/** The patient's answers about appointment reminders. The latest answer is in force. */
export const ReminderConsents = ({ nets: { reminderConsents } }: { nets: SafetyNets }) => (
  <NetCard
    id="reminderConsent"
    title="Reminders of appointments"
    to="/falls/patient/reminders/$reminderConsentId"
    mayWrite={useMay('patient.write')}
    add="Add an answer"
    none="The patient has not been asked yet, so no reminder is sent."
    rows={reminderConsents}
    titleOf={remindersInWords}
    editOf={({ askedDate }) => `Edit the answer of ${formatDate(askedDate)}`}
  >
    {({ askedDate, isSilentNumber, note }, index) => (
      <>
        <p>
          Answered {formatDate(askedDate)}
          {index > 0 && ', replaced by a later answer'}.
          {isSilentNumber && ' Silent number: nothing is sent to the mobile telephone.'}
        </p>
        {note !== null && <p className="sf-text">{note}</p>}
      </>
    )}
  </NetCard>
)
