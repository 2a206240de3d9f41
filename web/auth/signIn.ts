import { getProfile, token, tokenReply } from '../../contract/session.ts'
import { call } from '../api.ts'
import { errorOf } from '../apiError.ts'
import { parseReply, postForm, readJson } from '../http.ts'
import { setProfile, startSession } from '../session.ts'

/** Signs in and reads who that is. Throws ApiError with the server's sentence. */
export const signIn = async (username: string, password: string): Promise<void> => {
  const response = await postForm(token.path, { grant_type: 'password', username, password })
  const body = await readJson(response)
  if (!response.ok) throw errorOf(response.status, body)
  startSession(parseReply(tokenReply, body))
  setProfile(await call(getProfile, {}))
}
