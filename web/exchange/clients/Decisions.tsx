import { approveClient, revokeClient, type ClientView } from '../../../contract/exchange/client.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { useMay, useSession } from '../../platform/session/session.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { forgetClients } from './clientQueries.ts'
import { purposeOf } from './inWords.ts'

/** What the second person decides, and either may end. */
export const Decisions = ({ view }: { view: ClientView }) => {
  const mayApprove = useMay('fhirClient.approve')
  const mayRevoke = useMay(['administration.write', 'fhirClient.approve'])
  const userId = useSession()?.profile?.user.id
  const { ask, dialog } = useConfirm()
  const { problem, attempt } = useAttempt()
  const { id, version, name, state, registeredById, changedById } = view
  if (state === 'revoked') return null
  const isOwn = userId !== undefined && [registeredById, changedById].includes(userId)
  const decide = async (question: Parameters<typeof ask>[0], work: () => Promise<unknown>, said: string) => {
    if (!(await ask(question))) return
    await attempt(work, said)
    await forgetClients()
  }
  const approve = () =>
    decide(
      {
        title: `Agree that ${name} may read?`,
        confirm: 'Yes, agree',
        says: (
          <p>
            {purposeOf(view.purpose).whose}. It can read this until {formatDate(view.expiresDate)}
            {view.kind === 'app'
              ? ', each time for somebody who has signed in, and only what they may read.'
              : ' at any time, without anybody signing in.'}
          </p>
        ),
      },
      () => call(approveClient, { id, version }),
      `${name} can read now`,
    )
  const revoke = () =>
    decide(
      {
        title: `Revoke ${name}?`,
        confirm: 'Yes, revoke it',
        says: <p>It can read nothing from now on. This is final: to let it read again, register it again.</p>,
      },
      () => call(revokeClient, { id, version }),
      `${name} can no longer read`,
    )
  return (
    <>
      {problem}
      {state === 'waiting' && (
        <p>
          {mayApprove && isOwn
            ? 'You registered or changed it yourself, so somebody else of Information Governance must agree.'
            : mayApprove
              ? 'Check what it may read, for whom and until when. It can read once you agree.'
              : 'It can read once somebody of Information Governance agrees.'}
        </p>
      )}
      <p className="sf-actions">
        {state === 'waiting' && mayApprove && !isOwn && <WorkButton work={approve}>Agree</WorkButton>}
        {mayRevoke && <WorkButton work={revoke}>Revoke</WorkButton>}
      </p>
      {dialog}
    </>
  )
}
