import { createStore } from '../../platform/session/createStore.ts'
import { onSignOut } from '../../platform/session/session.ts'

/**
 * What was searched for among incoming referrals, so that a user who comes back from one finds the others again; null
 * if the list is shown. In memory only: nothing of it is in the address or kept by the browser (DP-7).
 */
export const soughtText = createStore<string | null>(null)
onSignOut(() => soughtText.set(null))
