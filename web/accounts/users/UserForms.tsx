import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { labels } from '../../../contract/platform/words/labels.ts'
import {
  addRole,
  addRoleForm,
  adminPasswordForm,
  adminResetPassword,
  editUserForm,
  saveUser,
} from '../../../contract/accounts/user.ts'
import { nameAtProvider, nameAtProviderForm } from '../../../contract/accounts/provider.ts'
import { NewPasswordFields } from '../signIn/NewPasswordFields.tsx'
import { ApiError, call } from '../../platform/calls/api.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { leavingInWords } from './leaving.ts'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { idText } from '../../platform/ui/idText.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { useShownUser } from './UserFrame.tsx'
import { signInMethodsQuery } from '../signIn/signInMethods.ts'
import { afterUserChange, rolesQuery } from './userQueries.ts'
import { UserFields } from './UserFields.tsx'
import { typedTelephone } from '../../../contract/platform/fields/telephone.ts'

/** Returns to the user's view with a message about what was done. */
const useDone = () => {
  const { user } = useShownUser()
  const navigate = useNavigate()
  return async (said: string): Promise<void> => {
    await afterUserChange(user.id)
    toast(said)
    await navigate({ to: '/falls/user/view', search: { id: user.id }, replace: true })
  }
}

const Cancel = () => {
  const { user } = useShownUser()
  return <CancelLink to="/falls/user/view" search={{ id: user.id }} />
}

export const UserEdit = () => {
  // The state when the form opened. A background refresh must not overwrite what is being typed.
  const [{ user, roles }] = useState(useShownUser())
  const navigate = useNavigate()
  const done = useDone()
  const { ask, dialog } = useConfirm()
  const form = useZodForm(editUserForm, {
    userName: user.userName,
    familyName: user.familyName,
    firstName: user.firstName,
    displayName: user.displayName,
    email: user.email ?? '',
    phoneNumber: typedTelephone(user.phoneNumber, user.phoneNumberNote),
    isActive: user.isActive,
    clinicianId: idText(user.clinicianId),
    teamMemberId: idText(user.teamMemberId),
    profession: user.profession ?? '',
    registration: user.registration ?? '',
    defaultRole: String(roles.find(({ name }) => name === user.defaultRole)?.id ?? ''),
  })
  return (
    <>
      <PageTitle>Edit User</PageTitle>
      <StoredForm
        form={form}
        version={user.version}
        leave={() =>
          afterUserChange(user.id).then(() =>
            navigate({ to: '/falls/user/view', search: { id: user.id }, replace: true }),
          )
        }
        actions={<Cancel />}
        save={async (values, version) => {
          if (user.isActive && values.isActive === false) {
            const leaving = user.clinicianId === null ? null : await leavingInWords(user.clinicianId)
            const isSure = await ask({
              title: `Disable ${user.displayName}?`,
              confirm: 'Yes, disable the account',
              says: (
                <>
                  <p>The person is signed out everywhere at once and cannot sign in. Their records stay.</p>
                  {leaving !== null && <p>{leaving}</p>}
                </>
              ),
            })
            if (!isSure) throw new ApiError(0, 'Not saved. Your changes are still here.')
          }
          await call(saveUser, { ...values, id: user.id, version })
        }}
        done={() => done('User saved')}
      >
        <UserFields form={form} person={user} />
        <SelectField
          form={form}
          name="defaultRole"
          label={labels.user.defaultRole}
          hint="One of the roles the person holds; its home screen opens after signing in"
          options={roles}
        />
      </StoredForm>
      {dialog}
    </>
  )
}

export const UserPassword = () => {
  const { user } = useShownUser()
  const done = useDone()
  const form = useZodForm(adminPasswordForm, {
    password: '',
    confirmPassword: '',
    keepPasskeys: false,
    keepAuthenticator: false,
  })
  return (
    <>
      <PageTitle>Change Password</PageTitle>
      <p className="sf-purpose">
        {user.displayName} is signed out everywhere, signs in with this password and must then choose a new
        one. Make sure that it is really {user.firstName} who asks.
      </p>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        actions={<Cancel />}
        onSave={async ({ keepPasskeys, keepAuthenticator, ...passwords }) => {
          await call(adminResetPassword, {
            ...passwords,
            userId: user.id,
            ...(keepPasskeys === true ? { keepPasskeys } : {}),
            ...(keepAuthenticator === true ? { keepAuthenticator } : {}),
          })
          await done('Password changed')
        }}
      >
        <NewPasswordFields form={form} password="password" confirmation="confirmPassword" />
        {user.hasSecondFactor && (
          <CheckboxField
            form={form}
            name="keepAuthenticator"
            label="Keep the authenticator app"
            hint={`Only if ${user.firstName} has set it up and still has it. Otherwise it is removed.`}
          />
        )}
        {user.passkeys > 0 && (
          <CheckboxField
            form={form}
            name="keepPasskeys"
            label={user.passkeys === 1 ? 'Keep the passkey' : `Keep all ${user.passkeys} passkeys`}
            hint={`Only if ${user.firstName} knows ${user.passkeys === 1 ? 'it' : 'every one of them'}. Otherwise somebody else could still sign in with one.`}
          />
        )}
      </FormFrame>
    </>
  )
}

export const UserRole = () => {
  const { user, roles: held } = useShownUser()
  const done = useDone()
  const { data: roles = [] } = useQuery(rolesQuery)
  const form = useZodForm(addRoleForm, { role: '' })
  return (
    <>
      <PageTitle>Add Role</PageTitle>
      <p className="sf-purpose">{user.displayName} can use the role from the next click on.</p>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        actions={<Cancel />}
        onSave={async ({ role }) => {
          await call(addRole, { id: user.id, version: user.version, role })
          await done('Role added')
        }}
      >
        <SelectField
          form={form}
          name="role"
          label="Role"
          options={roles.filter(({ id }) => !held.some((role) => role.id === id))}
        />
      </FormFrame>
    </>
  )
}

export const UserProvider = () => {
  const { user } = useShownUser()
  const done = useDone()
  const provider = useQuery(signInMethodsQuery).data?.label
  const form = useZodForm(nameAtProviderForm, { identifier: user.providerIdentifier ?? '' })
  const name = provider ?? 'the provider'
  return (
    <>
      <PageTitle>Identifier at {name}</PageTitle>
      <p className="sf-purpose">
        {user.displayName} can also sign in through {name}, which knows the user by this identifier. Changing
        it signs the user out; without one the user cannot sign in that way.
      </p>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        actions={<Cancel />}
        onSave={async ({ identifier }) => {
          await call(nameAtProvider, { userId: user.id, identifier })
          await done('Identifier saved')
        }}
      >
        <TextField
          form={form}
          name="identifier"
          label="Identifier (optional)"
          hint="Exactly as the provider writes it"
          autoComplete="off"
          width={20}
        />
      </FormFrame>
    </>
  )
}
