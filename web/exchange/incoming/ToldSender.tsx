import { toldByTelephone, type IncomingView } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { forgetIncoming } from './incomingQueries.ts'

const answerWords = {
  accepted: 'that it was accepted',
  declined: 'that it was declined',
  assessed: 'that the person was assessed',
  ended: 'how it ended',
} as const
const stateWords = { waiting: 'is being sent', sent: 'was sent', failed: 'could not be sent' } as const

/** The messages to a sender that takes messages, and what is to be done where one could not be delivered. */
export const ToldSender = ({ view }: { view: IncomingView }) => (
  <>
    {view.answers.map(({ outcome, state, at, problem, toldAt, toldBy }, place) => (
      <p key={place}>
        The message to the sender {outcome !== null && `${answerWords[outcome]} `}
        {state === 'failed' && toldAt === null ? <strong>{stateWords[state]}</strong> : stateWords[state]} (
        {formatDateTime(at)}). {state !== 'sent' && problem}
        {toldAt !== null && ` Told by telephone on ${formatDateTime(toldAt)} by ${toldBy ?? ''}.`}
      </p>
    ))}
    {view.isToPassOn && <PassOn view={view} />}
  </>
)

const PassOn = ({ view: { id, version, told } }: { view: IncomingView }) => {
  const { problem, attempt } = useAttempt()
  const pass = async (): Promise<void> => {
    await attempt(() => call(toldByTelephone, { id, version }), 'Recorded')
    await forgetIncoming()
  }
  const { name, organisation, telephone } = told?.sender ?? {}
  const who = [name, organisation].filter(Boolean).join(', ')
  return (
    <div className="sf-offer" role="note">
      <p>
        <strong>Ring the sender</strong>
        {who !== '' && (
          <>
            {': '}
            <span translate="no">{who}</span>
          </>
        )}
        {telephone != null && (
          <>
            , <span className="sf-nowrap">{telephone}</span>
          </>
        )}
        . Say what was decided and why, then record it here.
      </p>
      {problem}
      <WorkButton look="primary" work={pass}>
        Told by telephone
      </WorkButton>
    </div>
  )
}
