import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Checkboxes } from 'nhsuk-react-components'
import { useWatch } from 'react-hook-form'
import { labels } from '../../../contract/platform/words/labels.ts'
import { createUser, createUserForm } from '../../../contract/accounts/user.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterAdministration } from '../../platform/calls/queries.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PasswordField } from '../../platform/ui/fields.tsx'
import { SelectField, type Option } from '../../platform/ui/SelectField.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { rolesQuery } from './userQueries.ts'
import { UserFields } from './UserFields.tsx'

const blank = {
  userName: '',
  familyName: '',
  firstName: '',
  displayName: '',
  email: '',
  phoneNumber: '',
  clinicianId: '',
  teamMemberId: '',
  profession: '',
  registration: '',
}

export const UserCreate = () => {
  const { data: roles, error, refetch } = useQuery(rolesQuery)
  // The form waits for the roles: fields that arrive later would push Save away from the pointer.
  if (roles === undefined) return <LoadingOrFailed what="roles" error={error} refetch={refetch} />
  return <NewUser roles={roles} />
}

const NewUser = ({ roles }: { roles: readonly Option[] }) => {
  const navigate = useNavigate()
  const create = useCreateKey()
  const form = useZodForm(createUserForm, {
    user: { ...blank, isActive: true, defaultRole: '' },
    password: '',
    confirmPassword: '',
    roles: [],
  })
  const defaultRole = useWatch({ control: form.control, name: 'user.defaultRole' })
  return (
    <>
      <PageTitle>Add User</PageTitle>
      <p className="sf-purpose">
        The person signs in with the user name and the password below, and must then choose a new password.
      </p>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        onSave={async (values) => {
          const { user } = await create((options) => call(createUser, values, options))
          await forgetAfterAdministration()
          toast('User added')
          await navigate({ to: '/falls/user/view', search: { id: user.id }, replace: true })
        }}
        actions={<CancelLink to="/falls/user-list" />}
      >
        <UserFields form={form} within="user." />
        <SelectField
          form={form}
          name="user.defaultRole"
          label={labels.user.defaultRole}
          hint="The role the person starts in; its home screen opens after sign-in"
          options={roles}
        />
        {/* The NHS component breaks without any checkbox. */}
        {roles.length > 0 && (
          <Checkboxes id="roles" legend="Other roles (optional)" small>
            {roles
              .filter(({ id }) => String(id) !== defaultRole)
              .map(({ id, name }) => (
                <Checkboxes.Item key={id} value={String(id)} {...form.register('roles')}>
                  {name}
                </Checkboxes.Item>
              ))}
          </Checkboxes>
        )}
        <PasswordField
          form={form}
          name="password"
          label={labels.user.password}
          hint="12 characters or more. It is for the first sign-in only."
          autoComplete="new-password"
        />
        <PasswordField
          form={form}
          name="confirmPassword"
          label="Confirm password"
          autoComplete="new-password"
        />
      </FormFrame>
    </>
  )
}
