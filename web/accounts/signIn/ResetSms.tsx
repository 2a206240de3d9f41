import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { resetPasswordSms, resetSmsForm } from '../../../contract/accounts/account.ts'
import { call } from '../../platform/calls/api.ts'
import { leaveForNewPassword } from '../../platform/session/session.ts'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { KeptAppField } from './KeptAppField.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { PublicFrame } from './PublicFrame.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The user who asked for a code, passed from screen to screen but not in the address. */
    userName?: string
  }
}

/** Choosing a new password with the code from a text message. */
export const ResetSms = () => {
  const navigate = useNavigate()
  const site = useRouter()
  // Read when the screen opens: later history entries do not have it.
  const [userName] = useState(() => site.state.location.state.userName)
  const form = useZodForm(resetSmsForm, {
    userName: userName ?? '',
    code: '',
    password: '',
    confirmNewPassword: '',
    appCode: '',
  })
  return (
    <PublicFrame title="Choose a new password">
      {userName !== undefined && (
        <p role="status">
          If there is an account with this user name and a mobile number, a code is on its way. It works once,
          for 10 minutes.
        </p>
      )}
      <FormFrame
        form={form}
        submit="Save new password"
        onSave={async ({ appCode, ...values }) => {
          await call(resetPasswordSms, { ...values, ...(appCode === '' ? {} : { appCode }) })
          leaveForNewPassword()
          await navigate({ to: '/login', replace: true })
        }}
      >
        <TextField
          form={form}
          name="userName"
          label="User name"
          autoComplete="username"
          spellCheck={false}
          autoCapitalize="none"
        />
        <TextField
          form={form}
          name="code"
          label="Code from the text message"
          hint="8 digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          width={10}
        />
        <NewPasswordFields form={form} password="password" confirmation="confirmNewPassword" />
        <KeptAppField form={form} />
      </FormFrame>
      <p className="sf-signin__more">
        <Link to="/forgot">Ask for a new code</Link>
      </p>
    </PublicFrame>
  )
}
