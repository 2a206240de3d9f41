import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceSize = 12
const tagSize = 16
/** Without this option Node also accepts a tag of four bytes, which is far easier to guess. */
const tagLength = { authTagLength: tagSize }
/** Bytes that encryption adds: the nonce and the tag, which precede the content. */
export const encryptionOverhead = nonceSize + tagSize

/** The key that encrypts and decrypts. A second, older key only decrypts, while keys are being changed (OP-7). */
export type EncryptionKey = Buffer | readonly [newest: Buffer, before: Buffer]

/** The keys, newest first. */
export const keysOf = (key: EncryptionKey): readonly [Buffer, ...Buffer[]] =>
  Buffer.isBuffer(key) ? [key] : key

/** Caches prepared keys: preparing a key takes longer than encrypting a short text with it. */
const ready = new WeakMap<Buffer, KeyObject>()
const readyKey = (key: Buffer): KeyObject => {
  const known = ready.get(key)
  if (known !== undefined) return known
  const made = createSecretKey(key)
  ready.set(key, made)
  return made
}

/**
 * Encrypts text or bytes. Those who store the result cannot read it, and any change to it is detected.
 * @param context what is encrypted and whose it is; decryption fails under any other context
 */
export const encrypt = (key: EncryptionKey, context: string, content: string | Buffer): Buffer => {
  const nonce = randomBytes(nonceSize)
  const cipher = createCipheriv(algorithm, readyKey(keysOf(key)[0]), nonce, tagLength).setAAD(
    Buffer.from(context),
  )
  const encrypted = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** Throws if neither key fits, if the context differs, or if the content was tampered with. */
export const decryptText = (key: EncryptionKey, context: string, sealed: Buffer): string =>
  decrypt(key, context, sealed).toString('utf8')

/** As `decryptText`, for bytes. */
export const decrypt = (key: EncryptionKey, context: string, sealed: Buffer): Buffer => {
  const [newest, before] = keysOf(key)
  if (before === undefined) return decryptWith(newest, context, sealed)
  try {
    return decryptWith(newest, context, sealed)
  } catch {
    // The tag does not match, for which Node has no error code. The older key may fit.
    return decryptWith(before, context, sealed)
  }
}

const decryptWith = (key: Buffer, context: string, sealed: Buffer): Buffer => {
  const nonce = sealed.subarray(0, nonceSize)
  const decipher = createDecipheriv(algorithm, readyKey(key), nonce, tagLength)
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(nonceSize, encryptionOverhead))
  return Buffer.concat([decipher.update(sealed.subarray(encryptionOverhead)), decipher.final()])
}
