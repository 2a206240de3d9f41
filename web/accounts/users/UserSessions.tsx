import { useQuery } from '@tanstack/react-query'
import { formatDateTime, orNotRecorded } from '../../../contract/platform/words/format.ts'
import { endUserSessions } from '../../../contract/accounts/user.ts'
import { call } from '../../platform/calls/api.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import type { Attempt } from './attempt.ts'
import { sessionsQuery } from './userQueries.ts'
import { StackedTable } from '../../platform/ui/StackedTable.tsx'

interface UserSessionsProps {
  userId: number
  attempt: Attempt
}

/** Where the user is signed in now, with buttons to end these sessions. */
export const UserSessions = ({ userId, attempt }: UserSessionsProps) => {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery(userId))
  const end = (sessionId?: number) => () =>
    attempt(
      () => call(endUserSessions, sessionId === undefined ? { userId } : { userId, sessionId }),
      sessionId === undefined ? 'All sessions ended' : 'Session ended',
    )
  return (
    <section className="sf-card sf-part" aria-labelledby="sessions">
      <div className="sf-part__head">
        <h2 className="nhsuk-heading-m" id="sessions">
          Signed in now
        </h2>
        {sessions !== undefined && sessions.length > 0 && (
          <WorkButton work={end()}>End all sessions</WorkButton>
        )}
      </div>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {sessions?.length === 0 && <p>Nowhere.</p>}
      {sessions !== undefined && sessions.length > 0 && (
        <div className="sf-scroll">
          <StackedTable
            caption="Open sessions of the user"
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Since', cell: ({ startedAt }) => formatDateTime(startedAt) },
              { title: 'Last seen', cell: ({ lastSeenAt }) => formatDateTime(lastSeenAt) },
              { title: 'Address', cell: ({ address }) => orNotRecorded(address) },
              { title: 'Device', cell: ({ device }) => device },
            ]}
            showsAction
            action={({ id, isOwn, startedAt }) =>
              isOwn ? (
                'This session'
              ) : (
                <WorkButton label={`End the session of ${formatDateTime(startedAt)}`} work={end(id)}>
                  End
                </WorkButton>
              )
            }
          />
        </div>
      )}
    </section>
  )
}
