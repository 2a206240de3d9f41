import type { Pool } from 'pg'
import { decrypt, type EncryptionKey } from '../../platform/crypto/encryption.ts'
import { unlessNotMadeYet } from '../../platform/db/migrations/notMadeYet.ts'
import { sealedPlaces, selectSealed } from './sealedPlaces.ts'

/** How many of the newest values to try in each place. One key sealed them all, except those left from a lost key. */
const looked = 20

/**
 * Refuses a SECRET_KEY that opens nothing sealed in the database. With the wrong key nobody who uses an authenticator
 * app could sign in, and nothing would say why (OP-7). If nothing is sealed yet, any key is accepted.
 */
export const assertSecretKey = async (pool: Pool, key: EncryptionKey): Promise<void> => {
  const found: string[] = []
  for (const place of sealedPlaces) {
    const rows = await unlessNotMadeYet(selectSealed(pool, place, looked), [])
    if (rows.some((row) => opens(key, place.contextOf(row), row.sealed))) return
    if (rows.length > 0) found.push(place.what)
  }
  if (found.length > 0)
    throw new Error(
      `SECRET_KEY is not the key that this database was used with: it opens none of the ${found.join(', ')}. ` +
        'Please set it to the earlier key. If that key is lost, set SECRET_KEY_LOST=yes together with a new key: ' +
        'then everybody must set up the authenticator app again (docs/operate/operations.md, To change the secret key).',
    )
}

const opens = (key: EncryptionKey, context: string, sealed: Buffer): boolean => {
  try {
    decrypt(key, context, sealed)
    return true
  } catch {
    // The authentication tag does not match, so another key sealed it. Node has no error code for this.
    return false
  }
}
