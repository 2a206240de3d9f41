import type { Pool } from 'pg'
import { decrypt, type EncryptionKey } from '../../platform/crypto/encryption.ts'
import { unlessNotMadeYet } from '../../platform/db/migrations/notMadeYet.ts'
import { sealedPlaces, selectSealed } from './sealedPlaces.ts'

/** Of each place, the newest: one key sealed them all, but for what was left from a key that was lost. */
const looked = 20

/**
 * Refuses a SECRET_KEY that opens nothing of what is sealed in the database: with another key nobody with an authenticator app
 * could sign in, and nobody would say why (OP-7). Where nothing is sealed yet, any key will do.
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
        'Please set it to the key of that time. Where that is lost for good, set SECRET_KEY_LOST=yes beside a new key: ' +
        'then everybody sets up the authenticator app anew (docs/operations.md, To change the secret key).',
    )
}

const opens = (key: EncryptionKey, context: string, sealed: Buffer): boolean => {
  try {
    decrypt(key, context, sealed)
    return true
  } catch {
    // The tag does not fit, for which Node has no code: another key sealed it.
    return false
  }
}
