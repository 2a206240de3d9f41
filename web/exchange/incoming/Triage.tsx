import { eligibilityTitle } from '../../../contract/exchange/incoming/eligibility.ts'
import type { IncomingView } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { signTitle } from './inWords.ts'

/** What decides how soon, and whether at all: the due day, red flags, and what NG249 says. */
export const Triage = ({ view }: { view: IncomingView }) => {
  const { due, isLate, isUrgent, redFlags, eligibility, eligibilityReasons, eligibilityMissing } = view
  return (
    <section className="sf-card sf-part" aria-labelledby="triage">
      <h2 className="nhsuk-heading-m" id="triage">
        To consider
      </h2>
      {redFlags.length > 0 && (
        <div className="sf-offer" role="note">
          <p>
            <strong className="sf-late sf-late--words">
              {redFlags.length === 1 ? 'Red flag' : 'Red flags'}: {redFlags.map(signTitle).join('; ')}.
            </strong>{' '}
            Act today, whatever you decide about the referral. If it is accepted,{' '}
            {redFlags.length === 1 ? 'it becomes a red flag' : 'they become red flags'} of the patient.
          </p>
        </div>
      )}
      <dl className="sf-facts">
        <div>
          <dt>Due</dt>
          <dd>
            {formatDate(due)} {isLate && <span className="sf-late">late</span>}
          </dd>
        </div>
        {isUrgent && (
          <div>
            <dt>Urgency</dt>
            <dd>
              <strong>The sender says that it is urgent</strong>
            </dd>
          </div>
        )}
        {eligibility !== null && (
          <div>
            <dt>NG249</dt>
            <dd>
              {eligibilityTitle(eligibility)}
              {eligibilityReasons.length > 0 && `: ${eligibilityReasons.join('; ')}`}.
              {eligibilityMissing.length > 0 && ` Not known: ${eligibilityMissing.join('; ')}.`}
            </dd>
          </div>
        )}
      </dl>
      <Asked view={view} />
    </section>
  )
}

/** What was asked of the sender, and what came back. */
const Asked = ({ view: { askedWhat, askedDate, chaseDate, answer, state } }: { view: IncomingView }) =>
  askedWhat === null ? null : (
    <p>
      Asked on {formatDate(askedDate)}: {askedWhat}
      {state === 'asked' ? ` (ask again on ${formatDate(chaseDate)})` : ''}
      {answer !== null && (
        <>
          <br />
          Answer: {answer}
        </>
      )}
    </p>
  )
