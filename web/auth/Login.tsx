import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { signInForm } from '../../contract/session.ts'
import { safeRedirect } from '../redirect.ts'
import { currentSession, lastEnding } from '../session.ts'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { Mark } from '../ui/Mark.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { signIn } from './signIn.ts'

/** Sign-in. A redirect target survives a failed attempt because it stays in the address (trust section 5, item 10). */
export const Login = () => {
  const navigate = useNavigate()
  const site = useRouter()
  const [ended] = useState(lastEnding)
  const form = useZodForm(signInForm, { username: '', password: '' })
  return (
    <div className="sf-signin">
      <main className="sf-signin__card" id="main">
        <p className="sf-signin__brand">
          <Mark /> Surefoot
        </p>
        <PageTitle>Sign in</PageTitle>
        {ended?.how === 'expiry' && (
          <p role="status">Your session has ended. Sign in again to go on where you were.</p>
        )}
        {ended?.how === 'password' && (
          <p role="status">Your password has been changed. Sign in with the new one.</p>
        )}
        <FormFrame
          form={form}
          submit="Sign in"
          onSave={async ({ username, password }) => {
            await signIn(username, password)
            // Where one person was interrupted is no business of the next (trust section 5, item 10).
            const isSomebodyElse = ended != null && ended.userId !== currentSession()?.profile?.user.id
            const { redirect } = site.state.location.search as { redirect?: unknown }
            await navigate({
              href: (isSomebodyElse ? null : safeRedirect(redirect)) ?? '/falls',
              replace: true,
            })
          }}
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
          <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
        </FormFrame>
      </main>
    </div>
  )
}
