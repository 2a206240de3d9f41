import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Seals text or bytes with the installation's key, so that the database alone does not give it away.
 * @param context what it is and whose; text encrypted for another does not open
 */
export const encrypt = (key: Buffer, context: string, content: string | Buffer): Buffer => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws when it was encrypted with another key or for another context, or was tampered with. */
export const decryptText = (key: Buffer, context: string, sealed: Buffer): string =>
  decrypt(key, context, sealed).toString('utf8')

/** As `openWith`, for what is no text. */
export const decrypt = (key: Buffer, context: string, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}
