import { useQuery } from '@tanstack/react-query'
import { endSessions, type SecurityView } from '../../../contract/accounts/security.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { useSession } from '../../platform/session/session.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx'
import { Passkeys } from './Passkeys.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { securityQuery } from './securityQuery.ts'
import { StackedTable } from '../../platform/ui/StackedTable.tsx'

const { queryKey } = securityQuery

/**
 * The user's own account: the second step, recent sign-ins, ending sessions that were left open, and this browser's
 * keyboard shortcuts.
 */
export const Security = () => {
  const pendingStep = useSession()?.profile?.owes
  const { data, error, refetch } = useQuery(securityQuery)
  if (error !== null) return <FailedState error={error} reset={() => void refetch()} />
  if (data === undefined) return <LoadingState />
  return (
    <>
      <PageTitle>Your account and its safety</PageTitle>
      {pendingStep === 'second-factor' && (
        <p className="sf-warning" role="status">
          Your role needs a second step at sign-in. Set up an authenticator app to go on, or sign in with a
          passkey.
        </p>
      )}
      <SecondFactor
        state={data.secondFactor}
        onChange={() => void queryClient.invalidateQueries({ queryKey })}
      />
      <Passkeys
        passkeys={data.passkeys}
        hasApp={data.secondFactor.isOn}
        onChange={() => void queryClient.invalidateQueries({ queryKey })}
      />
      <SignIns signIns={data.signIns} />
      <Devices devices={data.devices} />
      <KeyboardShortcuts />
    </>
  )
}

const SignIns = ({ signIns }: Pick<SecurityView, 'signIns'>) => {
  const end = async (sessionId: number | null) => {
    await call(endSessions, { sessionId })
    toast(sessionId === null ? 'All other sessions have been ended' : 'The session has been ended')
    await queryClient.invalidateQueries({ queryKey })
  }
  const others = signIns.filter(({ isOpen, isCurrent }) => isOpen && !isCurrent)
  return (
    <section className="sf-card" aria-labelledby="sign-ins">
      <h2 className="nhsuk-heading-m" id="sign-ins">
        Recent sign-ins
      </h2>
      <p>One that was not you? End it, change your password and tell your system administrator.</p>
      <div className="sf-scroll" tabIndex={0} role="region" aria-label="Table of recent sign-ins">
        <StackedTable
          rows={signIns}
          keyOf={({ id }) => id}
          columns={[
            { title: 'When', cell: ({ startedAt }) => formatDateTime(startedAt) },
            { title: 'Device', cell: ({ device }) => device },
            { title: 'Address', cell: ({ address }) => address },
            {
              title: 'State',
              cell: ({ isCurrent, isOpen }) => (isCurrent ? 'This session' : isOpen ? 'Open' : 'Ended'),
            },
          ]}
          action={({ id, isOpen, isCurrent, startedAt }) =>
            isOpen &&
            !isCurrent && (
              <WorkButton look="link" work={() => end(id)}>
                End
                <span className="nhsuk-u-visually-hidden"> the session of {formatDateTime(startedAt)}</span>
              </WorkButton>
            )
          }
        />
      </div>
      {others.length > 1 && (
        <WorkButton look="secondary" work={() => end(null)}>
          End all other sessions
        </WorkButton>
      )}
    </section>
  )
}

const Devices = ({ devices }: Pick<SecurityView, 'devices'>) => (
  <section className="sf-card" aria-labelledby="devices">
    <h2 className="nhsuk-heading-m" id="devices">
      Devices
    </h2>
    {devices.length === 0 ? (
      <p>No device is remembered yet. A device is remembered from its next sign-in.</p>
    ) : (
      <ul>
        {devices.map((each) => (
          <li key={each.id}>
            {each.device}: first on {formatDateTime(each.firstSeenAt)}, last on{' '}
            {formatDateTime(each.lastSeenAt)}
          </li>
        ))}
      </ul>
    )}
  </section>
)
