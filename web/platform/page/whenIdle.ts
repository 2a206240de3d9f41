/** Runs work once the browser has nothing else to do. Browsers without requestIdleCallback wait a second. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  else setTimeout(work, 1000)
}
