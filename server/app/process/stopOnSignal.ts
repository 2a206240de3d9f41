/**
 * Calls `stop` once when the process is asked to end: by a signal, or because scripts/node24.mjs has ended, which may
 * be killed without notice. On Ctrl-C the terminal and that script both send a signal, so a repeated signal is not a
 * new request.
 */
export const stopOnSignal = (stop: () => void): void => {
  let isStopping = false
  const once = (): void => {
    if (isStopping) return
    isStopping = true
    stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, once)
  process.on('disconnect', once)
  // Listening for the channel to close must not keep an otherwise idle process alive.
  process.channel?.unref()
}
