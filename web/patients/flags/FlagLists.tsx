import { Link } from '@tanstack/react-router'
import { today } from '../../../contract/platform/dates/dates.ts'
import type { Flag } from '../../../contract/patients/flags/flag.ts'
import { flagKindOf } from '../../../contract/patients/flags/flagKinds.ts'
import { redFlagActionTitle } from '../../../contract/patients/flags/redFlag.ts'
import { formatDate, formatDateTime, orNotRecorded } from '../../../contract/platform/words/format.ts'
import { usePatient } from '../frames/PatientFrame.tsx'
import { useMay } from '../../platform/session/session.ts'
import { Card } from './Card.tsx'
import { flagInWords } from './flagInWords.ts'

/** Open flags, with the actions for each. */
export const OpenFlags = ({ flags }: { flags: readonly Flag[] }) => {
  const { id } = usePatient()
  const mayWrite = useMay('patient.write')
  return (
    <Card
      id="flag"
      title="Flags"
      action={
        mayWrite && (
          <Link
            className="sf-button"
            to="/falls/patient/flag/$flagId"
            params={{ flagId: '0' }}
            search={{ id }}
          >
            Add a flag
          </Link>
        )
      }
    >
      {flags.length === 0 && <p>No flag is set.</p>}
      <ul className="sf-flags">
        {flags.map((flag) => (
          <li key={flag.id} className="sf-flags__one">
            <h3 className="sf-flags__title">{flagInWords(flag)}</h3>
            <FlagFacts flag={flag} />
            {mayWrite && <FlagActions flag={flag} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const FlagFacts = ({ flag }: { flag: Flag }) => {
  const { reviewLabel = 'Review day', sinceLabel } = flagKindOf(flag.kind)
  const isLate = flag.reviewDate < today()
  return (
    <>
      {flag.kind === 'redFlag' && (
        <p>
          {flag.action === null ? (
            <strong>Not answered: nobody has said what was done.</strong>
          ) : (
            `What was done: ${redFlagActionTitle(flag.action) ?? flag.action}.`
          )}
        </p>
      )}
      {flag.detail !== null && <p className="sf-text">{flag.detail}</p>}
      {sinceLabel !== undefined && flag.sinceDate !== null && (
        <p>
          {sinceLabel} {formatDate(flag.sinceDate)}.
        </p>
      )}
      <p>
        {reviewLabel} {formatDate(flag.reviewDate)}
        {isLate && <strong> (past)</strong>}.
      </p>
      <p className="sf-quiet">
        Set by {orNotRecorded(flag.setBy)} on {formatDateTime(flag.setAt)}
        {flag.source !== null && sourceWords(flag.source)}.
        {flag.reviewedAt !== null &&
          ` Reviewed by ${orNotRecorded(flag.reviewedBy)} on ${formatDateTime(flag.reviewedAt)}.`}
      </p>
    </>
  )
}

const sources: Readonly<Record<string, string>> = {
  wellbeing: ', in a wellbeing assessment',
  followup: ', in a telephone follow-up',
  fall: ', with a fall',
  incoming: ', in the referral as it came in',
  ownPage: ', on the own page of the patient',
  fallsCalendar: ', in a reply to the falls calendar',
}
const sourceWords = (source: string): string => sources[source] ?? ''

type StepScreen =
  '/falls/patient/flag/$flagId' | '/falls/patient/flag-review/$flagId' | '/falls/patient/flag-end/$flagId'

const FlagActions = ({ flag }: { flag: Flag }) => {
  const { id } = usePatient()
  const mayEnd = useMay(flag.kind === 'redFlag' ? 'clinical.write' : 'patient.write')
  const name = flagInWords(flag)
  const link = (verb: string, to: StepScreen) => (
    <Link
      className="sf-button"
      to={to}
      params={{ flagId: String(flag.id) }}
      search={{ id }}
      aria-label={`${verb} ${name}`}
    >
      {verb}
    </Link>
  )
  return (
    <p className="sf-actions">
      {link(
        flag.kind === 'redFlag' && flag.action === null ? 'Answer' : 'Edit',
        '/falls/patient/flag/$flagId',
      )}
      {link('Review', '/falls/patient/flag-review/$flagId')}
      {mayEnd && link('End', '/falls/patient/flag-end/$flagId')}
    </p>
  )
}

/** Ended flags, and why each one ended. */
export const EndedFlags = ({ flags }: { flags: readonly Flag[] }) => (
  <Card id="ended" title="Ended flags">
    <ul className="sf-flags">
      {flags.map((flag) => (
        <li key={flag.id} className="sf-flags__one">
          <h3 className="sf-flags__title">{flagInWords(flag)}</h3>
          {flag.detail !== null && <p className="sf-text">{flag.detail}</p>}
          <p>{flag.endedNote}</p>
          <p className="sf-quiet">
            Set by {orNotRecorded(flag.setBy)} on {formatDateTime(flag.setAt)}. Ended by{' '}
            {orNotRecorded(flag.endedBy)} on {formatDateTime(flag.endedAt)}.
          </p>
        </li>
      ))}
    </ul>
  </Card>
)
