import { redirect } from '@tanstack/react-router'
import { getProfile } from '../../../contract/accounts/session.ts'
import { ApiError, call } from '../calls/api.ts'
import { readDrafts } from './drafts.ts'
import { currentSession, setProfile } from '../session/session.ts'

/** The screens of steps that are pending before anything else is open (AU-11, AU-12). */
const screenOfStep = { password: '/falls/password', 'second-factor': '/falls/security' } as const

/**
 * Lets in who has a session and no step pending, with their profile read and, where something can be typed, their unsaved work; all
 * others are led elsewhere.
 * @param isReadOnly nothing is typed on the screen that opens, so it need not wait for unsaved work
 */
export const enterFalls = async (
  { href, pathname }: { href: string; pathname: string },
  isReadOnly: boolean,
): Promise<void> => {
  const toSignIn = redirect({ to: '/login', search: { redirect: href } })
  if (currentSession() === null) throw toSignIn
  try {
    if (currentSession()?.profile == null) setProfile(await call(getProfile, {}))
  } catch (error) {
    throw error instanceof ApiError && error.status === 401 ? toSignIn : error
  }
  const pendingStep = currentSession()?.profile?.owes
  const path = pendingStep == null ? null : screenOfStep[pendingStep]
  if (path !== null && pathname.toLowerCase() !== path) throw redirect({ to: path })
  // Also after a reload, in a tab that was restored and after a crash: none of these begins with signing in.
  if (path !== null) return
  const drafts = readDrafts()
  if (!isReadOnly) await drafts
}
