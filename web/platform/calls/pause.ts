/** Waits so long, or until the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(go, milliseconds)
    function go(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', go)
      resolve()
    }
    signal.addEventListener('abort', go)
  })
