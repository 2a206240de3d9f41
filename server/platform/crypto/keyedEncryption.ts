import { decrypt, encrypt, encryptionOverhead } from './encryption.ts'
import { sha256 } from './sha256.ts'

/** Encrypts contents that leave the database, so that neither reading nor changing them elsewhere goes unnoticed. */
export interface DocumentEncryption {
  /** @param name bound to the content: under another name it does not open */
  close: (name: string, content: Buffer) => Buffer
  /** null when it was changed, belongs to another name, or no key fits. */
  open: (name: string, sealed: Buffer) => Buffer | null
}

const markSize = 4

/** Says which key was used without telling anything of it. */
const markOf = (key: Buffer): Buffer => sha256(key).subarray(0, markSize)

/** Layout: mark of the key, encrypted content. @param keys the first closes; every one opens, for the time of a change of keys (OP-7) */
export const documentEncryption = (keys: readonly Buffer[]): DocumentEncryption => {
  const [newest] = keys
  if (newest === undefined) throw new Error('Documents outside the database need a key')
  return {
    close: (name, content) => Buffer.concat([markOf(newest), encrypt(newest, name, content)]),
    open: (name, sealed) => {
      const mark = sealed.subarray(0, markSize)
      const key = keys.find((one) => markOf(one).equals(mark))
      if (key === undefined || sealed.length < markSize + encryptionOverhead) return null
      try {
        return decrypt(key, name, sealed.subarray(markSize))
      } catch {
        // The tag does not fit; Node has no code for it.
        return null
      }
    },
  }
}
