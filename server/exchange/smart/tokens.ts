import type { Pool } from 'pg'
import type { Narrowing, Profile } from '../../../contract/accounts/permissions.ts'
import { typesOfPurpose, type ClientKind, type ClientPurpose } from '../../../contract/exchange/client.ts'
import type { FhirType } from '../../../contract/exchange/fhir/types.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { newToken } from '../../platform/crypto/tokens.ts'
import { gather } from '../../platform/db/query/gather.ts'
import type { KeysOf } from './assertion.ts'
import { asksOnePatient, typeOfScope } from './scopes.ts'
import { signedIn } from './signedIn.ts'
import { typesForStaff } from './staffRights.ts'

/** A token is asked for again after five minutes, so that a client that was ended is out at once. */
export const tokenSeconds = 300

/** The software that makes a call, and for an app the user for whom it reads; null for a program. */
export interface FhirCaller {
  clientId: number
  clientName: string
  purpose: ClientPurpose
  /** Only what this team looks after; null for all that the purpose allows. */
  teamId: number | null
  scopes: readonly string[]
  userId: number | null
  sessionId: number | null
  /** The role that the user works in; null for all of theirs. */
  role: string | null
  /** The one patient whom the app may read of; null for all. */
  patientId: number | null
}

export interface RegisteredClient extends KeysOf {
  id: number
  name: string
  organisation: string
  kind: ClientKind
  purpose: ClientPurpose
  teamId: number | null
  types: FhirType[]
  redirectUrls: string[]
}

/** A client that may read now. @param $2 today */
export const isActive = 'revoked_at is null and approved_at is not null and expires_date >= $2::date'

/** A client that may have tokens now; null if there is none. */
export const findClient = async (
  pool: Pool,
  clientId: string,
  now: number,
): Promise<RegisteredClient | null> => {
  const { rows } = await pool.query<RegisteredClient>({
    name: 'find a FHIR client',
    text: `select id, client_id as "clientId", name, organisation, kind, purpose, team_id as "teamId", types, jwks,
        jwks_url as "jwksUrl", redirect_urls as "redirectUrls" from fhir_client
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

/** The scopes of a token, as far as what they name may still be read. */
const scopesWithin = (scopes: readonly string[], types: readonly FhirType[]): string[] =>
  scopes.filter((scope) => {
    const type = typeOfScope(scope)
    return type !== undefined && types.includes(type)
  })

interface CallerRow extends Omit<FhirCaller, 'role'> {
  types: FhirType[]
  roleId: number | null
  roles: { name: string; profile: Profile }[] | null
}

/** Who calls, with the scopes that are left; null for an app whose user may no longer read any of it. */
const callerOf = (
  { types, roles, roleId, ...caller }: CallerRow,
  narrowing: Narrowing,
): FhirCaller | null => {
  const isOfOnePatient = asksOnePatient(caller.scopes.join(' '))
  if (isOfOnePatient && caller.patientId === null) return null
  const ofClient = typesOfPurpose(caller.purpose).filter((type) => types.includes(type))
  if (roles === null) return { ...caller, role: null, scopes: scopesWithin(caller.scopes, ofClient) }
  const ofUser = typesForStaff(
    roles.map(({ profile }) => profile),
    narrowing,
  )
  const scopes = scopesWithin(
    caller.scopes,
    ofClient.filter((type) => ofUser.includes(type)),
  )
  return scopes.length === 0
    ? null
    : {
        ...caller,
        patientId: isOfOnePatient ? caller.patientId : null,
        role: roleId === null ? null : (roles[0]?.name ?? null),
        scopes,
      }
}

/**
 * Reads the client, scopes and user of a token for every call, so that ending a client, a session or a role applies
 * from the very next one.
 */
export const findCallers = (
  pool: Pool,
  clock: () => number,
  narrowing: Narrowing,
): ((token: string) => Promise<FhirCaller | null>) =>
  gather(async (tokens: readonly string[]) => {
    const { rows } = await pool.query<CallerRow & { place: number }>({
      name: 'find FHIR callers',
      text: `
        select asked.place, found.* from unnest((select $1::bytea[])) with ordinality as asked (hash, place)
        cross join lateral (
          select fhir_client.id as "clientId", fhir_client.name as "clientName", fhir_client.purpose,
            fhir_client.team_id as "teamId", to_json(fhir_client.types) as types, to_json(fhir_token.scopes) as scopes,
            fhir_token.session_id as "sessionId",
            fhir_token.role_id as "roleId", fhir_token.patient_id as "patientId", signed_in.user_id as "userId",
            signed_in.roles
          from fhir_token join fhir_client on fhir_client.id = fhir_token.client_id
          left join lateral (${signedIn('fhir_token', '$3')}) as signed_in on true
          where fhir_token.hash = asked.hash and fhir_token.expires_at > $3 and ${isActive}
            and (fhir_token.session_id is null or signed_in.user_id is not null)
          offset 0) as found`,
      values: [tokens.map(sha256), today(clock()), instantOf(clock())],
    })
    const found = new Map(rows.map(({ place, ...row }) => [place, callerOf(row, narrowing)]))
    return tokens.map((_, index) => found.get(index + 1) ?? null)
  })

/** A program without a token, if it may still read and was not changed since; otherwise null. */
export const clientAt = async (
  pool: Pool,
  id: number,
  version: number,
  now: number,
): Promise<Omit<FhirCaller, 'scopes'> | null> => {
  const { rows } = await pool.query<Omit<FhirCaller, 'scopes'>>({
    name: 'find a FHIR client as it was',
    text: `select id as "clientId", name as "clientName", purpose, team_id as "teamId", null as "userId",
        null as "sessionId", null as role, null as "patientId" from fhir_client
      where id = $1 and kind = 'program' and ${isActive} and version = $3`,
    values: [id, today(now), version],
  })
  return rows[0] ?? null
}
