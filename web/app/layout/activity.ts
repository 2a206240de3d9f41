import { storagePrefix } from '../../../contract/accounts/session.ts'

const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`${storagePrefix}activity`)
/** How often other tabs are notified. */
const tellEveryMs = 5_000

let lastInput = Date.now()
let lastElsewhere = 0
let toldAt = 0

const note = (): void => {
  lastInput = Date.now()
  if (lastInput - toldAt < tellEveryMs) return
  toldAt = lastInput
  channel?.postMessage(null)
}
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(kind, note, { capture: true, passive: true })
channel?.addEventListener('message', () => {
  lastElsewhere = Date.now()
})

/**
 * When the user was last active, in this tab or another; requests that a page makes on its own do not count (AU-16). In
 * milliseconds since 1970.
 */
export const lastActivity = (): number => Math.max(lastInput, lastElsewhere)

/** The same, for other tabs only. */
export const lastActivityElsewhere = (): number => lastElsewhere

export const noteActivity = (): void => {
  toldAt = 0
  note()
}
