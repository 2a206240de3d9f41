import { useQuery } from '@tanstack/react-query'
import { Button } from 'nhsuk-react-components'
import { useState } from 'react'
import { knowsPasskeys } from '../../platform/page/knowsPasskeys.ts'
import { ApiError } from '../../platform/calls/api.ts'
import { signInMethodsQuery } from './signInMethods.ts'
import { signInWithPasskey } from './passkey.ts'

/** Sign-in with a passkey, if service and browser support it. The user types neither name nor password. */
export const PasskeySignIn = ({ onDone }: { onDone: () => void | Promise<void> }) => {
  const { data } = useQuery(signInMethodsQuery)
  const [problem, setProblem] = useState('')
  if (data?.passkeys !== true || !knowsPasskeys()) return null
  const enter = async () => {
    setProblem('')
    try {
      await signInWithPasskey()
      await onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <div className="sf-signin__door">
      <Button secondary type="button" onClick={() => void enter()}>
        Sign in with a passkey
      </Button>
      {problem !== '' && <p role="alert">{problem}</p>}
    </div>
  )
}
