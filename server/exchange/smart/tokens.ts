import type { Pool } from 'pg'
import { typesOfPurpose, type ClientPurpose } from '../../../contract/exchange/client.ts'
import type { FhirType } from '../../../contract/exchange/fhir/types.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { newToken } from '../../platform/crypto/tokens.ts'
import { gather } from '../../platform/db/query/gather.ts'
import type { KeysOf } from './assertion.ts'

/** A token is asked for again after five minutes, so that a client that was ended is out at once. */
export const tokenSeconds = 300

/** The software that makes a call. */
export interface FhirCaller {
  clientId: number
  clientName: string
  purpose: ClientPurpose
  /** Only what this team looks after; null for all that the purpose allows. */
  teamId: number | null
  scopes: readonly string[]
}

export interface RegisteredClient extends KeysOf {
  id: number
  name: string
  types: FhirType[]
}

const isActive = 'revoked_at is null and approved_at is not null and expires_date >= $2::date'

/** A client that may have tokens now; null if there is none. */
export const findClient = async (
  pool: Pool,
  clientId: string,
  now: number,
): Promise<RegisteredClient | null> => {
  const { rows } = await pool.query<RegisteredClient>({
    name: 'find a FHIR client',
    text: `select id, client_id as "clientId", name, types, jwks, jwks_url as "jwksUrl" from fhir_client
      where client_id = $1 and ${isActive}`,
    values: [clientId, today(now)],
  })
  return rows[0] ?? null
}

/**
 * Stores a new token, unless the assertion was used before: then null. Removes what has expired of this client.
 */
export const issueToken = async (
  pool: Pool,
  {
    id,
    scopes,
    jti,
    expiresAt,
    now,
  }: { id: number; scopes: string[]; jti: string; expiresAt: number; now: number },
): Promise<string | null> => {
  const token = newToken()
  const { rowCount } = await pool.query({
    name: 'issue a FHIR token',
    text: `
      with old_tokens as (delete from fhir_token where client_id = $1 and expires_at < $5),
      old_assertions as (delete from fhir_assertion where client_id = $1 and expires_at < $5),
      used as (
        insert into fhir_assertion (client_id, jti_hash, expires_at) values ($1, $2, $3)
        on conflict do nothing returning client_id),
      seen as (update fhir_client set last_used_at = $5 where id in (select client_id from used))
      insert into fhir_token (hash, client_id, scopes, issued_at, expires_at)
      select $4, client_id, $6, $5, $7 from used`,
    values: [
      ...[id, sha256(jti), instantOf(expiresAt), sha256(token), instantOf(now), scopes],
      instantOf(now + tokenSeconds * 1000),
    ],
  })
  return rowCount === 1 ? token : null
}

/** The scopes of a token, as far as the client may still read what they name. */
const scopesWithin = (
  scopes: readonly string[],
  types: readonly FhirType[],
  purpose: ClientPurpose,
): string[] => {
  const within = typesOfPurpose(purpose).filter((type) => types.includes(type))
  return scopes.filter((scope) => within.some((type) => scope.startsWith(`system/${type}.`)))
}

/** Reads the client and scopes of a token for every call, so that ending a client applies from the very next one. */
export const findCallers = (
  pool: Pool,
  clock: () => number,
): ((token: string) => Promise<FhirCaller | null>) => {
  const callerOf = gather(async (tokens: readonly string[]) => {
    const { rows } = await pool.query<FhirCaller & { place: number; types: FhirType[] }>({
      name: 'find FHIR callers',
      text: `
        select asked.place, found.* from unnest((select $1::bytea[])) with ordinality as asked (hash, place)
        cross join lateral (
          select fhir_client.id as "clientId", fhir_client.name as "clientName", fhir_client.purpose,
            fhir_client.team_id as "teamId", fhir_client.types, fhir_token.scopes
          from fhir_token join fhir_client on fhir_client.id = fhir_token.client_id
          where fhir_token.hash = asked.hash and fhir_token.expires_at > $3 and ${isActive}
          offset 0) as found`,
      values: [tokens.map(sha256), today(clock()), instantOf(clock())],
    })
    const found = new Map(
      rows.map(({ place, types, ...caller }) => [
        place,
        { ...caller, scopes: scopesWithin(caller.scopes, types, caller.purpose) },
      ]),
    )
    return tokens.map((_, index) => found.get(index + 1) ?? null)
  })
  return callerOf
}

/** A client without a token, if it may still read and was not changed since; otherwise null. */
export const clientAt = async (
  pool: Pool,
  id: number,
  version: number,
  now: number,
): Promise<Omit<FhirCaller, 'scopes'> | null> => {
  const { rows } = await pool.query<Omit<FhirCaller, 'scopes'>>({
    name: 'find a FHIR client as it was',
    text: `select id as "clientId", name as "clientName", purpose, team_id as "teamId" from fhir_client
      where id = $1 and ${isActive} and version = $3`,
    values: [id, today(now), version],
  })
  return rows[0] ?? null
}
