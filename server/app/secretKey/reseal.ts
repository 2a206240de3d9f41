import type { Pool } from 'pg'
import { decrypt, encrypt } from '../../platform/crypto/encryption.ts'
import { sealedPlaces, selectSealed } from './sealedPlaces.ts'

export interface Resealed {
  what: string
  /** Sealed by the key before, and now by the new one. */
  resealed: number
  /** Sealed by the new key already. */
  current: number
  /** Opened by neither key. */
  unopened: number
}

/**
 * Seals with the new key whatever the key before sealed, so that the key before can be given up (OP-7). The service may be
 * running with both keys meanwhile: a row that somebody changes at that moment is left to them, and they seal with the new key.
 */
export const resealStored = async (
  pool: Pool,
  { newest, before }: { newest: Buffer; before: Buffer },
): Promise<Resealed[]> => {
  const done: Resealed[] = []
  for (const place of sealedPlaces) {
    const { what, table, column, key, contextOf } = place
    const counted: Resealed = { what, resealed: 0, current: 0, unopened: 0 }
    for (const row of await selectSealed(pool, place)) {
      const context = contextOf(row)
      if (open(newest, context, row.sealed) !== null) {
        counted.current += 1
        continue
      }
      const content = open(before, context, row.sealed)
      if (content === null) {
        counted.unopened += 1
        continue
      }
      await pool.query(`update ${table} set ${column} = $3 where (${key})::text = $1 and ${column} = $2`, [
        row.key,
        row.sealed,
        encrypt(newest, context, content),
      ])
      counted.resealed += 1
    }
    done.push(counted)
  }
  return done
}

const open = (key: Buffer, context: string, sealed: Buffer): Buffer | null => {
  try {
    return decrypt(key, context, sealed)
  } catch {
    // The tag does not fit, for which Node has no code: another key sealed it.
    return null
  }
}
