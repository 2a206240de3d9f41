import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SummaryList, WarningCallout } from 'nhsuk-react-components'
import { useState } from 'react'
import { formatDateTime, formatYesNo, orNotRecorded } from '../../../contract/format.ts'
import { openExternalSearch, openSignIn } from '../../../contract/account.ts'
import { liftSecondFactor } from '../../../contract/security.ts'
import { removeRole } from '../../../contract/user.ts'
import { ApiError, call } from '../../api.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { useSession } from '../../session.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useConfirm } from '../../ui/useConfirm.tsx'
import { WorkButton } from '../../ui/WorkButton.tsx'
import { useShownUser } from './UserFrame.tsx'
import { signInMethodsQuery } from '../../auth/signInMethods.ts'
import { afterUserChange } from './userQueries.ts'
import { UserSessions } from './UserSessions.tsx'

/** A user with roles and sessions, and what can be done about each. */
export const UserScreen = () => {
  const { user, roles } = useShownUser()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const { ask, dialog } = useConfirm()
  const { data: methods, isPending } = useQuery(signInMethodsQuery)
  const provider = methods?.label ?? null
  const { id } = user
  /** One's own password and second step are kept on one's own pages, where they are asked for first. */
  const isOwn = useSession()?.profile?.user.id === id

  const attempt = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work()
      setFailure(null)
      toast(done)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    }
    await afterUserChange(id)
  }

  const remove = async (role: { id: number; name: string }): Promise<void> => {
    const question = {
      title: `Remove the role ${role.name}?`,
      confirm: 'Yes, remove it',
      says: <p>{user.displayName} can no longer use it, from the next click on.</p>,
    }
    await ask(question, () =>
      attempt(() => call(removeRole, { id, version: user.version, role: role.id }), 'Role removed'),
    )
  }

  const lift = async (): Promise<void> => {
    const question = {
      title: 'Remove the authenticator app and all passkeys?',
      confirm: 'Yes, remove it',
      says: (
        <p>
          Only when {user.firstName} has lost the telephone or another device and all recovery codes, and you
          are sure who asks.
        </p>
      ),
    }
    await ask(question, () =>
      attempt(() => call(liftSecondFactor, { userId: id }), 'App and passkeys removed'),
    )
  }

  // A button that came later would push another one under the pointer.
  if (isPending) return <LoadingState what="user" />

  const facts: [string, string][] = [
    ['User name', user.userName],
    ['Family name', user.familyName],
    ['First name', user.firstName],
    ['Display name', user.displayName],
    ['E-mail address', orNotRecorded(user.email)],
    ['Mobile phone', orNotRecorded(user.phoneNumber)],
    ['Default role', user.defaultRole],
    ['Is this clinician', orNotRecorded(user.names.clinician)],
    ['Is this team member', orNotRecorded(user.names.teamMember)],
    ['Active', formatYesNo(user.isActive)],
    ['Must change password', formatYesNo(user.mustChangePassword)],
    ['Authenticator app', formatYesNo(user.hasSecondFactor)],
    ['Passkeys', String(user.passkeys)],
    ...(provider === null
      ? []
      : [[`Identifier at ${provider}`, orNotRecorded(user.providerIdentifier)] as [string, string]]),
  ]
  return (
    <>
      <PageTitle tab="User">{user.displayName}</PageTitle>
      <p>
        <Link to="/falls/user-list">Back to all users</Link>
      </p>
      {failure !== null && <FailedState error={failure} />}
      {user.searchClosedAt !== null && (
        <WarningCallout>
          <WarningCallout.Heading headingLevel="h2">Patient search switched off</WarningCallout.Heading>
          <p>
            30 searches within a day found nobody, the last on {formatDateTime(user.searchClosedAt)}. Somebody
            may be guessing who is a patient. Ask {user.firstName} first; what was searched for stands in the
            audit trail.
          </p>
          <WorkButton
            work={() => attempt(() => call(openExternalSearch, { userId: id }), 'The user can search again')}
          >
            Switch the search on again
          </WorkButton>
        </WarningCallout>
      )}
      <section className="sf-card sf-part" aria-labelledby="account">
        <div className="sf-part__head">
          <h2 className="nhsuk-heading-m" id="account">
            Account
          </h2>
          <div className="sf-part__buttons">
            <Link className="sf-button" to="/falls/user/edit" search={{ id }}>
              Edit
            </Link>
            {!isOwn && (
              <Link className="sf-button" to="/falls/user/password" search={{ id }}>
                Change password
              </Link>
            )}
            {provider !== null && (
              <Link className="sf-button" to="/falls/user/provider" search={{ id }}>
                Identifier at {provider}
              </Link>
            )}
            <WorkButton
              work={() => attempt(() => call(openSignIn, { userId: id }), 'The user can sign in again')}
            >
              Unlock
            </WorkButton>
            {(user.hasSecondFactor || user.passkeys > 0) && !isOwn && (
              <button type="button" className="sf-button" onClick={() => void lift()}>
                Remove app and passkeys
              </button>
            )}
          </div>
        </div>
        <SummaryList className="sf-facts">
          {facts.map(([title, value]) => (
            <SummaryList.Row key={title}>
              <SummaryList.Key>{title}</SummaryList.Key>
              <SummaryList.Value>{value}</SummaryList.Value>
            </SummaryList.Row>
          ))}
        </SummaryList>
      </section>
      <section className="sf-card sf-part" aria-labelledby="roles">
        <div className="sf-part__head">
          <h2 className="nhsuk-heading-m" id="roles">
            Roles
          </h2>
          <Link className="sf-button" to="/falls/user/role" search={{ id }}>
            Add role
          </Link>
        </div>
        <table className="sf-table">
          <caption className="nhsuk-u-visually-hidden">Roles that the user holds</caption>
          <thead>
            <tr>
              <th scope="col">Role</th>
              <th scope="col">Profile</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            {roles.map((role) => (
              <tr key={role.id}>
                <th scope="row">{role.name}</th>
                <td>{role.profile === 'none' ? 'None' : role.profile}</td>
                <td>
                  <button
                    type="button"
                    className="sf-button"
                    aria-label={`Remove role ${role.name}`}
                    onClick={() => void remove(role)}
                  >
                    Remove
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <UserSessions userId={id} attempt={attempt} />
      {dialog}
    </>
  )
}
