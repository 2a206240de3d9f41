import type { Endpoint, InputOf, ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import { currentRoleHeader, idempotencyKeyHeader } from '../../../contract/accounts/session.ts'
import { ApiError, errorOf, ReplyLost, SessionEnded } from './apiError.ts'
import { noConnection, parseReply, reach, readJson } from './http.ts'
import { answered } from './instead.ts'
import { askReason } from './reasonAsking.ts'
import { renewSession } from './renewal.ts'
import { isRepeatable, repeatUntilConfirmed } from './repeating.ts'
import { currentSession, forgetSession, readingSignal, type Session } from '../session/session.ts'

export { ApiError }

interface CallOptions {
  /**
   * For a write: makes a retry or double click create only one record (DU-4). Without it each call gets a key of its
   * own.
   */
  idempotencyKey?: string | undefined
  /** Receives the fraction of the request that has been sent, from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Cancels the call. */
  signal?: AbortSignal | undefined
  /** The request is completed even if the page is closed. Its body is then limited to 64 KiB. */
  outlivesPage?: boolean | undefined
}

/** Makes a call of the contract and returns its checked reply. Throws ApiError. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> =>
  (answered.by?.(endpoint, input) as Promise<ReplyOf<E>> | null | undefined) ??
  (await ask(endpoint, input, options)).reply

/**
 * As `call`, but also returns the headers of the reply. After a 401 the session is renewed and the call is sent once
 * more (specification, AU-8). An unconfirmed write is repeated under its key. A save that needs a reason is sent again
 * once the user has given it. Nothing else is ever sent twice.
 */
export const ask = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<{ reply: ReplyOf<E>; headers: Headers }> => {
  const make = (more: CallOptions) => exchange(endpoint, input, more, readJson)
  const send = () =>
    isRepeatable(endpoint)
      ? repeatUntilConfirmed(
          endpoint,
          input,
          { ...options, signal: whileAsked(options) },
          (idempotencyKey) => make({ ...options, idempotencyKey }),
          leftBehind,
        )
      : make(options)
  const { body, headers } =
    isSave(endpoint) && options.outlivesPage !== true ? await withReason(send) : await send()
  return { reply: parseReply(endpoint.reply, body) as ReplyOf<E>, headers }
}

const isSave = ({ method, takesNoKey }: Endpoint): boolean => method === 'POST' && takesNoKey !== true

/**
 * Sends a refused save again once the user has said why they need to see the restricted record. The refused attempt
 * saved nothing.
 */
const withReason = async <Sent>(send: () => Promise<Sent>): Promise<Sent> => {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const restricted = error instanceof ApiError ? error.problem?.restricted : undefined
      if (restricted === undefined || !(await askReason(restricted.patientId))) throw error
    }
  }
}

/** As `ask`, for a call whose reply is a file. */
export const askFile = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<{ file: Blob; headers: Headers }> => {
  const { body, headers } = await exchange(endpoint, input, options, (response) => response.blob())
  return { file: body, headers }
}

const exchange = async <Body>(
  endpoint: Endpoint,
  input: unknown,
  options: CallOptions,
  read: (response: Response) => Promise<Body>,
): Promise<{ body: Body; headers: Headers }> => {
  const signal = whileAsked(options)
  try {
    const asker = currentSession()
    let response = await send(endpoint, input, { ...options, session: asker, signal }).catch(replyLost)
    if (response.status === 401 && (await renewSession(asker?.tokens.access_token)) && !signal.aborted)
      response = await send(endpoint, input, { ...options, session: currentSession(), signal }).catch(
        replyLost,
      )
    const outcome = response.ok
      ? { body: await read(response).catch(replyLost) }
      : { failure: errorOf(response.status, await readJson(response).catch(replyLost)) }
    if (signal.aborted) throw leftBehind()
    if (response.status === 401) {
      forgetSession('expiry')
      throw new SessionEnded()
    }
    if ('failure' in outcome) throw outcome.failure
    return { body: outcome.body, headers: response.headers }
  } catch (error) {
    throw signal.aborted && !(error instanceof ApiError) ? leftBehind() : error
  }
}

/** Aborted when nobody is waiting for the answer any more. */
const whileAsked = ({ signal }: CallOptions): AbortSignal =>
  signal === undefined ? readingSignal() : AbortSignal.any([readingSignal(), signal])

/** The connection broke before or during the answer. */
const replyLost = (error: unknown): never => {
  throw error instanceof ApiError || error instanceof TypeError ? new ReplyLost(0, noConnection) : error
}

/** The session ended, or the role was switched, before the answer came. */
const leftBehind = (): ApiError =>
  currentSession() === null
    ? new SessionEnded()
    : new ApiError(0, 'You were in another role when this was requested.')

interface Sending extends CallOptions {
  session: Session | null
  signal: AbortSignal
}

const send = async (
  endpoint: Endpoint,
  input: unknown,
  { session, signal, idempotencyKey, onProgress, outlivesPage = false }: Sending,
): Promise<Response> => {
  const inQuery = (name: string) => endpoint.method === 'GET' || (endpoint.inQuery ?? []).includes(name)
  const present = Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(
    present.filter(([name]) => inQuery(name)).map(([name, value]) => [name, String(value)]),
  ).toString()
  const headers: Record<string, string> = { accept: 'application/json' }
  if (session !== null) headers['authorization'] = `Bearer ${session.tokens.access_token}`
  if (session?.currentRoleId != null) headers[currentRoleHeader] = String(session.currentRoleId)
  if (idempotencyKey !== undefined) headers[idempotencyKeyHeader] = idempotencyKey
  // Fills in the one `{field}` part of the path (contract/platform/calls/endpoint.ts).
  const path = endpoint.path.replace(/\{(\w+)\}/, (_, name: string) =>
    encodeURIComponent(String((input as Record<string, unknown>)[name])),
  )
  const address = `${path}${query === '' ? '' : `?${query}`}`
  if (endpoint.method === 'GET') return reach(address, { method: 'GET', headers, signal })
  const fields = present.filter(([name]) => !inQuery(name))
  if (endpoint.encoding === 'multipart') {
    const body = formOf(fields)
    const { uploadRequest } = await import('./uploadRequest.ts')
    return uploadRequest(address, { headers, signal, body }, onProgress)
  }
  headers['content-type'] = 'application/json'
  return reach(address, {
    method: 'POST',
    headers,
    signal,
    keepalive: outlivesPage,
    body: JSON.stringify(Object.fromEntries(fields)),
  })
}

/** Built again for each sending, so that a call repeated after a renewal sends the whole form. */
const formOf = (fields: readonly (readonly [string, unknown])[]): FormData => {
  const form = new FormData()
  for (const [name, value] of fields)
    if (value instanceof File) form.append(name, value, value.name)
    else form.append(name, String(value))
  return form
}
