import { Link } from '@tanstack/react-router'
import { removeRole } from '../../../contract/accounts/user.ts'
import { call } from '../../platform/calls/api.ts'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import type { Attempt } from './attempt.ts'
import { useShownUser } from './UserFrame.tsx'

export const UserRoles = ({ attempt }: { attempt: Attempt }) => {
  const { user, roles } = useShownUser()
  const { ask, dialog } = useConfirm()
  const { id } = user

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

  return (
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
      {dialog}
    </section>
  )
}
