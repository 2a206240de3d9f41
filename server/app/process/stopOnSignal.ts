/**
 * Calls `stop` once, when somebody asks the process to end: by a signal, or by the end of scripts/node24.mjs, which may
 * be killed without notice. A terminal and that script both hand on Ctrl-C, so a signal that comes again is no other.
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
  // Listening for the end of the channel must not keep a process alive that has nothing else to do.
  process.channel?.unref()
}
