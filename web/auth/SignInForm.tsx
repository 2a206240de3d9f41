import { useState } from 'react'
import { z } from 'zod'
import { signInForm } from '../../contract/session.ts'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import type { Credentials } from './signIn.ts'
import { usePatientSignIn } from './usePatientSignIn.ts'

interface SignInFormProps {
  /** Who it must be, when only that person may go on here. */
  userName?: string
  onDone: () => void | Promise<void>
}

/** User name and password, and the code of an authenticator app where one is set up. */
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
  const form = useZodForm(signInForm, { username: userName, password: '' })
  return (
    <FormFrame
      form={form}
      submit="Sign in"
      onSave={async (credentials) => {
        if ((await signIn(credentials)) === 'done') await onDone()
        else onCode(credentials)
      }}
    >
      <TextField
        form={form}
        name="username"
        label="User name"
        autoComplete="username"
        autoFocus={userName === ''}
        readOnly={userName !== ''}
        spellCheck={false}
        autoCapitalize="none"
      />
      <PasswordField
        form={form}
        name="password"
        label="Password"
        autoComplete="current-password"
        autoFocus={userName !== ''}
      />
      <p role="status">{notice}</p>
    </FormFrame>
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
  const form = useZodForm(codeForm, { otp: '' })
  return (
    <FormFrame
      form={form}
      submit="Sign in"
      onSave={async ({ otp }) => {
        if ((await signIn({ ...credentials, otp })) === 'done') await onDone()
      }}
      actions={
        <button type="button" className="sf-link" onClick={onBack}>
          Start again
        </button>
      }
    >
      <TextField
        form={form}
        name="otp"
        label="Code from your authenticator app"
        hint="6 digits, or one of your recovery codes"
        autoComplete="one-time-code"
        autoFocus
        spellCheck={false}
        width={20}
      />
      <p role="status">{notice}</p>
    </FormFrame>
  )
}
