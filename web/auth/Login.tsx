import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { safeRedirect } from '../redirect.ts'
import { currentSession, lastEnding } from '../session.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'
import { ProviderReturn } from './ProviderReturn.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { SignInForm } from './SignInForm.tsx'

/** Sign-in. A redirect target survives a failed attempt because it stays in the address. */
export const Login = () => {
  const search = useSearch({ from: '/login' })
  const [returned] = useState(search)
  return returned.code === undefined && returned.error === undefined ? (
    <AskWho />
  ) : (
    <ProviderReturn returned={returned} />
  )
}

const AskWho = () => {
  const navigate = useNavigate()
  const [ended] = useState(lastEnding)
  const { redirect } = useSearch({ from: '/login' })
  const goOn = async () => {
    // Where one person was interrupted does not concern the next.
    const isSomebodyElse = ended != null && ended.userId !== currentSession()?.profile?.user.id
    await navigate({ href: (isSomebodyElse ? null : safeRedirect(redirect)) ?? '/falls', replace: true })
  }
  return (
    <PublicFrame title="Sign in">
      {ended?.how === 'expiry' && (
        <p role="status">Your session has ended. Sign in again to go on where you were.</p>
      )}
      {ended?.how === 'password' && (
        <p role="status">Your password has been changed. Sign in with the new one.</p>
      )}
      <SignInForm onDone={goOn} />
      <p className="sf-signin__more">
        <Link to="/forgot">Forgotten your password?</Link>
      </p>
      {/* Last, for they come once the service has said which there are. */}
      <PasskeySignIn onDone={goOn} />
      <ProviderSignIn redirect={safeRedirect(redirect)} />
      <p className="sf-signin__foot">
        <Link to="/accessibility">Accessibility</Link> · <Link to="/privacy">Privacy</Link>
      </p>
    </PublicFrame>
  )
}
