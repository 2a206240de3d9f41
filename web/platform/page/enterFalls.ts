import { redirect } from '@tanstack/react-router'
import { getProfile } from '../../../contract/accounts/session.ts'
import { ApiError, call } from '../calls/api.ts'
import { readDrafts } from './drafts.ts'
import { currentSession, setProfile } from '../session/session.ts'

/** The screens of steps that the user must complete before anything else opens (AU-11, AU-12). */
const screenOfStep = { password: '/falls/password', 'second-factor': '/falls/security' } as const

/**
 * Admits a user who has a session and no pending step, after reading their profile and, if the screen has input, their
 * unsaved work. Redirects everyone else.
 * @param isReadOnly nothing is typed on the screen, so it need not wait for unsaved work
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
  // Drafts are read here because a reload, a restored tab or a restart after a crash does not begin with signing in.
  if (path !== null) return
  const drafts = readDrafts()
  if (!isReadOnly) await drafts
}
