import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceSize = 12
const tagSize = 16
/** What is encrypted is longer by so much: the nonce and the tag stand before it. */
export const encryptionOverhead = nonceSize + tagSize

/**
 * Encrypts text or bytes, so that what stores them can neither read nor change them unnoticed.
 * @param context what it is and whose; text encrypted for another does not open
 */
export const encrypt = (key: Buffer, context: string, content: string | Buffer): Buffer => {
  const nonce = randomBytes(nonceSize)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** Throws when it was encrypted with another key or for another context, or was tampered with. */
export const decryptText = (key: Buffer, context: string, sealed: Buffer): string =>
  decrypt(key, context, sealed).toString('utf8')

/** As `decryptText`, for what is no text. */
export const decrypt = (key: Buffer, context: string, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceSize))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(nonceSize, encryptionOverhead))
  return Buffer.concat([decipher.update(sealed.subarray(encryptionOverhead)), decipher.final()])
}
