import { PasswordInput, TextInput } from 'nhsuk-react-components'
import { useState } from 'react'
import { z } from 'zod'
import { signInForm } from '../../../contract/accounts/session.ts'
import { FormShell } from '../../platform/ui/FormShell.tsx'
import type { Credentials } from './signIn.ts'
import { usePatientSignIn } from './usePatientSignIn.ts'
import { useSignInForm } from './useSignInForm.ts'

interface SignInFormProps {
  /** The required user, if only that user may continue here. */
  userName?: string
  onDone: () => void | Promise<void>
}

/** User name and password, and the authenticator app's code if one is set up. */
export const SignInForm = ({ userName, onDone }: SignInFormProps) => {
  const [first, setFirst] = useState<Credentials | null>(null)
  return first === null ? (
    <PasswordStep userName={userName} onDone={onDone} onCode={setFirst} />
  ) : (
    <CodeStep credentials={first} onDone={onDone} onBack={() => setFirst(null)} />
  )
}

const PasswordStep = ({
  userName = '',
  onDone,
  onCode,
}: {
  userName: string | undefined
  onDone: () => void | Promise<void>
  onCode: (credentials: Credentials) => void
}) => {
  const { signIn, notice } = usePatientSignIn()
  const { messageOf, shell } = useSignInForm(signInForm, async (credentials) => {
    if ((await signIn(credentials)) === 'done') await onDone()
    else onCode(credentials)
  })
  return (
    <FormShell submit="Sign in" {...shell}>
      <TextInput
        id="username"
        name="username"
        label="User name"
        error={messageOf('username')}
        aria-invalid={messageOf('username') !== '' || undefined}
        defaultValue={userName}
        autoComplete="username"
        autoFocus={userName === ''}
        readOnly={userName !== ''}
        spellCheck={false}
        autoCapitalize="none"
      />
      <PasswordInput
        id="password"
        name="password"
        label="Password"
        error={messageOf('password')}
        aria-invalid={messageOf('password') !== '' || undefined}
        autoComplete="current-password"
        autoFocus={userName !== ''}
      />
      <p role="status">{notice}</p>
    </FormShell>
  )
}

const codeForm = z.object({ otp: z.string().trim().min(1, 'Please enter the code') })

const CodeStep = ({
  credentials,
  onDone,
  onBack,
}: {
  credentials: Credentials
  onDone: () => void | Promise<void>
  onBack: () => void
}) => {
  const { signIn, notice } = usePatientSignIn()
  const { messageOf, shell } = useSignInForm(codeForm, async ({ otp }) => {
    if ((await signIn({ ...credentials, otp })) === 'done') await onDone()
  })
  return (
    <FormShell
      submit="Sign in"
      {...shell}
      actions={
        <button type="button" className="sf-link" onClick={onBack}>
          Start again
        </button>
      }
    >
      <TextInput
        id="otp"
        name="otp"
        label="Code from your authenticator app"
        hint="6 digits, or one of your recovery codes"
        error={messageOf('otp')}
        autoComplete="one-time-code"
        autoFocus
        spellCheck={false}
        width={20}
      />
      <p role="status">{notice}</p>
    </FormShell>
  )
}
