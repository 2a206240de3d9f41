import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceSize = 12
const tagSize = 16
/** Without it Node accepts a tag of four bytes too, which is far easier to guess. */
const tagLength = { authTagLength: tagSize }
/** What is encrypted is longer by so much: the nonce and the tag stand before it. */
export const encryptionOverhead = nonceSize + tagSize

/** The key that encrypts and decrypts, and after it one that still decrypts, for the time of a change of keys (OP-7). */
export type EncryptionKey = Buffer | readonly [newest: Buffer, before: Buffer]

/** The newest first. */
export const keysOf = (key: EncryptionKey): readonly [Buffer, ...Buffer[]] =>
  Buffer.isBuffer(key) ? [key] : key

/** A key is made ready once, which takes longer than encrypting something short with it. */
const ready = new WeakMap<Buffer, KeyObject>()
const readyKey = (key: Buffer): KeyObject => {
  const known = ready.get(key)
  if (known !== undefined) return known
  const made = createSecretKey(key)
  ready.set(key, made)
  return made
}

/**
 * Encrypts text or bytes, so that what stores them can neither read nor change them unnoticed.
 * @param context what it is and whose; text encrypted for another does not open
 */
export const encrypt = (key: EncryptionKey, context: string, content: string | Buffer): Buffer => {
  const nonce = randomBytes(nonceSize)
  const cipher = createCipheriv(algorithm, readyKey(keysOf(key)[0]), nonce, tagLength).setAAD(
    Buffer.from(context),
  )
  const encrypted = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** Throws when it was encrypted with neither key or for another context, or was tampered with. */
export const decryptText = (key: EncryptionKey, context: string, sealed: Buffer): string =>
  decrypt(key, context, sealed).toString('utf8')

/** As `decryptText`, for what is no text. */
export const decrypt = (key: EncryptionKey, context: string, sealed: Buffer): Buffer => {
  const [newest, before] = keysOf(key)
  if (before === undefined) return decryptWith(newest, context, sealed)
  try {
    return decryptWith(newest, context, sealed)
  } catch {
    // The tag does not fit, for which Node has no code: the key before may be the right one.
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
