import { useState } from 'react'
import { signInPatiently, type Credentials } from './signIn.ts'

/** A reply usually arrives sooner. */
const soonMs = 3000
const slow = 'This takes longer than usual. Many people may be signing in: please wait.'

/** Signs in, retries while the service is busy, and shows that meanwhile. */
export const usePatientSignIn = () => {
  const [notice, setNotice] = useState('')
  const signIn = async (credentials: Credentials): Promise<'done' | 'code needed'> => {
    const timer = setTimeout(() => setNotice(slow), soonMs)
    try {
      return await signInPatiently(credentials, (sentence) => {
        clearTimeout(timer)
        setNotice(sentence)
      })
    } finally {
      clearTimeout(timer)
      setNotice('')
    }
  }
  return { signIn, notice }
}
