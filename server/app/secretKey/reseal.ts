import type { Pool } from 'pg'
import { decrypt, encrypt } from '../../platform/crypto/encryption.ts'
import { sealedPlaces, selectSealed } from './sealedPlaces.ts'

export interface Resealed {
  what: string
  /** Sealed by the previous key before, now by the new one. */
  resealed: number
  /** Already sealed by the new key. */
  current: number
  /** Neither key opens these. */
  unopened: number
}

/**
 * Reseals with the new key everything that the previous key sealed, so that the previous key can be retired (OP-7). The
 * service may be running with both keys meanwhile. A row that changes during the run is left alone, because the service
 * seals it with the new key.
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
    // The authentication tag does not match, so another key sealed it. Node has no error code for this.
    return null
  }
}
