import { decryptText, encrypt, type EncryptionKey } from '../../crypto/encryption.ts'
import { ValidationProblem } from '../../errors.ts'

/** The values that a row is sorted by, its id last. */
export type Position = readonly (string | number | boolean | null)[]

/*
 * A cursor is part of URLs, which may contain no name and no NHS number (DP-7), so it is encrypted. It is bound to its
 * list, order and filter: it cannot be used with another, and nobody can forge one.
 */

export const sealCursor = (key: EncryptionKey, context: string, position: Position): string =>
  encrypt(key, context, JSON.stringify(position)).toString('base64url')

/** Throws a ValidationProblem for `after` if the text is not a cursor, or belongs to another list, order or filter. */
export const openCursor = (key: EncryptionKey, context: string, cursor: string): Position => {
  const sealed = Buffer.from(cursor, 'base64url')
  try {
    return JSON.parse(decryptText(key, context, sealed)) as Position
  } catch {
    throw new ValidationProblem({
      after:
        'This does not belong to a page of this list in this order and with this filter. Ask for its first page.',
    })
  }
}
