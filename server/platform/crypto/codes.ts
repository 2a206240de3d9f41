import { createHmac, randomInt } from 'node:crypto'
import { keysOf, type EncryptionKey } from './encryption.ts'

/** Letters and digits that are not mistaken for each other when they are read out or copied by hand. */
const letters = 'ABCDEFGHJKMNPQRTUVWXY346789'

/** Random letters and digits that a person can read and type. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Whether `newCode` could have made it. */
export const isCode = (text: string, length: number): boolean =>
  text.length === length && [...text].every((sign) => letters.includes(sign))

/** As people type it: small letters, and with blanks or hyphens between. */
export const codeAsTyped = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/**
 * The hash of a code that is short enough to be guessed by somebody who has the hash, so it needs the secret key.
 * @param purpose the same code has another hash for each purpose
 * @returns with the newest key first, and while keys are being changed also with the key before
 */
export const codeHashes = (
  key: EncryptionKey,
  purpose: string,
  code: string,
): readonly [Buffer, ...Buffer[]] => {
  const [newest, ...before] = keysOf(key)
  const hash = (each: Buffer) => createHmac('sha256', each).update(`${purpose} ${code}`).digest()
  return [hash(newest), ...before.map(hash)]
}
