import { getProfile, token, tokenReply } from '../../../contract/accounts/session.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { errorOf } from '../../platform/calls/apiError.ts'
import { parseReply, postForm, readJson } from '../../platform/calls/http.ts'
import { setProfile, startSession } from '../../platform/session/session.ts'
import { deviceName } from './device.ts'

export interface Credentials {
  username: string
  password: string
  /** The code of the second step, once it was asked for. */
  otp?: string | undefined
}

/**
 * Signs in and reads the user's profile. Returns 'code needed' if the second step is still to come (AU-12). Throws
 * ApiError with the server's sentence.
 */
export const signIn = ({ username, password, otp }: Credentials): Promise<'done' | 'code needed'> =>
  takeGrant({
    grant_type: 'password',
    username,
    password,
    device: deviceName(),
    ...(otp === undefined ? {} : { otp }),
  })

/** A reply that says when to try again. Nothing was checked yet, so the same request may be sent again. */
class ComeBack extends ApiError {
  readonly afterMs: number
  constructor(message: string, afterMs: number) {
    super(503, message)
    this.afterMs = afterMs
  }
}

const triesInAll = 4
const longestPauseMs = 30_000

/**
 * Signs in. While too many people do so at once, it tries again a few times (decision 36).
 * @param onWait called with the sentence to show meanwhile
 */
export const signInPatiently = async (
  credentials: Credentials,
  onWait: (sentence: string) => void,
): Promise<'done' | 'code needed'> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await signIn(credentials)
    } catch (error) {
      if (!(error instanceof ComeBack) || tried === triesInAll) throw error
      onWait(`${error.message} This page tries again by itself.`)
      await new Promise((resolve) => setTimeout(resolve, Math.min(error.afterMs, longestPauseMs)))
    }
  }
}

/** Starts a session with any kind of grant. */
export const takeGrant = async (form: Record<string, string>): Promise<'done' | 'code needed'> => {
  const response = await postForm(token.path, form)
  const body = await readJson(response)
  if ((body as { error?: unknown } | null)?.error === 'mfa_required') return 'code needed'
  const afterMs = Number(response.headers.get('retry-after')) * 1000
  const failure = response.ok ? null : errorOf(response.status, body)
  if (failure !== null)
    throw response.status === 503 && afterMs > 0 ? new ComeBack(failure.message, afterMs) : failure
  startSession(parseReply(tokenReply, body))
  setProfile(await call(getProfile, {}))
  return 'done'
}
