import { visitPack, type VisitPack } from '../../../../contract/care/visits/visits.ts'
import { millisecondsOf } from './clock.ts'
import { createStore } from '../../../platform/session/createStore.ts'
import {
  destroyStoredPack,
  onPackTakenAway,
  packStore,
  storedPack,
  strictly,
  type StoredPack,
  type Wrapped,
} from './databases.ts'
import {
  decryptText,
  encryptText,
  keyFrom,
  newRawKey,
  unwrapByPin,
  unwrapBySecret,
  wrapByPin,
  wrapBySecret,
} from './keys.ts'
import { orNoRoom } from './room.ts'

/** Wrong PINs after which the pack is destroyed. */
export const mostTries = 5
/** A pack that nobody used for so long is destroyed: its user is not on visits any more. */
export const idleHours = 4
/** A pack that nobody touched for so long asks for its PIN or passkey again. */
export const lockMinutes = 15

const notTaken =
  'This device could not keep the visits: it may be full. Make room, then take them along again.'
const notOpened =
  'The visits could not be opened: this device may be full, and each try is noted on it. Make room, then try again. What you typed is kept.'

/** The open pack. In memory only, as is its key. */
export interface OpenPack {
  pack: VisitPack
  key: CryptoKey
}

export type PackState =
  | { is: 'reading' }
  | { is: 'none'; why: Ended | null }
  | { is: 'locked'; stored: Omit<StoredPack, 'sealed' | 'iv'> }
  | ({ is: 'open' } & OpenPack)

/** Why a pack is no longer there. */
export type Ended = 'tries' | 'time' | 'idle' | 'revoked' | 'other' | 'signedOut' | 'done'

export const packState = createStore<PackState>({ is: 'reading' })

/** The service's half of the key for a PIN. In memory only: a reload without a signal loses it. */
let half: { packId: string; bytes: Uint8Array<ArrayBuffer> } | null = null
export const keepHalf = (packId: string, bytes: Uint8Array<ArrayBuffer>): void => {
  half = { packId, bytes }
}
export const hasHalf = (packId: string): boolean => half?.packId === packId

onPackTakenAway(() => {
  half = null
  if (packState.get().is !== 'none') packState.set({ is: 'none', why: 'signedOut' })
})

export const destroyPack = async (why: Ended): Promise<void> => {
  half = null
  packState.set({ is: 'none', why })
  await destroyStoredPack()
  packState.set({ is: 'none', why })
}

const contextOf = ({ packId, userId, endsAt }: Pick<StoredPack, 'packId' | 'userId' | 'endsAt'>): string =>
  `pack ${packId} of ${userId} until ${endsAt}`

/** Why a stored pack may no longer be opened; null if it may. A clock that was put back helps nobody. */
export const endedBy = (
  { madeAt, endsAt, usedAt }: Pick<StoredPack, 'madeAt' | 'endsAt' | 'usedAt'>,
  now: number,
): Ended | null => {
  if (now < madeAt - 5 * 60_000 || Math.max(now, usedAt) >= endsAt) return 'time'
  return now - usedAt > idleHours * 60 * 60_000 ? 'idle' : null
}

/** Reads what this device has, and destroys what it may no longer have. @param userId who is signed in; null for nobody */
export const readStoredPack = async (userId: number | null, now = Date.now()): Promise<void> => {
  const stored = await storedPack()
  const state = packState.get()
  if (stored === undefined) {
    if (state.is !== 'none') packState.set({ is: 'none', why: null })
    return
  }
  const why = userId !== null && userId !== stored.userId ? 'other' : endedBy(stored, now)
  if (why !== null) return destroyPack(why)
  if (state.is === 'open' && state.pack.id === stored.packId) return
  const { sealed: _sealed, iv: _iv, ...rest } = stored
  packState.set({ is: 'locked', stored: rest })
}

/** Stores a pack that was just taken, wrapped by each way to open it, and opens it. */
export const storePack = async (
  text: string,
  by: {
    pin: { pin: string; half: Uint8Array<ArrayBuffer> } | null
    passkey: {
      credentialId: ArrayBuffer
      secret: Uint8Array<ArrayBuffer>
      salt: Uint8Array<ArrayBuffer>
    } | null
  },
): Promise<void> => {
  const pack = visitPack.parse(JSON.parse(text))
  const raw = newRawKey()
  const pin: Wrapped | null = by.pin === null ? null : await wrapByPin(raw, by.pin.pin, by.pin.half)
  const passkey =
    by.passkey === null
      ? null
      : {
          ...(await wrapBySecret(raw, by.passkey.secret, by.passkey.salt)),
          credentialId: by.passkey.credentialId,
        }
  const key = await keyFrom(raw)
  const now = Date.now()
  const identity = { packId: pack.id, userId: pack.userId, endsAt: millisecondsOf(pack.endsAt) }
  const stored: StoredPack = {
    ...identity,
    ...{
      id: 'pack',
      madeAt: Math.min(now, millisecondsOf(pack.madeAt)),
      usedAt: now,
      tries: 0,
      pin,
      passkey,
    },
    ...(await encryptText(key, contextOf(identity), text)),
  }
  await orNoRoom(notTaken, async () => {
    const writing = (await packStore()).transaction(['pack', 'drafts'], 'readwrite', strictly)
    await Promise.all([
      writing.objectStore('drafts').clear(),
      writing.objectStore('pack').put(stored),
      writing.done,
    ])
  })
  if (by.pin !== null) keepHalf(pack.id, by.pin.half)
  packState.set({ is: 'open', pack, key })
}

/** Notes that the pack is in use, and forgets the tries before. */
export const markUsed = async (change: Partial<Pick<StoredPack, 'tries'>> = {}): Promise<void> => {
  const writing = (await packStore()).transaction('pack', 'readwrite', strictly)
  const stored = await writing.store.get('pack')
  if (stored !== undefined)
    await writing.store.put({ ...stored, ...change, usedAt: Math.max(stored.usedAt, Date.now()) })
  await writing.done
}

const openWith = async (key: CryptoKey): Promise<void> => {
  const stored = await storedPack()
  if (stored === undefined) return packState.set({ is: 'none', why: null })
  const pack = visitPack.parse(JSON.parse(await decryptText(key, contextOf(stored), stored)))
  await orNoRoom(notOpened, () => markUsed({ tries: 0 }))
  packState.set({ is: 'open', pack, key })
}

const noteTry = async (): Promise<StoredPack | undefined> => {
  const writing = (await packStore()).transaction('pack', 'readwrite', strictly)
  const stored = await writing.store.get('pack')
  const tried = stored && { ...stored, tries: stored.tries + 1 }
  if (tried !== undefined) await writing.store.put(tried)
  await writing.done
  return tried
}

/** How often a wrong PIN may still be entered; null if the PIN was right. The try is noted before it is made. */
export const openByPin = async (pin: string): Promise<number | null> => {
  const stored = await orNoRoom(notOpened, noteTry)
  if (stored === undefined) {
    packState.set({ is: 'none', why: null })
    return null
  }
  const { tries } = stored
  const right =
    tries > mostTries || stored.pin === null || half === null || half.packId !== stored.packId
      ? null
      : await unwrapByPin(stored.pin, pin, half.bytes)
  if (right !== null) {
    await openWith(right)
    return null
  }
  if (tries >= mostTries) await destroyPack('tries')
  return Math.max(0, mostTries - tries)
}

/** False if it is not the passkey that wrapped the key. */
export const openBySecret = async (secret: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  const stored = await storedPack()
  if (stored?.passkey == null) return false
  const key = await unwrapBySecret(stored.passkey, secret)
  if (key === null) return false
  await openWith(key)
  return true
}

/** Forgets the key and everything read with it; the pack stays. */
export const lockPack = async (): Promise<void> => {
  if (packState.get().is !== 'open') return
  packState.set({ is: 'reading' })
  await readStoredPack(null)
}
