import { calendarWaysInWords } from '../../../contract/patients/flags/fallsCalendarConsent.ts'
import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { NetCard } from './NetCard.tsx'

/** The patient's answers about the falls calendar. The latest answer is in force. */
export const FallsCalendarConsents = ({ nets: { fallsCalendarConsents } }: { nets: SafetyNets }) => (
  <NetCard
    id="fallsCalendarConsent"
    title="Falls calendar"
    to="/falls/patient/falls-calendar/$fallsCalendarConsentId"
    mayWrite={useMay('patient.write')}
    add="Add an answer"
    none="The patient has not been asked yet, so nobody asks how often they fell."
    rows={fallsCalendarConsents}
    titleOf={calendarWaysInWords}
    editOf={({ askedDate }) => `Edit the answer of ${formatDate(askedDate)}`}
  >
    {({ askedDate, isSilentNumber, note, recordedBy }, index) => (
      <>
        <p>
          Answered {formatDate(askedDate)}
          {recordedBy !== null && `, recorded by ${recordedBy}`}
          {index > 0 && ', replaced by a later answer'}.
          {isSilentNumber && ' Silent number: nothing is sent to the mobile telephone.'}
        </p>
        {note !== null && <p className="sf-text">{note}</p>}
      </>
    )}
  </NetCard>
)
