import { getProfile, token, tokenReply } from '../../contract/session.ts'
import { call } from '../api.ts'
import { errorOf } from '../apiError.ts'
import { readDrafts } from '../drafts.ts'
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
export const signIn = ({ username, password, otp }: Credentials): Promise<'done' | 'code needed'> =>
  takeGrant({
    grant_type: 'password',
    username,
    password,
    device: deviceName(),
    ...(otp === undefined ? {} : { otp }),
  })

/** Starts a session with whatever grant this is. */
export const takeGrant = async (form: Record<string, string>): Promise<'done' | 'code needed'> => {
  const response = await postForm(token.path, form)
  const body = await readJson(response)
  if ((body as { error?: unknown } | null)?.error === 'mfa_required') return 'code needed'
  if (!response.ok) throw errorOf(response.status, body)
  startSession(parseReply(tokenReply, body))
  setProfile(await call(getProfile, {}))
  await readDrafts()
  return 'done'
}
