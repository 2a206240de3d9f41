import { visitWork } from '../../../../contract/care/visits/visits.ts'
import { getProfile } from '../../../../contract/accounts/session.ts'
import { ApiError, call } from '../../../platform/calls/api.ts'
import { createStore } from '../../../platform/session/createStore.ts'
import { currentSession, setProfile } from '../../../platform/session/session.ts'
import { countLeft, handInAll } from './handIn.ts'
import { destroyPack, packState, readStoredPack } from './openPack.ts'
import { visitsNow } from './visitsNow.ts'

/** Whether the service answers. A browser that says it is on line may be in a lift, or behind a page of a café. */
export const signal = createStore<'unknown' | 'yes' | 'no'>('unknown')

const patienceMs = 4_000

const answers = async (): Promise<boolean> => {
  try {
    const { ok } = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    return ok
  } catch {
    // However it failed, the service did not answer.
    return false
  }
}

const isAllowed = async (packId: string): Promise<boolean> => {
  try {
    const { devices, visitsNow: now = [] } = await call(visitWork, {})
    visitsNow.set(now)
    return devices.some(({ id, isOwn }) => id === packId && isOwn)
  } catch (error) {
    // A user who may no longer make visits has none on a device either.
    if (error instanceof ApiError && error.status === 403) return false
    throw error
  }
}

/**
 * A pack that was ended by somebody in charge, has a record that was restricted or a home that was found unsafe since, or
 * belongs to somebody else, is destroyed at the first contact.
 */
const obeyService = async (): Promise<void> => {
  if (currentSession()?.profile == null) setProfile(await call(getProfile, {}))
  const userId = currentSession()?.profile?.user.id ?? null
  await readStoredPack(userId)
  const state = packState.get()
  const packId = state.is === 'open' ? state.pack.id : state.is === 'locked' ? state.stored.packId : null
  if (packId === null) return
  if (!(await isAllowed(packId))) await destroyPack('revoked')
}

let making: Promise<void> | null = null

const makeContact = async (): Promise<void> => {
  const isThere = await answers()
  signal.set(isThere ? 'yes' : 'no')
  if (!isThere || currentSession() === null) {
    await readStoredPack(null)
    return countLeft()
  }
  try {
    await obeyService()
    await handInAll()
  } catch (error) {
    // The session ended, or the signal was lost again: the next contact goes on.
    if (!(error instanceof ApiError)) throw error
    if (error.status === 0) signal.set('no')
  }
}

/** Looks for the service, does as it says, and hands in what is there. */
export const contact = (): Promise<void> =>
  (making ??= makeContact().finally(() => {
    making = null
  }))

const everyMs = 15_000

/** Makes contact now and again. Returns what ends it. */
export const keepInContact = (): (() => void) => {
  const now = (): void => void contact()
  now()
  const timer = setInterval(now, everyMs)
  window.addEventListener('online', now)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', now)
  }
}
