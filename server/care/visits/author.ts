import { sql as raw, type Kysely } from 'kysely'
import { holds, type Capability, type Narrowing } from '../../../contract/accounts/permissions.ts'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import type { DB } from '../../platform/db/types.ts'
import type { WorksAs } from '../../platform/writes/write.ts'
import type { Pack } from './packs.ts'

/** Who typed what is handed in, with the rights that they have now. */
export interface Author {
  userId: number
  sessionId: number
  role: string | null
  worksAs: WorksAs
  may: (capability: Capability) => boolean
}

/** Without the role in which they took the visits along, or without an account in use, an author may do nothing. */
export const authorOf = async (
  sql: Kysely<DB>,
  { user_id: userId, role_id: roleId, session_id: sessionId }: Pack,
  narrowing: Narrowing,
): Promise<Author> => {
  const { rows } = await raw<{
    is_active: boolean
    clinician_id: number | null
    team_member_id: number | null
    roles: HeldRole[]
  }>`
    select app_user.is_active, app_user.clinician_id, app_user.team_member_id,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', role.id, 'name', role.name, 'profile', role.profile) order by role.id)
        from user_role join role on role.id = user_role.role_id
        where user_role.user_id = app_user.id and role.is_active), '[]'::jsonb) as roles
    from app_user where app_user.id = ${userId}`.execute(sql)
  const [user] = rows
  if (user === undefined) throw new Error('A pack belongs to a user who is not there')
  const counting = roleId === null ? user.roles : user.roles.filter(({ id }) => id === roleId)
  const profiles = user.is_active ? counting.map(({ profile }) => profile) : []
  return {
    userId,
    sessionId,
    role: roleId === null ? null : (counting[0]?.name ?? null),
    worksAs: { clinicianId: user.clinician_id, teamMemberId: user.team_member_id },
    may: (capability) => holds(profiles, capability, narrowing),
  }
}
