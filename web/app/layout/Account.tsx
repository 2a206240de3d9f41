import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../accounts/signIn/signOut.ts'
import { roleNow, switchRole, useSession } from '../../platform/session/session.ts'
import { MenuButton } from '../../platform/ui/MenuButton.tsx'

/** Shows who is signed in and in which role; changes the role and signs out. */
export const Account = () => {
  const session = useSession()
  const navigate = useNavigate()
  const now = roleNow(session)
  const { user, roles = [] } = session?.profile ?? {}
  return (
    <MenuButton
      className="sf-account"
      title={`${user?.displayName ?? ''}, ${now?.name ?? 'No role'}`}
      face={
        <span className="sf-account__face">
          <strong>{user?.displayName}</strong> <span>{now?.name ?? 'No role'}</span>
        </span>
      }
      entries={[
        ...roles
          .filter(({ id }) => id !== now?.id)
          .map((role) => ({
            label: `Work as ${role.name}`,
            act: () => {
              switchRole(role)
              void navigate({ to: '/falls' })
            },
          })),
        { label: 'Account and safety', act: () => void navigate({ to: '/falls/security' }) },
        { label: 'Change password', act: () => void navigate({ to: '/falls/password' }) },
        { label: 'Sign out', act: () => void signOut() },
      ]}
    />
  )
}
