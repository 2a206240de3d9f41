import { Link, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lastEnding } from '../../platform/session/session.ts'
import { lazy } from '../../platform/ui/lazyScreen.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useGoOn } from './useGoOn.ts'

const ProviderReturn = lazy('ProviderReturn', () => import('./ProviderReturn.tsx'))
const OtherWaysIn = lazy('OtherWaysIn', () => import('./OtherWaysIn.tsx'))

/** Sign-in. A redirect target survives a failed attempt because it stays in the address. */
export const Login = () => {
  const search = useSearch({ from: '/login' })
  const [{ code, error }] = useState(search)
  return code === undefined && error === undefined ? (
    <AskWho />
  ) : (
    <Suspense>
      <ProviderReturn />
    </Suspense>
  )
}

const AskWho = () => {
  const [ended] = useState(lastEnding)
  const goOn = useGoOn()
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
      {/* Last, because they appear only once the service has said which ways it offers. */}
      <Suspense>
        <OtherWaysIn />
      </Suspense>
      <p className="sf-signin__foot">
        <Link to="/accessibility">Accessibility</Link> · <Link to="/privacy">Privacy</Link>
      </p>
    </PublicFrame>
  )
}
