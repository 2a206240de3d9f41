import { useQuery } from '@tanstack/react-query'
import { Button } from 'nhsuk-react-components'
import { useState } from 'react'
import { ApiError } from '../../platform/calls/api.ts'
import { signInMethodsQuery } from './signInMethods.ts'
import { addressAtProvider } from './provider.ts'

export const ProviderSignIn = ({ redirect }: { redirect: string | null }) => {
  const { data } = useQuery(signInMethodsQuery)
  const [problem, setProblem] = useState('')
  if (!data?.label) return null
  const go = async () => {
    try {
      window.location.assign(await addressAtProvider(redirect))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <div className="sf-signin__door">
      <Button secondary type="button" onClick={() => void go()}>
        Sign in with {data.label}
      </Button>
      {problem !== '' && <p role="alert">{problem}</p>}
    </div>
  )
}
