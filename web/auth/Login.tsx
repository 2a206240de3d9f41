import { useNavigate, useRouter } from '@tanstack/react-router'
import { signInForm } from '../../contract/session.ts'
import { signIn } from './signIn.ts'
import { safeRedirect } from '../redirect.ts'
import { FormFrame } from '../ui/FormFrame.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Mark } from '../ui/Mark.tsx'

/** Sign-in. A redirect target survives a failed attempt because it stays in the address (trust section 5, item 10). */
export const Login = () => {
  const navigate = useNavigate()
  const router = useRouter()
  const form = useZodForm(signInForm, { username: '', password: '' })
  return (
    <div className="sf-signin">
      <main className="sf-signin__card" id="main">
        <p className="sf-signin__brand">
          <Mark /> Surefoot
        </p>
        <PageTitle>Sign in</PageTitle>
        <FormFrame
          form={form}
          submit="Sign in"
          onSave={async ({ username, password }) => {
            await signIn(username, password)
            const { redirect } = router.state.location.search as { redirect?: unknown }
            await navigate({ href: safeRedirect(redirect) ?? '/falls' })
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
