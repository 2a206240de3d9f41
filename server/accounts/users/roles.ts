import { sql as raw } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { addRole } from '../../../contract/accounts/user.ts'
import { advisoryLock } from '../../platform/db/connection/advisoryLock.ts'
import { HttpProblem, ValidationProblem } from '../../platform/errors.ts'
import { keepRights } from './rights.ts'
import { assertVersion, lockRow, raiseVersion, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { userTable } from './columns.ts'

/** Changes of rights, to roles and users alike, run one after the other: see keepRights. */
export const takeRightsInTurn = ({ sql }: Writing) => advisoryLock(sql, 'role')

type RoleChange = CheckedInputOf<typeof addRole>

/** A role counts from the user's next call. Giving a role that the user already has changes nothing. */
export const giveRole = async (writing: Writing, { id, version, role }: RoleChange): Promise<SavedRow> => {
  const before = await takeUser(writing, id, version)
  const roleId = await requireRole(writing, role, 'role')
  if (await holdsRole(writing, id, roleId)) return unchanged(writing, before)
  await writing.sql.insertInto('user_role').values({ user_id: id, role_id: roleId }).execute()
  return roleChanged(writing, id, { before: null, after: { roleId } })
}

/** Refuses to remove the default role, which decides the home screen, and one's own administrator role (AZ-3). */
export const takeRole = async (writing: Writing, { id, version, role }: RoleChange): Promise<SavedRow> => {
  const before = await takeUser(writing, id, version)
  const held = await findRole(writing, role, id)
  if (held === undefined) return unchanged(writing, before)
  const { id: roleId, profile } = held
  if (id === writing.userId && profile === 'System Administrator')
    throw new HttpProblem(
      409,
      'conflict',
      'You cannot take away your own administrator role. Another administrator can.',
    )
  if (before.default_role_id === roleId)
    throw new HttpProblem(
      409,
      'conflict',
      'This is the default role. Give the user another default role first.',
    )
  await writing.sql.deleteFrom('user_role').where('user_id', '=', id).where('role_id', '=', roleId).execute()
  const saved = await roleChanged(writing, id, { before: { roleId }, after: null })
  await keepRights(writing)
  return saved
}

/** Checks the version if one was sent. Without one, adding or removing a single role overwrites nothing. */
const takeUser = async (writing: Writing, id: number, version: number | undefined) => {
  await takeRightsInTurn(writing)
  const before = await lockRow(writing, 'app_user', id)
  if (version !== undefined)
    await assertVersion(writing, { ...userTable, id, version, patientId: null }, before)
  return before
}

const unchanged = (writing: Writing, { id, version }: SavedRow): SavedRow => {
  const saved = { id, version }
  writing.trace({ records: [{ entity: 'user', ...saved }] })
  return saved
}

const roleChanged = async (
  writing: Writing,
  id: number,
  change: { before: Record<string, unknown> | null; after: Record<string, unknown> | null },
): Promise<SavedRow> => {
  const version = await raiseVersion(writing, 'app_user', id)
  writing.trace({
    records: [
      { entity: 'userRole', id, ...change },
      { entity: 'user', id, version, after: { roles: 'changed' } },
    ],
  })
  return { id, version }
}

export const holdsRole = async ({ sql }: Writing, userId: number, roleId: number): Promise<boolean> =>
  (await sql
    .selectFrom('user_role')
    .select('role_id')
    .where('user_id', '=', userId)
    .where('role_id', '=', roleId)
    .executeTakeFirst()) !== undefined

/** @param heldBy searches only the roles of this user, active or not */
const findRole = async ({ sql }: Writing, reference: string, heldBy?: number) => {
  let roles = sql.selectFrom('role').select(['role.id', 'role.profile', 'role.is_active'])
  if (heldBy !== undefined)
    roles = roles
      .innerJoin('user_role', 'user_role.role_id', 'role.id')
      .where('user_role.user_id', '=', heldBy)
  return /^[0-9]{1,15}$/.test(reference)
    ? roles.where('role.id', '=', Number(reference)).executeTakeFirst()
    : roles
        .where(raw<boolean>`lower(btrim(role.name)) = lower(${reference})`)
        .orderBy('role.is_active', 'desc')
        .orderBy('role.id')
        .executeTakeFirst()
}

/** The id of an active role. The role that was chosen before may be inactive. */
export const requireRole = async (
  writing: Writing,
  reference: string,
  field: string,
  before?: number,
): Promise<number> => {
  const role = await findRole(writing, reference)
  if (role === undefined || !(role.is_active || role.id === before))
    throw new ValidationProblem({ [field]: 'Choose a role from the list' })
  return role.id
}
