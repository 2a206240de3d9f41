/** How often work in the background records that it is alive and checks whether it was cancelled. */
const beatMs = 2_000
/** Work without a heartbeat for this long counts as dead. */
export const silenceMs = 30_000
/** Work that has waited this long may have lost its job. Queueing it again does no harm. */
export const waitsLongMs = 120_000
export const mostAttempts = 3

/** Why work was interrupted: another process has it or it was cancelled, or this process shuts down. */
export type Interruption = 'lost' | 'stopping'

/**
 * Does work in the background under a heartbeat.
 * @param beat records that the work is alive; false if it is no longer ours
 * @param failed what to do about an error; the reason is null if the work was not interrupted
 */
export const underHeartbeat = async (
  { beat, stopping }: { beat: () => Promise<boolean>; stopping: AbortSignal },
  work: (signal: AbortSignal) => Promise<void>,
  failed: (error: unknown, why: Interruption | null) => Promise<void>,
): Promise<void> => {
  const ending = new AbortController()
  const end = (why: Interruption): void => ending.abort(why)
  const stop = (): void => end('stopping')
  if (stopping.aborted) stop()
  stopping.addEventListener('abort', stop)
  const heart = setInterval(() => {
    beat().then(
      (isOurs) => {
        if (!isOurs) end('lost')
      },
      // The database is unavailable. If this lasts, another process declares the work dead, and the next heartbeat
      // here notices.
      () => undefined,
    )
  }, beatMs)
  try {
    await work(ending.signal)
  } catch (error) {
    await failed(error, ending.signal.aborted ? (ending.signal.reason as Interruption) : null)
  } finally {
    clearInterval(heart)
    stopping.removeEventListener('abort', stop)
  }
}
