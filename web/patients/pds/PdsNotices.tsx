import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { outcomeInWords, type PdsPerson, type TraceReply } from '../../../contract/exchange/pds/pds.ts'
import { formatDate, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { usePds } from './usePds.ts'

/** A stand-in's answers must not be taken for those of PDS. */
export const InventedAnswers = () =>
  usePds() === 'standIn' && <p className="sf-quiet">Demonstration: invented answers.</p>

/** What an answer without a person means. */
export const NobodyFound = ({ reply: { outcome, waitSeconds } }: { reply: TraceReply }) =>
  outcome === 'found' || outcome === 'superseded' ? null : (
    <p className="sf-warning" role="alert">
      {outcomeInWords[outcome]}
      {waitSeconds !== null && ` It asks for ${waitSeconds} ${waitSeconds === 1 ? 'second' : 'seconds'}.`}
    </p>
  )

/** What must be known of the person before anything is accepted. */
export const PersonNotices = ({
  person,
  death,
  sensitive,
}: {
  person: PdsPerson
  /** What can be done about a death. */
  death: ReactNode
  /** What can be done about a sensitive record. */
  sensitive: ReactNode
}) => (
  <>
    {person.supersededNumber !== null && (
      <p className="sf-warning">
        <strong>The NHS number was replaced.</strong> PDS has {formatNhsNumber(person.nhsNumber)} in place of{' '}
        {formatNhsNumber(person.supersededNumber)}.
      </p>
    )}
    {person.isSensitive && (
      <div className="sf-warning">
        <p>
          <strong>This person’s record is sensitive.</strong> PDS gives no address, telephone number, e-mail
          or practice, because nobody may find out where the person is. Ask the person what may be recorded.
        </p>
        {sensitive}
      </div>
    )}
    {person.death !== null && (
      <div className="sf-warning">
        <p>
          <strong>
            PDS says that this person died
            {person.death.day === null ? '' : ` on ${formatDate(person.death.day)}`}.
          </strong>{' '}
          {person.death.isFormal
            ? 'The registrar of deaths confirmed it.'
            : 'The registrar of deaths has not confirmed it.'}
        </p>
        {death}
      </div>
    )}
  </>
)

/** Another patient here has the number that PDS gives: one person may have two records. */
export const NumberTaken = ({
  reply: { isTaken, takenBy },
  patientId,
}: {
  reply: TraceReply
  /** The record that is open; null while one is registered. */
  patientId: number | null
}) => {
  const mayCompare = useMay('duplicate.read')
  if (!isTaken) return null
  return (
    <div className="sf-warning" role="alert">
      <p>
        <strong>Another patient here has this NHS number.</strong>{' '}
        {patientId === null
          ? 'This person is registered already. Open that record in place of a new one.'
          : 'Both records may be of one person, so the number cannot be changed before they are merged.'}
      </p>
      {takenBy !== null && (
        <p>
          {patientId !== null && mayCompare ? (
            <Link to="/falls/compare-records" search={{ patientId, otherId: takenBy }}>
              Compare and merge the two records
            </Link>
          ) : (
            <Link to="/falls/patient/view" search={{ id: takenBy }}>
              Open that record
            </Link>
          )}
          {patientId !== null && !mayCompare && '. A Team Lead can merge them.'}
        </p>
      )}
      {takenBy === null && <p>Ask a Team Lead: you may not see that record.</p>}
    </div>
  )
}
