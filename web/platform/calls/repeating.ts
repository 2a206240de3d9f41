import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { ApiError, NoAnswer, ReplyLost } from './apiError.ts'
import { onSignOut } from '../session/session.ts'
import { pause } from './pause.ts'

/*
 * A write that got no answer, or whose commit the service could not confirm, is sent again automatically under the same
 * Idempotency-Key. If the first attempt was saved after all, the repeat only returns its answer (DU-4).
 */

/** Together long enough for a database to restart. */
const pausesMs = [1_000, 3_000, 5_000]

const notConfirmed =
  'We could not confirm that this was saved: it may have been. Look before you try again. Sending it again unchanged from this page saves it only once.'
const notReached =
  'The service cannot be reached, and we could not confirm that this was saved: it may have been. When the connection is back, sending it again unchanged from this page saves it only once.'

/** Keys of unconfirmed writes by what was sent, so that the same write from the same page gets the same key. */
const unconfirmed = new Map<string, string>()
onSignOut(() => unconfirmed.clear())

/** File uploads are excluded: their screen shows the progress and retries them itself. */
export const isRepeatable = ({ method, anyone, takesNoKey, encoding }: Endpoint): boolean =>
  method === 'POST' && anyone !== true && takesNoKey !== true && encoding === undefined

/** Makes a write under a key: the given one, that of the same unconfirmed write, or a new one. */
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
        // A user who signs in again over the page continues under the same key.
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

/** Whether the write may have been saved: no answer came, the answer says so, or a gateway answered. */
const leavesOpen = (error: ApiError): boolean =>
  error instanceof ReplyLost ||
  error.status === 502 ||
  error.status === 504 ||
  error.problem?.code === 'outcome-unknown'

/**
 * Whether another attempt may bring an answer. A 503, as while the database starts, also counts, although it says
 * nothing about the first attempt.
 */
const isPassing = (error: ApiError): boolean => leavesOpen(error) || error.status === 503
