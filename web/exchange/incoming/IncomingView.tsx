import { Link } from '@tanstack/react-router'
import {
  invitationWords,
  reopenIncoming,
  type IncomingView,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import { isUndecided, sourceTitle, stateTitle } from '../../../contract/exchange/incoming/source.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import { formatDate, formatDateTime, formatName } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { forgetIncoming } from './incomingQueries.ts'
import { LettersOf } from './LettersOf.tsx'
import { Matches } from './Matches.tsx'
import { ToldSender } from './ToldSender.tsx'
import { Triage } from './Triage.tsx'
import { WhoIsReferred, WhyReferred } from './WhatWasTold.tsx'

/** One referral that came in: who it is about, what speaks for it, and the decision. */
export const ViewIncoming = ({ view }: { view: IncomingView }) => {
  const { familyName, firstName, reference, source, receivedAt } = view
  return (
    <>
      <PageTitle tab="Incoming referral">
        {familyName === null ? reference : formatName({ familyName, firstName, namePrefix: null })}
      </PageTitle>
      <p className="sf-purpose">
        {sourceTitle(source)}, received {formatDateTime(receivedAt)}. Reference{' '}
        <span className="sf-nowrap" translate="no">
          {reference}
        </span>
        .
      </p>
      {view.declinedBefore !== null && (
        <div className="sf-offer" role="note">
          <p>
            <strong>
              Declined before, on {formatDate(dayOfInstant(view.declinedBefore.at))}, because{' '}
              {view.declinedBefore.reason}.
            </strong>{' '}
            The referrer sent it again.{' '}
            <Link to="/falls/incoming-referral" search={{ id: view.declinedBefore.id }}>
              The referral as it was declined
            </Link>
          </p>
        </div>
      )}
      {view.notice !== null && (
        <div className="sf-offer" role="note">
          <p>
            <strong>{view.notice}</strong>
          </p>
        </div>
      )}
      {isUndecided(view.state) ? <ToDecide view={view} /> : <Decided view={view} />}
      {view.told === null ? (
        <p>What the sender wrote was removed 90 days after the decision.</p>
      ) : (
        <>
          {!isUndecided(view.state) && <WhyReferred told={view.told} />}
          <WhoIsReferred told={view.told} />
        </>
      )}
      <p>
        <Link to="/falls/incoming-referrals">Go back to the referrals to triage</Link>
      </p>
    </>
  )
}

const ToDecide = ({ view }: { view: IncomingView }) => (
  <>
    <Triage view={view} />
    {view.told !== null && <WhyReferred told={view.told} />}
    <Matches view={view} />
    <LettersOf view={view} />
    <Invitation view={view} />
    <Buttons view={view} />
  </>
)

/** Why a person of a case-finding list cannot be invited. */
const Invitation = ({ view: { invitation } }: { view: IncomingView }) =>
  invitation === null || invitation === 'may' ? null : (
    <div className="sf-offer" role="note">
      <p>{invitationWords(invitation)}</p>
    </div>
  )

/** What is asked before a decision: of the sender, or of the person whom a case-finding list names. */
const stepBefore = ({ state, invitation }: IncomingView): { step: string; title: string } | null => {
  if (state === 'asked') return { step: 'answer', title: 'Record the answer' }
  if (invitation === 'may') return { step: 'invite', title: 'Invite' }
  return invitation === 'died' || invitation === 'optedOut' ? null : { step: 'ask', title: 'Ask for more' }
}

const Buttons = ({ view }: { view: IncomingView }) => {
  const { id, likelyMatches } = view
  const before = stepBefore(view)
  const isFirst = likelyMatches.length === 0
  return (
    <p className="sf-actions">
      <Link
        className={isFirst ? 'nhsuk-button' : 'nhsuk-button nhsuk-button--secondary'}
        to="/falls/incoming-referral"
        search={{ id, step: 'accept' }}
      >
        {isFirst ? 'Accept' : 'Accept as a new patient'}
      </Link>
      <Link
        className="nhsuk-button nhsuk-button--secondary"
        to="/falls/incoming-referral"
        search={{ id, step: 'decline' }}
      >
        Decline
      </Link>
      {before !== null && (
        <Link
          className="nhsuk-button nhsuk-button--secondary"
          to="/falls/incoming-referral"
          search={{ id, step: before.step }}
        >
          {before.title}
        </Link>
      )}
    </p>
  )
}

const Decided = ({ view }: { view: IncomingView }) => {
  const { id, version, state, decidedAt, decidedBy, declinedReason, declinedNote, told } = view
  const { problem, attempt } = useAttempt()
  const reopen = async (): Promise<void> => {
    await attempt(() => call(reopenIncoming, { id, version }), 'It is to be decided again')
    await forgetIncoming()
  }
  return (
    <section className="sf-card sf-part" aria-label="Decision">
      <h2 className="nhsuk-heading-m">{stateTitle(state)}</h2>
      <p>
        {decidedAt !== null && `On ${formatDateTime(decidedAt)}`}
        {decidedBy !== null && ` by ${decidedBy}`}.{declinedReason !== null && ` Reason: ${declinedReason}.`}{' '}
        {declinedNote}
      </p>
      {problem}
      {view.pathwayId !== null && view.patientId !== null && (
        <p>
          <Link to="/falls/pathway/view" search={{ id: view.pathwayId, patientId: view.patientId }}>
            Open the referral
          </Link>
        </p>
      )}
      <ToldSender view={view} />
      {state === 'declined' && told !== null && view.letters.length === 0 && (
        <p>No letter was written: the sender is told by telephone.</p>
      )}
      <LettersOf view={view} />
      {state !== 'accepted' && told !== null && <WorkButton work={reopen}>Undo: decide again</WorkButton>}
    </section>
  )
}
