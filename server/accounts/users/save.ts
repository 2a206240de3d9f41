import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { createUser, saveUser } from '../../../contract/accounts/user.ts'
import { endSessions } from '../sessions/endSessions.ts'
import { closeAllCodes } from '../passwords/resetCodes.ts'
import { userNameKey } from '../sessions/tokens.ts'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { ValidationProblem, isUniqueViolation } from '../../platform/errors.ts'
import { keepRights } from './rights.ts'
import { addRow, changeRow, lockRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { settleTelephones } from '../../platform/writes/settleTelephones.ts'
import { userColumns, userTable } from './columns.ts'
import { holdsRole, requireRole, takeRightsInTurn } from './roles.ts'

/** Blank is built from the names; absent stays unchanged. */
const displayNameOf = <Sent extends string | null | undefined>(
  sent: Sent,
  { firstName, familyName }: { firstName: string; familyName: string },
) => (sent === null ? `${firstName} ${familyName}` : sent) as Exclude<Sent, null> | string

/** Values that only one user may have, by the unique index that ensures it. */
const single = [
  ['app_user_user_name_key_key', 'userName', 'This User Name is taken'],
  ['app_user_of_clinician', 'clinicianId', 'Another active user is this clinician'],
  ['app_user_of_team_member', 'teamMemberId', 'Another active user is this team member'],
] as const

const namingTaken = (error: unknown, fieldPrefix: string): unknown => {
  const taken = single.find(([index]) => isUniqueViolation(error, index))
  return taken === undefined ? error : new ValidationProblem({ [fieldPrefix + taken[1]]: taken[2] })
}

/** The clinician and team member must be active. Roles have their own rules. */
const requirePerson = (
  writing: Writing,
  { clinicianId, teamMemberId }: Pick<CheckedInputOf<typeof saveUser>, 'clinicianId' | 'teamMemberId'>,
  before: { clinician_id: number | null; team_member_id: number | null } | null,
  fieldPrefix = '',
) =>
  requireActiveChoices(
    writing,
    userTable,
    { clinician_id: clinicianId, team_member_id: teamMemberId },
    before,
    fieldPrefix,
  )

/**
 * Adds a user who must change the password at the first sign-in (AU-11).
 * @param passwordHash made before the transaction, because hashing takes time
 */
export const addUser = async (
  writing: Writing,
  { user, roles = [] }: CheckedInputOf<typeof createUser>,
  passwordHash: string,
): Promise<{ user: SavedRow }> => {
  await takeRightsInTurn(writing)
  const defaultRoleId = await requireRole(writing, user.defaultRole, 'user.defaultRole')
  const others: number[] = []
  for (const [index, role] of roles.entries()) others.push(await requireRole(writing, role, `roles.${index}`))
  const roleIds = [...new Set([defaultRoleId, ...others])]
  await requirePerson(writing, user, null, 'user.')
  try {
    const saved = await addRow(writing, {
      ...userTable,
      values: {
        ...valuesOf(userColumns, {
          ...settleTelephones(user, ['phoneNumber'], () => null),
          displayName: displayNameOf(user.displayName ?? null, user),
          isActive: user.isActive ?? true,
          defaultRole: defaultRoleId,
        }),
        user_name_key: userNameKey(user.userName),
        must_change_password: true,
      },
      patientId: null,
    })
    // Set separately, because all other values of the row go to the audit trail.
    await writing.sql
      .updateTable('app_user')
      .set({ password_hash: passwordHash })
      .where('id', '=', saved.id)
      .execute()
    await writing.sql
      .insertInto('user_role')
      .values(roleIds.map((role_id) => ({ user_id: saved.id, role_id })))
      .execute()
    writing.trace({ records: [{ entity: 'userRole', id: saved.id, before: null, after: { roleIds } }] })
    return { user: saved }
  } catch (error) {
    throw namingTaken(error, 'user.')
  }
}

/** Changes a user. A user who is disabled is signed out everywhere at once (AU-9). */
export const changeUser = async (
  writing: Writing,
  input: CheckedInputOf<typeof saveUser>,
  now: number,
): Promise<SavedRow> => {
  await takeRightsInTurn(writing)
  const before = await lockRow(writing, 'app_user', input.id)
  const defaultRoleId =
    input.defaultRole === undefined
      ? undefined
      : await requireRole(writing, input.defaultRole, 'defaultRole', before.default_role_id)
  if (defaultRoleId !== undefined && !(await holdsRole(writing, input.id, defaultRoleId)))
    throw new ValidationProblem({ defaultRole: 'Choose a role that the user holds' })
  await requirePerson(writing, input, before)
  try {
    const saved = await changeRow(writing, {
      ...userTable,
      id: input.id,
      version: input.version,
      values: {
        ...valuesOf(userColumns, {
          ...settleTelephones(input, ['phoneNumber'], () => before.phone_number),
          displayName: displayNameOf(input.displayName, input),
          defaultRole: defaultRoleId,
        }),
        user_name_key: userNameKey(input.userName),
      },
      patientId: null,
    })
    if (input.isActive === false) {
      await endSessions(writing.sql, now, input.id, 'account disabled')
      await closeAllCodes(writing.sql, now, input.id)
    }
    await keepRights(writing)
    return saved
  } catch (error) {
    throw namingTaken(error, '')
  }
}
