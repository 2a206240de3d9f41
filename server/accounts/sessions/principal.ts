import type { Pool } from 'pg'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { Authentication, Principal } from '../../platform/http/request/principal.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { gather } from '../../platform/db/query/gather.ts'

interface PrincipalRow {
  /** The position of the token in the query's array, counted from 1. */
  place: number
  user_id: number
  session_id: number
  clinician_id: number | null
  team_member_id: number | null
  roles: HeldRole[]
  must_change_password: boolean
  has_second_factor: boolean
  by_provider: boolean
  by_passkey: boolean
}

/*
 * PostgreSQL keeps one plan for any number of tokens: through the select the planner does not know how many there are
 * (compileOnce.ts). `offset 0` makes it look up each token separately.
 */
const query = `
  select asked.place, found.* from unnest((select $1::bytea[])) with ordinality as asked (hash, place)
  cross join lateral (
    select user_session.user_id, user_session.id as session_id, app_user.must_change_password,
      app_user.clinician_id, app_user.team_member_id,
      user_session.by_provider, user_session.by_passkey,
      exists (select from second_factor
        where second_factor.user_id = app_user.id and confirmed_at is not null) as has_second_factor,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', role.id, 'name', role.name, 'profile', role.profile) order by role.id)
        from user_role join role on role.id = user_role.role_id
        where user_role.user_id = app_user.id and role.is_active), '[]'::jsonb) as roles
    from access_token
    join user_session on user_session.id = access_token.session_id
    join app_user on app_user.id = user_session.user_id
    where access_token.hash = asked.hash and access_token.expires_at > $2 and user_session.expires_at > $2
      and user_session.ended_at is null and app_user.is_active
    offset 0) as found`

/**
 * Reads the session, user and roles of an access token for every call, so that a change applies from the very next one
 * (AU-9). Calls that arrive together share one statement. A current role narrows the rights to that role (AZ-4). If the
 * user does not have it, returns 'role-not-held'.
 */
export const findPrincipals = (pool: Pool, clock: () => number): Authentication['authenticate'] => {
  const rowOf = gather(async (tokens: readonly string[]) => {
    const { rows } = await pool.query<PrincipalRow>({
      name: 'find principals',
      text: query,
      values: [tokens.map(sha256), instantOf(clock())],
    })
    const found = new Map(rows.map((row) => [row.place, row]))
    return tokens.map((_, index) => found.get(index + 1))
  })
  return async (accessToken, currentRoleId) => principalOf(await rowOf(accessToken), currentRoleId)
}

const principalOf = (
  row: PrincipalRow | undefined,
  currentRoleId: number | null,
): Principal | 'role-not-held' | null => {
  if (row === undefined) return null
  const { user_id: userId, session_id: sessionId, roles } = row
  const current = roles.find(({ id }) => id === currentRoleId)
  if (currentRoleId !== null && current === undefined) return 'role-not-held'
  const counting = current === undefined ? roles : [current]
  return {
    userId,
    sessionId,
    worksAs: { clinicianId: row.clinician_id, teamMemberId: row.team_member_id },
    roles,
    profiles: counting.length === 0 ? ['none'] : [...new Set(counting.map(({ profile }) => profile))],
    currentRole: current?.name ?? null,
    mustChangePassword: row.must_change_password,
    hasSecondFactor: row.has_second_factor,
    byProvider: row.by_provider,
    byPasskey: row.by_passkey,
  }
}
