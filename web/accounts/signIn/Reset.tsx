import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { resetForm, resetPassword } from '../../../contract/accounts/account.ts'
import { call } from '../../platform/calls/api.ts'
import { leaveForNewPassword } from '../../platform/session/session.ts'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { KeptAppField } from './KeptAppField.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { PublicFrame } from './PublicFrame.tsx'

/** Choosing a new password from a mailed link. The code is removed from the address bar at once. */
export const Reset = () => {
  const navigate = useNavigate()
  const search = useSearch({ from: '/reset' })
  const [given] = useState(search)
  const form = useZodForm(resetForm, { password: '', confirmNewPassword: '', appCode: '' })
  const { userId = '', code = '' } = given
  const isWhole = userId !== '' && code !== ''

  useEffect(() => {
    void navigate({ to: '/reset', search: {}, replace: true })
  }, [navigate])

  if (!isWhole)
    return (
      <PublicFrame title="This link is not complete">
        <p>
          Open it again from the message, whole, or <Link to="/forgot">ask for a new one</Link>.
        </p>
      </PublicFrame>
    )
  return (
    <PublicFrame title="Choose a new password">
      <FormFrame
        form={form}
        submit="Save new password"
        onSave={async ({ appCode, ...passwords }) => {
          const kept = appCode === '' ? {} : { appCode }
          await call(resetPassword, { ...passwords, ...kept, userId, code })
          leaveForNewPassword()
          await navigate({ to: '/login', replace: true })
        }}
      >
        <NewPasswordFields form={form} password="password" confirmation="confirmNewPassword" />
        <KeptAppField form={form} />
      </FormFrame>
      <p className="sf-signin__more">
        <Link to="/forgot">Ask for a new link</Link>
      </p>
    </PublicFrame>
  )
}
