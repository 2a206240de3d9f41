import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from 'nhsuk-react-components'
import { useState } from 'react'
import { forgotForm, forgotPasswordEmail, forgotPasswordSms } from '../../../contract/accounts/account.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { PublicFrame } from './PublicFrame.tsx'
import { signInMethodsQuery } from './signInMethods.ts'

/** The value of the button that asks for a text message, if there are two buttons. */
const byText = 'text'
const askForText = 'Send me a code by text'

/**
 * Asks for a new password by e-mail or text message, as far as the service can send them. The screen shows the same for
 * every name (AU-13).
 */
export const Forgot = () => {
  // Offers both until the methods are known, or if they cannot be read.
  const { mail, texts } = useQuery(signInMethodsQuery, queryClient).data ?? { mail: true, texts: true }
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
  if (!mail && !texts)
    return (
      <PublicFrame title="Forgotten your password?">
        <p>This service sends no messages. Ask your system administrator for a new password.</p>
        <Back />
      </PublicFrame>
    )
  return (
    <PublicFrame title="Forgotten your password?">
      <p>
        {mail && texts ? 'Enter your user name, and choose how we contact you.' : 'Enter your user name.'}
      </p>
      <FormFrame
        form={form}
        submit={mail ? 'Send me a link by e-mail' : askForText}
        onSave={async ({ username }, pressed) => {
          if (mail && pressed?.getAttribute('value') !== byText) {
            await call(forgotPasswordEmail, { username })
            setAsked(true)
            return
          }
          await call(forgotPasswordSms, { username })
          await navigate({ to: '/reset-sms', state: { userName: username } })
        }}
        {...(mail && texts ? { actions: <TextButton /> } : {})}
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

const TextButton = () => (
  <Button secondary type="submit" name="way" value={byText}>
    {askForText}
  </Button>
)

const Back = () => (
  <p className="sf-signin__more">
    <Link to="/login">Back to sign in</Link>
  </p>
)
