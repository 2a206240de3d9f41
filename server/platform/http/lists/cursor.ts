import { decryptText, encrypt, type EncryptionKey } from '../../crypto/encryption.ts'
import { ValidationProblem } from '../../errors.ts'

/** What a row is sorted by, its id last. */
export type Position = readonly (string | number | boolean | null)[]

/*
 * A cursor travels in addresses, where no name and no NHS number may be (DP-7), so it is encrypted. Encrypted for its
 * list, order and filter, it opens for no other, and nobody can write one.
 */

export const sealCursor = (key: EncryptionKey, context: string, position: Position): string =>
  encrypt(key, context, JSON.stringify(position)).toString('base64url')

/** Throws a message for `after` when it is no cursor, or one of another list, order or filter. */
export const openCursor = (key: EncryptionKey, context: string, cursor: string): Position => {
  const sealed = Buffer.from(cursor, 'base64url')
  try {
    return JSON.parse(decryptText(key, context, sealed)) as Position
  } catch {
    throw new ValidationProblem({
      after:
        'This is not the end of a page of this list in this order and with this filter. Ask for its first page.',
    })
  }
}
