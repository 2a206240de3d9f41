import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SummaryList } from 'nhsuk-react-components'
import { openSignIn } from '../../../contract/accounts/account.ts'
import { formatYesNo, orNotRecorded } from '../../../contract/platform/words/format.ts'
import { liftSecondFactor } from '../../../contract/accounts/security.ts'
import { call } from '../../platform/calls/api.ts'
import { signInMethodsQuery } from '../signIn/signInMethods.ts'
import { useSession } from '../../platform/session/session.ts'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import type { Attempt } from './attempt.ts'
import { useShownUser } from './UserFrame.tsx'
import { typedTelephone } from '../../../contract/platform/fields/telephone.ts'

type ShownUser = ReturnType<typeof useShownUser>['user']

/** Who the user is, and actions on their ways to sign in. */
export const UserAccount = ({ attempt }: { attempt: Attempt }) => {
  const { user } = useShownUser()
  const { ask, dialog } = useConfirm()
  const provider = useQuery(signInMethodsQuery).data?.label ?? null
  const { id } = user
  /** Users manage their own password and second step on their own pages, which ask for the current ones first. */
  const isOwn = useSession()?.profile?.user.id === id

  const lift = async (): Promise<void> => {
    const question = {
      title: 'Remove the authenticator app and all passkeys?',
      confirm: 'Yes, remove it',
      says: (
        <p>
          Only when {user.firstName} has lost the telephone or another device and all recovery codes, and you
          are sure who is asking.
        </p>
      ),
    }
    await ask(question, () =>
      attempt(() => call(liftSecondFactor, { userId: id }), 'App and passkeys removed'),
    )
  }

  return (
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
        {factsOf(user, provider).map(([title, value]) => (
          <SummaryList.Row key={title}>
            <SummaryList.Key>{title}</SummaryList.Key>
            <SummaryList.Value>{value}</SummaryList.Value>
          </SummaryList.Row>
        ))}
      </SummaryList>
      {dialog}
    </section>
  )
}

const factsOf = (user: ShownUser, provider: string | null): [string, string][] => [
  ['User name', user.userName],
  ['Family name', user.familyName],
  ['First name', user.firstName],
  ['Display name', user.displayName],
  ['E-mail address', orNotRecorded(user.email)],
  ['Mobile phone', orNotRecorded(typedTelephone(user.phoneNumber, user.phoneNumberNote))],
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
