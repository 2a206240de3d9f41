import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Encrypts contents that leave the database, so that neither reading nor changing them elsewhere goes unnoticed. */
export interface DocumentEncryption {
  /** @param name bound to the content: under another name it does not open */
  close: (name: string, content: Buffer) => Buffer
  /** null when it was changed, belongs to another name, or no key fits. */
  open: (name: string, sealed: Buffer) => Buffer | null
}

const cipher = 'aes-256-gcm'
const sizes = { keyMark: 4, nonce: 12, tag: 16 }
const headSize = sizes.keyMark + sizes.nonce + sizes.tag

/** Says which key was used without telling anything of it. */
const markOf = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, sizes.keyMark)

/** Layout: mark of the key, nonce, tag, encrypted content. @param keys the first closes; every one opens, for the time of a change of keys (OP-7) */
export const documentEncryption = (keys: readonly Buffer[]): DocumentEncryption => {
  const [newest] = keys
  if (newest === undefined) throw new Error('Documents outside the database need a key')
  return {
    close: (name, content) => {
      const nonce = randomBytes(sizes.nonce)
      const encrypting = createCipheriv(cipher, newest, nonce).setAAD(Buffer.from(name))
      const encrypted = Buffer.concat([encrypting.update(content), encrypting.final()])
      return Buffer.concat([markOf(newest), nonce, encrypting.getAuthTag(), encrypted])
    },
    open: (name, sealed) => {
      const mark = sealed.subarray(0, sizes.keyMark)
      const key = keys.find((one) => markOf(one).equals(mark))
      if (key === undefined || sealed.length < headSize) return null
      const nonce = sealed.subarray(sizes.keyMark, sizes.keyMark + sizes.nonce)
      const decrypting = createDecipheriv(cipher, key, nonce)
        .setAAD(Buffer.from(name))
        .setAuthTag(sealed.subarray(sizes.keyMark + sizes.nonce, headSize))
      const content = decrypting.update(sealed.subarray(headSize))
      try {
        return Buffer.concat([content, decrypting.final()])
      } catch {
        // The tag does not fit; Node has no code for it.
        return null
      }
    },
  }
}
