import { ApiError } from '../../../platform/calls/apiError.ts'

export const isPossible = (): boolean =>
  window.isSecureContext && 'serviceWorker' in navigator && 'locks' in navigator && 'indexedDB' in window

const notReady =
  'This browser could not keep the pages of the visits. Nothing was taken along. Check the signal, and try again.'

const longestMs = 60_000

/** Resolves once the pages of the visits open without a signal. */
export const readyWithoutSignal = async (): Promise<void> => {
  try {
    const registration = await navigator.serviceWorker.register('/visitsWorker.js', { scope: '/visits' })
    const worker = registration.installing ?? registration.waiting ?? registration.active
    if (worker !== null && worker.state !== 'activated' && registration.active === null)
      await new Promise<void>((resolve, reject) => {
        const giveUp = setTimeout(() => reject(new ApiError(0, notReady)), longestMs)
        worker.addEventListener('statechange', () => {
          if (worker.state !== 'activated' && worker.state !== 'redundant') return
          clearTimeout(giveUp)
          if (worker.state === 'activated') resolve()
          else reject(new ApiError(0, notReady))
        })
      })
    // So that a browser with little room removes something else first. It may say no.
    await navigator.storage?.persist?.()
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, notReady)
  }
}
