import { storagePrefix, token, tokenReply } from '../../../contract/accounts/session.ts'
import { parseReply, postForm, readJson } from './http.ts'
import { currentSession, replaceTokens } from '../session/session.ts'

let renewing: Promise<boolean> | null = null

/**
 * Renews the session, once for all calls that ask at the same time (AU-8). Returns whether there is a token pair to try
 * with.
 * @param refused the access token that was refused; if it has already been replaced, no renewal is requested
 */
export const renewSession = (refused?: string): Promise<boolean> => {
  const held = currentSession()?.tokens
  if (held === undefined) return Promise.resolve(false)
  if (refused !== undefined && held.access_token !== refused) return Promise.resolve(true)
  renewing ??= takeTurn(held.refresh_token).finally(() => {
    renewing = null
  })
  return renewing
}

/** The news of a new pair goes to the other tabs on another way than the end of a turn, which must not overtake it. */
const newsArriveWithinMs = 200

/** Tabs that share a session take turns to renew it, so that the second finds the first one's new pair. */
const takeTurn = (stale: string): Promise<boolean> =>
  'locks' in navigator
    ? new Promise((resolve, reject) => {
        navigator.locks
          .request(`${storagePrefix}renewal`, async () => {
            resolve(await renew(stale))
            await new Promise((next) => setTimeout(next, newsArriveWithinMs))
          })
          .catch(reject)
      })
    : renew(stale)

/** The token call is never repeated: a refusal ends the session. */
const renew = async (stale: string): Promise<boolean> => {
  const now = currentSession()?.tokens.refresh_token
  if (now === undefined) return false
  if (now !== stale) return true
  const response = await postForm(token.path, { grant_type: 'refresh_token', refresh_token: stale })
  if (!response.ok) return false
  // Another tab may have announced its own renewal first. Its pair is used then.
  return replaceTokens(stale, parseReply(tokenReply, await readJson(response))) || currentSession() !== null
}
