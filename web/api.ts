import type { z } from 'zod'
import type { Endpoint, InputOf, ReplyOf } from '../contract/endpoint.ts'
import { fieldErrors, problem, type FieldErrors, type Problem } from '../contract/problem.ts'
import {
  currentRoleHeader,
  getProfile,
  idempotencyKeyHeader,
  revoke,
  token,
  tokenReply,
  type TokenPair,
} from '../contract/session.ts'
import { currentSession, forgetSession, setProfile, setTokens } from './session.ts'

/** An answer other than success. `message` is a sentence to show; `fields` belong to the form. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem | null
  readonly fields: FieldErrors
  constructor(status: number, message: string, more: { problem?: Problem; fields?: FieldErrors } = {}) {
    super(message)
    this.status = status
    this.problem = more.problem ?? null
    this.fields = more.fields ?? {}
  }
}

interface CallOptions {
  /** Sent with creates, so that a retry or double click makes one record (trust DU-4). */
  idempotencyKey?: string | undefined
}

const noConnection =
  'The service cannot be reached. Check the connection and try again; what you typed is still here.'
const noSense = 'The service gave an answer that this page does not understand. Please try again.'

/** Makes a call of the contract and answers its checked reply. Throws ApiError. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> => (await ask(endpoint, input, options)).reply

/** As `call`, with the reply's headers. A 401 refreshes the session once and tries again (specification section 4). */
export const ask = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<{ reply: ReplyOf<E>; headers: Headers }> => {
  let response = await send(endpoint, input, options)
  if (response.status === 401 && (await renewSession())) response = await send(endpoint, input, options)
  if (response.status === 401) {
    forgetSession()
    throw new ApiError(401, 'Your session has ended. Please sign in again.')
  }
  const body = await readJson(response)
  if (!response.ok) throw errorOf(response.status, body)
  return { reply: parse(endpoint.reply, body) as ReplyOf<E>, headers: response.headers }
}

const send = async (
  endpoint: Endpoint,
  input: unknown,
  { idempotencyKey }: CallOptions,
): Promise<Response> => {
  const session = currentSession()
  const sent = input as Record<string, unknown>
  const inQuery = (name: string) => endpoint.method === 'GET' || (endpoint.inQuery ?? []).includes(name)
  const present = Object.entries(sent).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(
    present.filter(([name]) => inQuery(name)).map(([name, value]) => [name, String(value)]),
  ).toString()
  const headers: Record<string, string> = { accept: 'application/json' }
  if (session !== null) headers['authorization'] = `Bearer ${session.tokens.access_token}`
  if (session?.currentRoleId != null) headers[currentRoleHeader] = String(session.currentRoleId)
  if (idempotencyKey !== undefined) headers[idempotencyKeyHeader] = idempotencyKey
  if (endpoint.method === 'POST') headers['content-type'] = 'application/json'
  return reach(`${endpoint.path}${query === '' ? '' : `?${query}`}`, {
    method: endpoint.method,
    headers,
    ...(endpoint.method === 'POST'
      ? { body: JSON.stringify(Object.fromEntries(present.filter(([name]) => !inQuery(name)))) }
      : {}),
  })
}

const reach = async (path: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(path, { ...init, cache: 'no-store', credentials: 'omit' })
  } catch {
    throw new ApiError(0, noConnection)
  }
}

/** null when the answer is no JSON, such as an error page of something in between. */
const readJson = async (response: Response): Promise<unknown> => {
  try {
    return JSON.parse(await response.text()) as unknown
  } catch {
    return null
  }
}

const parse = (schema: z.ZodType, body: unknown): unknown => {
  const checked = schema.safeParse(body)
  if (!checked.success) throw new ApiError(0, noSense)
  return checked.data
}

/** error_description, then message, else the field map (specification section 8). */
const errorOf = (status: number, body: unknown): ApiError => {
  const described = body as { error_description?: unknown; message?: unknown } | null
  if (typeof described?.error_description === 'string')
    return new ApiError(status, described.error_description)
  if (typeof described?.message === 'string') {
    const known = problem.safeParse(body)
    return new ApiError(status, described.message, known.success ? { problem: known.data } : {})
  }
  const fields = fieldErrors.safeParse(body)
  if (status === 400 && fields.success) return new ApiError(status, '', { fields: fields.data })
  return new ApiError(
    status,
    status >= 500 ? 'The service is not available just now. Please try again.' : noSense,
  )
}

let renewing: Promise<boolean> | null = null

/** However many calls meet a 401 together, the session is renewed once (trust AU-8). */
const renewSession = (): Promise<boolean> => {
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

/** Tabs that share a session take turns, so that the second finds the first one's new pair. */
const renew = async (): Promise<boolean> => {
  const stale = currentSession()?.tokens.refresh_token
  if (stale === undefined) return false
  const work = async (): Promise<boolean> => {
    const now = currentSession()?.tokens.refresh_token
    if (now === undefined) return false
    if (now !== stale) return true
    const response = await postForm(token.path, { grant_type: 'refresh_token', refresh_token: stale })
    if (!response.ok) return false
    setTokens(parse(tokenReply, await readJson(response)) as TokenPair)
    return true
  }
  return 'locks' in navigator ? navigator.locks.request('surefoot.refresh', work) : work()
}

const postForm = (path: string, fields: Record<string, string>): Promise<Response> =>
  reach(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(fields).toString(),
  })

/** Signs in and reads who that is. Throws ApiError with the server's sentence. */
export const signIn = async (username: string, password: string): Promise<void> => {
  const response = await postForm(token.path, { grant_type: 'password', username, password })
  const body = await readJson(response)
  if (!response.ok) throw errorOf(response.status, body)
  forgetSession({ tellOthers: false })
  setTokens(parse(tokenReply, body) as TokenPair)
  setProfile(await call(getProfile, {}))
}

/** Signs out here and everywhere that shares the session, also without a connection (trust AU-16). */
export const signOut = async (): Promise<void> => {
  const refreshToken = currentSession()?.tokens.refresh_token
  forgetSession()
  if (refreshToken === undefined) return
  try {
    await postForm(revoke.path, { token: refreshToken })
  } catch (error) {
    // Nothing of the session is left in this browser; the server ends it within minutes by itself.
    if (!(error instanceof ApiError)) throw error
  }
}
