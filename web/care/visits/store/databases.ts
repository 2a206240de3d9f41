import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { packDatabase } from '../../../platform/session/packDatabase.ts'

/*
 * What is on this device (decision 165). Nothing of a patient is in either database but as ciphertext: names of stores and keys
 * are numbers, names of forms, and random ids.
 */

/** A wrapped copy of the key of the pack. */
export interface Wrapped {
  salt: Uint8Array<ArrayBuffer>
  iv: Uint8Array<ArrayBuffer>
  key: ArrayBuffer
}

export interface StoredPack {
  id: 'pack'
  packId: string
  userId: number
  madeAt: number
  endsAt: number
  /** The latest time at which it was in use. */
  usedAt: number
  /** PINs tried since the last right one. */
  tries: number
  pin: Wrapped | null
  passkey: (Wrapped & { credentialId: ArrayBuffer }) | null
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

/** What was typed and can be gone on with while the pack is open. */
export interface StoredDraft {
  entryId: string
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

/** What is to be handed in. Only the service can read it. */
export interface OutboxEntry {
  entryId: string
  packId: string
  /** In which they were begun. */
  order: number
  isFinished: boolean
  /** The service did not accept it as ours. */
  isRefused: boolean
  sealed: Uint8Array<ArrayBuffer>
}

interface PackSchema extends DBSchema {
  pack: { key: 'pack'; value: StoredPack }
  drafts: { key: string; value: StoredDraft }
}
interface OutboxSchema extends DBSchema {
  outbox: { key: string; value: OutboxEntry; indexes: { order: number } }
}

export const outboxDatabase = 'surefoot-outbox'

/** Survives a power cut, not only a crash of the browser. */
export const strictly = { durability: 'strict' } as const

let packs: Promise<IDBPDatabase<PackSchema>> | null = null
let outbox: Promise<IDBPDatabase<OutboxSchema>> | null = null
const takenAway = new Set<() => void>()

/** Called when another tab destroys the pack. */
export const onPackTakenAway = (forget: () => void): void => void takenAway.add(forget)

export const packStore = (): Promise<IDBPDatabase<PackSchema>> =>
  (packs ??= openDB<PackSchema>(packDatabase, 1, {
    upgrade: (database) => {
      database.createObjectStore('pack', { keyPath: 'id' })
      database.createObjectStore('drafts', { keyPath: 'entryId' })
    },
    blocking: (_now, _next, event) => {
      ;(event.target as IDBDatabase).close()
      packs = null
      for (const forget of takenAway) forget()
    },
    terminated: () => {
      packs = null
    },
  }))

/** The connection was closed between two steps: another part of the page, or another tab, removes the pack. */
const isClosing = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError'

/** The pack as it is stored. */
export const storedPack = async (): Promise<StoredPack | undefined> => {
  try {
    return await (await packStore()).get('pack', 'pack')
  } catch (error) {
    if (!isClosing(error)) throw error
    return (await packStore()).get('pack', 'pack')
  }
}

export const outboxStore = (): Promise<IDBPDatabase<OutboxSchema>> =>
  (outbox ??= openDB<OutboxSchema>(outboxDatabase, 1, {
    upgrade: (database) => {
      database.createObjectStore('outbox', { keyPath: 'entryId' }).createIndex('order', 'order')
    },
    terminated: () => {
      outbox = null
    },
  }))

/** Removes the pack and its drafts from this device, in every tab. What is to be handed in stays. */
export const destroyStoredPack = async (): Promise<void> => {
  const closing = packs
  packs = null
  // After those who read from it already.
  ;(await closing)?.close()
  await deleteDB(packDatabase)
  for (const forget of takenAway) forget()
}
