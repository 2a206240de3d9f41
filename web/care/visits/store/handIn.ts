import { handInVisit } from '../../../../contract/care/visits/visits.ts'
import { ApiError, call } from '../../../platform/calls/api.ts'
import { createStore } from '../../../platform/session/createStore.ts'
import { currentSession } from '../../../platform/session/session.ts'
import { outboxStore, packStore, storedPack, strictly, type OutboxEntry } from './databases.ts'
import { allWaiting } from './outbox.ts'
import { readStoredPack } from './openPack.ts'
import { toBase64 } from './seal.ts'

/** How much is still to be handed in, and how much of what was handed in waits for a person. */
export const handedInState = createStore({ left: 0, refused: 0, waits: 0 })

const count = async (): Promise<void> => {
  const entries = await allWaiting()
  const refused = entries.filter(({ isRefused }) => isRefused).length
  handedInState.set({ ...handedInState.get(), left: entries.length - refused, refused })
}
export const countLeft = count

/** Text that was not finished is handed in only once nobody can go on with it. */
const mayGo = (entry: OutboxEntry, packId: string | undefined): boolean =>
  !entry.isRefused && (entry.isFinished || entry.packId !== packId)

/** The service will never take it as it is; anything else is tried again. */
const refusals = [400, 404, 409, 413]

/** Hands in one entry. False if the service could not be asked; it is then tried again later. */
const handInOne = async (entry: OutboxEntry): Promise<boolean> => {
  try {
    const { outcome } = await call(handInVisit, { id: entry.packId, sealed: toBase64(entry.sealed) })
    if (outcome === 'waiting')
      handedInState.set({ ...handedInState.get(), waits: handedInState.get().waits + 1 })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!refusals.includes(error.status)) return false
    await (await outboxStore()).put('outbox', { ...entry, isRefused: true })
    return true
  }
  // A browser that was killed just after the save may still have what was typed: it must not be offered again, as more typed
  // into it would be taken for a repeat of what is saved.
  if (entry.isFinished) await (await packStore()).delete('drafts', entry.entryId)
  // Only now that the service has it. If more was typed meanwhile, that stays.
  const writing = (await outboxStore()).transaction('outbox', 'readwrite', strictly)
  const now = await writing.store.get(entry.entryId)
  if (now !== undefined && toBase64(now.sealed) === toBase64(entry.sealed))
    await writing.store.delete(entry.entryId)
  await writing.done
  return true
}

const handInNow = async (): Promise<void> => {
  await readStoredPack(currentSession()?.profile?.user.id ?? null)
  const packId = (await storedPack())?.packId
  for (const entry of await allWaiting()) {
    if (currentSession() === null) break
    if (mayGo(entry, packId) && !(await handInOne(entry))) break
  }
  await count()
}

/** Hands in everything in order, in one tab at a time. It stops where the service cannot be reached, and loses nothing. */
export const handInAll = async (): Promise<void> => {
  if (currentSession() === null) return count()
  await navigator.locks.request('surefoot-hand-in', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await handInNow()
  })
}
