import { sql as raw } from 'kysely'
import { ValidationProblem, HttpProblem } from '../../platform/errors.ts'
import type { Writing } from '../../platform/writes/write.ts'

type Row = Record<string, unknown>

/**
 * What a role may do depends on its profile, never on its name (AZ-3). A new role has no rights until a profile is
 * chosen, and the built-in roles keep their profile permanently.
 */
export const settleRights = (values: Row, before: Row | null): void => {
  if (before === null) values['profile'] ??= 'none'
  if (before?.['profile_is_fixed'] !== true) return
  if (values['profile'] !== undefined && values['profile'] !== before['profile'])
    throw new ValidationProblem({ profile: 'This is a built-in role: its profile cannot change' })
  if (values['is_active'] === false)
    throw new ValidationProblem({ isActive: 'This is a built-in role: it stays in use' })
}

/**
 * Refuses a change after which the user who makes it would no longer be an active administrator. Together with the
 * advisory lock on roles taken before, this keeps at least one administrator, whatever several do at once (AZ-3).
 */
export const keepRights = async ({ sql, userId }: Writing): Promise<void> => {
  const { rows } = await raw`
    select from app_user
    join user_role on user_role.user_id = app_user.id
    join role on role.id = user_role.role_id
    where app_user.id = ${userId} and app_user.is_active and role.is_active
      and role.profile = 'System Administrator'`.execute(sql)
  if (rows.length === 0)
    throw new HttpProblem(
      409,
      'conflict',
      'You cannot take away your own administrator role. Another administrator can.',
    )
}
