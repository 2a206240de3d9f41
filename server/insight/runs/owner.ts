import { sql as raw, type Kysely } from 'kysely'
import { holds, type Narrowing, type Profile } from '../../../contract/accounts/permissions.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Report } from '../reports/definition.ts'

export interface Owner {
  name: string
  email: string | null
  profiles: readonly Profile[]
}

/** The user with the profiles of all their current roles; null if the user may not sign in. */
export const findOwner = async (sql: Kysely<DB>, userId: number): Promise<Owner | null> => {
  const { rows } = await raw<Owner>`
    select display_name as name, email, coalesce((
      select jsonb_agg(distinct role.profile)
      from user_role join role on role.id = user_role.role_id
      where user_role.user_id = app_user.id and role.is_active), '[]'::jsonb) as profiles
    from app_user where id = ${userId} and is_active`.execute(sql)
  return rows[0] ?? null
}

export const mayRun = (
  holder: Pick<Owner, 'profiles'> | null,
  report: Report | undefined,
  narrowing: Narrowing,
): boolean => holder !== null && report !== undefined && holds(holder.profiles, report.capability, narrowing)
