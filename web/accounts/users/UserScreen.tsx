import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { WarningCallout } from 'nhsuk-react-components'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { openExternalSearch } from '../../../contract/accounts/account.ts'
import { call } from '../../platform/calls/api.ts'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import type { Attempt } from './attempt.ts'
import { UserAccount } from './UserAccount.tsx'
import { useShownUser } from './UserFrame.tsx'
import { UserRoles } from './UserRoles.tsx'
import { signInMethodsQuery } from '../signIn/signInMethods.ts'
import { afterUserChange } from './userQueries.ts'
import { UserSessions } from './UserSessions.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** A user with roles and sessions, and the actions on each. */
export const UserScreen = () => {
  const { user } = useShownUser()
  const { problem, attempt: tryTo } = useAttempt()
  const { isPending } = useQuery(signInMethodsQuery)
  const { id } = user

  const attempt: Attempt = async (work, done) => {
    await tryTo(work, done)
    await afterUserChange(id)
  }

  // Waits, because a button that appeared later would push another one under the pointer.
  if (isPending) return <LoadingState what="user" />

  return (
    <>
      <PageTitle tab="User">{user.displayName}</PageTitle>
      <p>
        <Link to="/falls/user-list">Back to all users</Link>
      </p>
      {problem}
      {user.searchClosedAt !== null && (
        <WarningCallout>
          <WarningCallout.Heading headingLevel="h2">Patient search switched off</WarningCallout.Heading>
          <p>
            30 searches within a day found nobody, the last on {formatDateTime(user.searchClosedAt)}. Somebody
            may be guessing who is a patient. Ask {user.firstName} first; the audit trail shows what was
            searched for.
          </p>
          <WorkButton
            work={() => attempt(() => call(openExternalSearch, { userId: id }), 'The user can search again')}
          >
            Switch the search on again
          </WorkButton>
        </WarningCallout>
      )}
      <UserAccount attempt={attempt} />
      <UserRoles attempt={attempt} />
      <UserSessions userId={id} attempt={attempt} />
    </>
  )
}
