import { useQuery } from '@tanstack/react-query'
import { formatDateTime, orNotRecorded } from '../../../contract/platform/words/format.ts'
import { endUserSessions } from '../../../contract/accounts/user.ts'
import { call } from '../../platform/calls/api.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import type { Attempt } from './attempt.ts'
import { sessionsQuery } from './userQueries.ts'

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
          <table className="sf-table sf-table--stacks" role="table">
            <caption className="nhsuk-u-visually-hidden">Open sessions of the user</caption>
            <thead>
              <tr>
                <th scope="col">Since</th>
                <th scope="col">Last seen</th>
                <th scope="col">Address</th>
                <th scope="col">Device</th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <tr key={session.id} role="row">
                  <td role="cell" data-label="Since">
                    {formatDateTime(session.startedAt)}
                  </td>
                  <td role="cell" data-label="Last seen">
                    {formatDateTime(session.lastSeenAt)}
                  </td>
                  <td role="cell" data-label="Address">
                    {orNotRecorded(session.address)}
                  </td>
                  <td role="cell" data-label="Device">
                    {session.device}
                  </td>
                  <td role="cell" className="sf-table__action">
                    {session.isOwn ? (
                      'This session'
                    ) : (
                      <WorkButton
                        label={`End the session of ${formatDateTime(session.startedAt)}`}
                        work={end(session.id)}
                      >
                        End
                      </WorkButton>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
