import { Link } from '@tanstack/react-router'
import type { IncomingMatch, IncomingView } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { unlessWithheld } from '../../../contract/platform/calls/withheld.ts'
import {
  formatDate,
  formatName,
  formatNhsNumber,
  orNotRecorded,
} from '../../../contract/platform/words/format.ts'
import { inCommon } from '../../../contract/patients/search/possibleDuplicate.ts'

/** Registered patients who may be the person, each with the way to accept the referral for them. */
export const Matches = ({ view: { id, likelyMatches } }: { view: IncomingView }) => (
  <section className="sf-card sf-part" aria-labelledby="matches">
    <h2 className="nhsuk-heading-m" id="matches">
      {likelyMatches.length === 0
        ? 'Not registered'
        : likelyMatches.length === 1
          ? 'Is it this person?'
          : 'Is it one of these people?'}
    </h2>
    {likelyMatches.length === 0 ? (
      <p>No registered patient is like this person.</p>
    ) : (
      <ul className="sf-people">
        {likelyMatches.map((match) => (
          <li key={match.id}>
            <Match match={match} />
            <p className="sf-actions">
              <Link
                className="nhsuk-button"
                to="/falls/incoming-referral"
                search={{ id, step: 'accept', patientId: match.id }}
              >
                Accept for <span translate="no">{formatName(match)}</span>
              </Link>
              <Link to="/falls/patient/view" search={{ id: match.id }}>
                Open the record
              </Link>
            </p>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Match = ({ match }: { match: IncomingMatch }) => (
  <>
    <p>
      <strong translate="no">{formatName(match)}</strong>, born {formatDate(match.dateOfBirth)}, NHS number{' '}
      <span className="sf-nowrap">{formatNhsNumber(match.nhsNumber ?? '')}</span>,{' '}
      {orNotRecorded(unlessWithheld(match, match.postcode))}
    </p>
    <p>
      {match.reasons !== undefined && match.reasons.length > 0 && `In common: ${inCommon(match.reasons)}. `}
      {match.isDeceased && <strong>This patient is recorded as deceased. </strong>}
      {match.openReferrals > 0 && (
        <strong>
          {match.openReferrals === 1
            ? 'This patient has an open referral.'
            : `This patient has ${match.openReferrals} open referrals.`}
        </strong>
      )}
    </p>
  </>
)
