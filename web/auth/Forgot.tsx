import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from 'nhsuk-react-components'
import { useState } from 'react'
import { forgotForm, forgotPasswordEmail, forgotPasswordSms } from '../../contract/account.ts'
import { call } from '../api.ts'
import { TextField } from '../ui/fields.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { PublicFrame } from './PublicFrame.tsx'

/** Of the button that asks for a text message; any other way of sending the form asks for a mail. */
const byText = 'text'

/** Asking for a new password, by e-mail or by text message. What is shown is the same for every name (AU-13). */
export const Forgot = () => {
  const navigate = useNavigate()
  const form = useZodForm(forgotForm, { username: '' })
  const [isAsked, setAsked] = useState(false)

  if (isAsked)
    return (
      <PublicFrame title="Look in your mail">
        <p role="status">
          If there is an account with this user name and a mail address, a link is on its way. It works once,
          within 30 minutes.
        </p>
        <p>
          Nothing after a few minutes? Look among unwanted mail,{' '}
          <Link to="/forgot" onClick={() => setAsked(false)}>
            ask again
          </Link>
          , or ask your system administrator.
        </p>
        <Back />
      </PublicFrame>
    )
  return (
    <PublicFrame title="Forgotten your password?">
      <p>Say who you are, and choose how to hear from us.</p>
      <FormFrame
        form={form}
        submit="Send me a link by e-mail"
        onSave={async ({ username }, pressed) => {
          if (pressed?.getAttribute('value') !== byText) {
            await call(forgotPasswordEmail, { username })
            setAsked(true)
            return
          }
          await call(forgotPasswordSms, { username })
          await navigate({ to: '/reset-sms', state: { userName: username } })
        }}
        actions={
          <Button secondary type="submit" name="way" value={byText}>
            Send me a code by text
          </Button>
        }
      >
        <TextField
          form={form}
          name="username"
          label="User name"
          autoComplete="username"
          autoFocus
          spellCheck={false}
          autoCapitalize="none"
        />
      </FormFrame>
      <Back />
    </PublicFrame>
  )
}

const Back = () => (
  <p className="sf-signin__more">
    <Link to="/login">Back to sign in</Link>
  </p>
)
