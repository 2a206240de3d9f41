import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { ApiError, NoAnswer, ReplyLost } from './apiError.ts'
import { onSignOut } from '../session/session.ts'

/*
 * A write of which no answer came, or whose commit the service could not confirm, is sent again by itself under the same
 * Idempotency-Key: if the first was saved after all, the repeat only brings its answer (DU-4).
 */

/** Long enough together for a database that starts again. */
const pausesMs = [1_000, 3_000, 5_000]

const notConfirmed =
  'We could not confirm that this was saved: it may have been. Look before you try again. Sending it again unchanged from this page saves it only once.'
const notReached =
  'The service cannot be reached, and we could not confirm that this was saved: it may have been. When the connection is back, sending it again unchanged from this page saves it only once.'

/** Keys of writes that nobody has confirmed, by what was sent, so that the same from the same page has the same key. */
const unconfirmed = new Map<string, string>()
onSignOut(() => unconfirmed.clear())

/** A file is sent by a screen that shows how far it is and tries again by itself. */
export const isRepeatable = ({ method, anyone, takesNoKey, encoding }: Endpoint): boolean =>
  method === 'POST' && anyone !== true && takesNoKey !== true && encoding === undefined

/** Makes a write under a key: the given one, that of the same write not confirmed before, or a new one. */
export const repeatUntilConfirmed = async <Reply>(
  { path }: Endpoint,
  input: unknown,
  { idempotencyKey, signal }: { idempotencyKey?: string | undefined; signal: AbortSignal },
  write: (idempotencyKey: string) => Promise<Reply>,
  leftBehind: () => ApiError,
): Promise<Reply> => {
  const sent = `${path} ${JSON.stringify(input)}`
  const key = idempotencyKey ?? unconfirmed.get(sent) ?? crypto.randomUUID()
  let isUnsure = false
  for (const pauseMs of [...pausesMs, null]) {
    try {
      const reply = await write(key)
      unconfirmed.delete(sent)
      return reply
    } catch (error) {
      if (!(error instanceof ApiError) || signal.aborted) throw error
      isUnsure ||= leavesOpen(error)
      if (isUnsure) unconfirmed.set(sent, key)
      if (!isUnsure || !isPassing(error)) {
        // Whoever signs in again over the page goes on under the same key.
        if (error.status !== 401) unconfirmed.delete(sent)
        throw error
      }
      if (pauseMs === null) throw new NoAnswer(error.status, error.status === 0 ? notReached : notConfirmed)
    }
    await pause(pauseMs, signal)
    if (signal.aborted) throw leftBehind()
  }
  throw new Error('The last sending ends the loop')
}

/** Whether what was sent may have been saved: no answer, or one that says so, or one of a gateway in between. */
const leavesOpen = (error: ApiError): boolean =>
  error instanceof ReplyLost ||
  error.status === 502 ||
  error.status === 504 ||
  error.problem?.code === 'outcome-unknown'

/** Whether asking again may bring an answer: also while the database starts, which alone says nothing of the first. */
const isPassing = (error: ApiError): boolean => leavesOpen(error) || error.status === 503

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(go, milliseconds)
    function go(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', go)
      resolve()
    }
    signal.addEventListener('abort', go)
  })
