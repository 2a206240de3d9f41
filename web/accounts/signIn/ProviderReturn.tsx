import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../platform/calls/api.ts'
import { safeRedirect } from '../../platform/calls/redirect.ts'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { finishAtProvider } from './provider.ts'
import { PublicFrame } from './PublicFrame.tsx'

/** The return from the provider: signs in and continues, or shows why that failed. */
export const ProviderReturn = () => {
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const isBegun = useRef(false)
  const search = useSearch({ from: '/login' })
  // The provider's values, read before navigation removes them from the address.
  const [{ code, state, iss }] = useState(search)

  useEffect(() => {
    // Each code is valid for one attempt.
    if (isBegun.current) return
    isBegun.current = true
    const finish = async () => {
      try {
        if (code === undefined || state === undefined)
          throw new ApiError(400, 'The sign-in was cancelled at the provider.')
        const redirect = await finishAtProvider({ code, state, iss })
        await navigate({ href: safeRedirect(redirect) ?? '/falls', replace: true })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setProblem(error.message)
        await navigate({ to: '/login', search: {}, replace: true })
      }
    }
    void finish()
  }, [code, state, iss, navigate])

  return (
    <PublicFrame title="Signing in">
      {problem === '' ? (
        <LoadingState />
      ) : (
        <>
          <p role="alert">{problem}</p>
          <p>
            <Link to="/login" reloadDocument>
              Back to sign in
            </Link>
          </p>
        </>
      )}
    </PublicFrame>
  )
}
