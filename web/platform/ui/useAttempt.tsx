import { useState, type ReactNode } from 'react'
import { ApiError } from '../calls/apiError.ts'
import { FailedState } from './FailedState.tsx'
import { toast } from './Toast.tsx'

interface Attempting {
  /** What the service answered when it refused; nothing once another attempt has begun. */
  problem: ReactNode
  /**
   * Runs work and keeps a refusal to show. Returns whether it succeeded.
   * @param said the toast after success
   */
  attempt: (work: () => Promise<unknown>, said?: string) => Promise<boolean>
}

/** For buttons outside forms: runs what they send, and shows why it failed. */
export const useAttempt = (): Attempting => {
  const [failure, setFailure] = useState<ApiError | null>(null)
  return {
    problem: failure !== null && <FailedState error={failure} />,
    attempt: async (work, said) => {
      setFailure(null)
      try {
        await work()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setFailure(error)
        return false
      }
      if (said !== undefined) toast(said)
      return true
    },
  }
}
