import type { Pool } from 'pg'
import { contextOfSecret } from './accounts/secondFactor/secondFactor.ts'
import { decrypt, encrypt } from './crypto/encryption.ts'
import { contextOfDraft } from './drafts/routes.ts'
import { contextOfRun } from './reports/runs/store.ts'

interface SealedRow {
  /** Names the row. */
  key: string
  id: number
  user_id: number
  sealed: Buffer
}

/** Where things sealed with SECRET_KEY are stored. What is only on its way, such as a sign-in at the provider, ends by itself. */
const places = [
  {
    what: 'authenticator secrets',
    table: 'second_factor',
    column: 'sealed_secret',
    key: 'user_id',
    contextOf: (row: SealedRow) => contextOfSecret(row.user_id),
  },
  {
    what: 'drafts',
    table: 'draft',
    column: 'sealed',
    key: `user_id || ' ' || encode(place_hash, 'hex')`,
    contextOf: (row: SealedRow) => contextOfDraft(row.user_id),
  },
  {
    what: 'reports that were asked for',
    table: 'report_run',
    column: 'sealed',
    key: 'id',
    contextOf: (row: SealedRow) => contextOfRun(row),
  },
] as const

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
  for (const { what, table, column, key, contextOf } of places) {
    const counted: Resealed = { what, resealed: 0, current: 0, unopened: 0 }
    const { rows } = await pool.query<SealedRow>(
      `select (${key})::text as key, ${table === 'report_run' ? 'id' : 'user_id as id'}, user_id, ${column} as sealed
       from ${table} where ${column} is not null`,
    )
    for (const row of rows) {
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
