import { revoke } from '../../../contract/accounts/session.ts'
import { ApiError } from '../../platform/calls/apiError.ts'
import { postForm } from '../../platform/calls/http.ts'
import { removePack } from '../../platform/session/packDatabase.ts'
import { currentSession, forgetSession } from '../../platform/session/session.ts'

/** Signs out here and in every tab that shares the session, even without a connection (AU-16). */
export const signOut = async (): Promise<void> => {
  const refreshToken = currentSession()?.tokens.refresh_token
  if (refreshToken === undefined) return
  forgetSession('person')
  removePack()
  try {
    await postForm(revoke.path, { token: refreshToken })
  } catch (error) {
    // Nothing of the session is left in this browser. The server ends it within minutes anyway.
    if (!(error instanceof ApiError)) throw error
  }
}
