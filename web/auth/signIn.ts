import { getProfile, token, tokenReply } from '../../contract/session.ts'
import { call } from '../api.ts'
import { errorOf } from '../apiError.ts'
import { parseReply, postForm, readJson } from '../http.ts'
import { setProfile, startSession } from '../session.ts'
import { deviceName } from './device.ts'

export interface Credentials {
  username: string
  password: string
  /** The code of the second step, once it was asked for. */
  otp?: string | undefined
}

/**
 * Signs in and reads who that is; 'code needed' when the second step is still to come (trust AU-12).
 * Throws ApiError with the server's sentence.
 */
export const signIn = async ({ username, password, otp }: Credentials): Promise<'done' | 'code needed'> => {
  const response = await postForm(token.path, {
    grant_type: 'password',
    username,
    password,
    device: deviceName(),
    ...(otp === undefined ? {} : { otp }),
  })
  const body = await readJson(response)
  if ((body as { error?: unknown } | null)?.error === 'mfa_required') return 'code needed'
  if (!response.ok) throw errorOf(response.status, body)
  startSession(parseReply(tokenReply, body))
  setProfile(await call(getProfile, {}))
  return 'done'
}
