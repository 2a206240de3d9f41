import type { Transaction } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Narrowing, Profile } from '../../../contract/accounts/permissions.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { newToken } from '../../platform/crypto/tokens.ts'
import { inTransaction } from '../../platform/db/connection/inTransaction.ts'
import type { DB } from '../../platform/db/types.ts'
import { typeOfScope } from './scopes.ts'
import { signedIn } from './signedIn.ts'
import { typesForStaff } from './staffRights.ts'

/* Codes of SMART App Launch: made when a user lets an app read, and exchanged once for a token (RFC 6749 section 4.1). */

/** The browser hands the code on at once. */
const codeSeconds = 60
/** There is no refresh: an app asks the user again. */
export const appTokenSeconds = 3600

interface Granted {
  clientId: number
  sessionId: number
  roleId: number | null
  patientId: number | null
  redirectUrl: string
  challenge: string
  scopes: string[]
}

/** Stores a new code for what a user granted. */
export const issueCode = async (sql: Transaction<DB>, granted: Granted, now: number): Promise<string> => {
  const code = newToken()
  await sql
    .insertInto('fhir_code')
    .values({
      hash: sha256(code),
      client_id: granted.clientId,
      session_id: granted.sessionId,
      role_id: granted.roleId,
      patient_id: granted.patientId,
      redirect_url: granted.redirectUrl,
      challenge: granted.challenge,
      scopes: granted.scopes,
      expires_at: instantOf(now + codeSeconds * 1000),
    })
    .execute()
  return code
}

interface CodeRow {
  client_id: number
  session_id: number
  role_id: number | null
  patient_id: number | null
  redirect_url: string
  challenge: string
  scopes: string[]
  is_current: boolean
  used_at: string | null
}

interface Presented {
  code: string
  clientId: number
  redirectUrl: string
  verifier: string
  narrowing: Narrowing
  now: number
}

export interface AppToken {
  token: string
  scopes: string[]
  patientId: number | null
  userId: number
  sessionId: number
  role: string | null
}

/**
 * The token for a code; null if the code is wrong in any way. A code is presented once, right or wrong. One that comes
 * again was seen by somebody else, so the token that was made of it ends.
 */
export const redeemCode = (pool: Pool, presented: Presented): Promise<AppToken | null> =>
  inTransaction(pool, async (client) => {
    const hash = sha256(presented.code)
    const { rows } = await client.query<CodeRow>(
      'select *, expires_at > $2 as is_current from fhir_code where hash = $1 for update',
      [hash, instantOf(presented.now)],
    )
    const [row] = rows
    if (row === undefined) return null
    if (row.used_at !== null) {
      await client.query('delete from fhir_token where code_hash = $1', [hash])
      return null
    }
    await client.query('update fhir_code set used_at = $2 where hash = $1', [hash, instantOf(presented.now)])
    return isRightly(row, presented) ? issueAppToken(client, hash, row, presented) : null
  })

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

const isRightly = (row: CodeRow, { clientId, redirectUrl, verifier }: Presented): boolean =>
  row.client_id === clientId &&
  row.is_current &&
  row.redirect_url === redirectUrl &&
  verifierPattern.test(verifier) &&
  row.challenge === sha256(verifier).toString('base64url')

const issueAppToken = async (
  client: PoolClient,
  hash: Buffer,
  row: CodeRow,
  { narrowing, now }: Presented,
): Promise<AppToken | null> => {
  const { rows } = await client.query<{ user_id: number; roles: { name: string; profile: Profile }[] }>(
    `select signed_in.* from (select $1::bigint as session_id, $2::bigint as role_id) as granted
     cross join lateral (${signedIn('granted', '$3::timestamptz')}) as signed_in`,
    [row.session_id, row.role_id, instantOf(now)],
  )
  const [user] = rows
  if (user === undefined) return null
  const types = typesForStaff(
    user.roles.map(({ profile }) => profile),
    narrowing,
  )
  const scopes = row.scopes.filter((scope) => {
    const type = typeOfScope(scope)
    return type === undefined || types.includes(type)
  })
  if (!scopes.some((scope) => typeOfScope(scope) !== undefined)) return null
  const token = newToken()
  await client.query(
    `with seen as (update fhir_client set last_used_at = $7 where id = $2)
     insert into fhir_token (hash, client_id, scopes, session_id, role_id, patient_id, issued_at, expires_at, code_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[sha256(token), row.client_id, scopes, row.session_id, row.role_id, row.patient_id],
      ...[instantOf(now), instantOf(now + appTokenSeconds * 1000), hash],
    ],
  )
  return {
    token,
    scopes,
    patientId: row.patient_id,
    userId: user.user_id,
    sessionId: row.session_id,
    role: row.role_id === null ? null : (user.roles[0]?.name ?? null),
  }
}
