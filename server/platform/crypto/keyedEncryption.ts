import { decrypt, encrypt, encryptionOverhead } from './encryption.ts'
import { sha256 } from './sha256.ts'

/** Encrypts content that leaves the database, so that nobody can read it elsewhere and any change is detected. */
export interface DocumentEncryption {
  /** @param name bound to the content, which cannot be opened under another name */
  close: (name: string, content: Buffer) => Buffer
  /** Returns null if the content was changed, belongs to another name, or no key fits. */
  open: (name: string, sealed: Buffer) => Buffer | null
}

const markSize = 4

/** Identifies the key without revealing anything about it. */
const markOf = (key: Buffer): Buffer => sha256(key).subarray(0, markSize)

/**
 * Layout: key mark, then encrypted content. @param keys the first encrypts; all decrypt, while keys are being changed
 * (OP-7)
 */
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
        // The tag does not match; Node has no error code for this.
        return null
      }
    },
  }
}
