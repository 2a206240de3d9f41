import type { Wrapped } from './databases.ts'
import { stretchInWorker } from './stretchInWorker.ts'

/*
 * The key of a pack. It is in memory only and cannot be exported; on the device there is a copy wrapped by a PIN together with
 * the service's half, or by a passkey of this device.
 */

const aes = 'AES-GCM'
const bytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count))

export const newRawKey = (): Uint8Array<ArrayBuffer> => bytes(32)

/** @param raw is overwritten */
export const keyFrom = async (raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> => {
  const key = await crypto.subtle.importKey('raw', raw, aes, false, ['encrypt', 'decrypt'])
  raw.fill(0)
  return key
}

/** A key from what a PIN or a passkey gives. */
const wrappingKey = async (
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> => {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  secret.fill(0)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode('surefoot visits') },
    material,
    { name: aes, length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

const ofPin = async (
  pin: string,
  half: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> => {
  const stretched = await stretchInWorker(pin, salt)
  const both = new Uint8Array(stretched.length + half.length)
  both.set(stretched)
  both.set(half, stretched.length)
  return wrappingKey(both, salt)
}

const wrap = async (
  raw: Uint8Array<ArrayBuffer>,
  by: CryptoKey,
  salt: Uint8Array<ArrayBuffer>,
): Promise<Wrapped> => {
  const iv = bytes(12)
  return { salt, iv, key: await crypto.subtle.encrypt({ name: aes, iv }, by, raw) }
}

/** Null if it is not the right one. */
const unwrap = async ({ iv, key }: Wrapped, by: CryptoKey): Promise<CryptoKey | null> => {
  try {
    return await keyFrom(new Uint8Array(await crypto.subtle.decrypt({ name: aes, iv }, by, key)))
  } catch (error) {
    // The browser's word for a tag that does not fit.
    if ((error as { name?: unknown }).name === 'OperationError') return null
    throw error
  }
}

export const wrapByPin = async (
  raw: Uint8Array<ArrayBuffer>,
  pin: string,
  half: Uint8Array<ArrayBuffer>,
): Promise<Wrapped> => {
  const salt = bytes(16)
  return wrap(raw, await ofPin(pin, half, salt), salt)
}

export const unwrapByPin = async (
  wrapped: Wrapped,
  pin: string,
  half: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey | null> => unwrap(wrapped, await ofPin(pin, half, wrapped.salt))

/** @param secret what the passkey gives for the salt */
export const wrapBySecret = async (
  raw: Uint8Array<ArrayBuffer>,
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
): Promise<Wrapped> => wrap(raw, await wrappingKey(secret, salt), salt)

export const unwrapBySecret = async (
  wrapped: Wrapped,
  secret: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey | null> => unwrap(wrapped, await wrappingKey(secret, wrapped.salt))

export const newSalt = (): Uint8Array<ArrayBuffer> => bytes(32)

/** @param context bound to the text, which does not open under another */
export const encryptText = async (
  key: CryptoKey,
  context: string,
  text: string,
): Promise<{ iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }> => {
  const encoder = new TextEncoder()
  const iv = bytes(12)
  const algorithm = { name: aes, iv, additionalData: encoder.encode(context) }
  return { iv, sealed: await crypto.subtle.encrypt(algorithm, key, encoder.encode(text)) }
}

export const decryptText = async (
  key: CryptoKey,
  context: string,
  { iv, sealed }: { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer },
): Promise<string> => {
  const algorithm = { name: aes, iv, additionalData: new TextEncoder().encode(context) }
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, sealed))
}
