import type { Pool } from 'pg'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'

/** Accepts an assertion of an app once; false if it was used before. Removes what has expired of this app. */
export const takeAssertion = async (
  pool: Pool,
  { id, jti, expiresAt, now }: { id: number; jti: string; expiresAt: number; now: number },
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `with old_tokens as (delete from fhir_token where client_id = $1 and expires_at < $4),
     old_assertions as (delete from fhir_assertion where client_id = $1 and expires_at < $4)
     insert into fhir_assertion (client_id, jti_hash, expires_at) values ($1, $2, $3) on conflict do nothing`,
    [id, sha256(jti), instantOf(expiresAt), instantOf(now)],
  )
  return rowCount === 1
}
