import { sql as raw } from 'kysely'
import type { CheckedInputOf } from '../../contract/endpoint.ts'
import type { addRole, createUser, saveUser } from '../../contract/user.ts'
import { instantOf } from '../../contract/format.ts'
import { endSessions } from '../accounts/sessions/endSessions.ts'
import { closeAllCodes } from '../accounts/passwords/resetCodes.ts'
import { unlockAccount } from '../accounts/throttle/throttle.ts'
import { userNameKey } from '../accounts/sessions/tokens.ts'
import { removeWaysIn, type Kept } from '../accounts/passwords/waysIn.ts'
import { requireActiveChoices } from '../writes/activeChoices.ts'
import { valuesOf } from '../writes/columns.ts'
import { ValidationProblem, isUniqueViolation, notFound, HttpProblem } from '../errors.ts'
import { keepRights } from '../lookups/roles.ts'
import { notice } from '../accounts/jobs.ts'
import { queueJob } from '../db/jobs.ts'
import { addRow, changeRow, assertVersion, lockRow } from '../writes/saveRow.ts'
import { advisoryLock } from '../db/advisoryLock.ts'
import type { Writing } from '../writes/write.ts'
import { userColumns, userTable } from './columns.ts'

type Saved = { id: number; version: number }

/* Changes of who may do what are made one after the other, with roles and users alike: see keepRights. */
const takeRightsInTurn = ({ sql }: Writing) => advisoryLock(sql, 'role')

/** Blank is made from the names; absent stays as it was. */
const displayNameOf = <Sent extends string | null | undefined>(
  sent: Sent,
  { firstName, familyName }: { firstName: string; familyName: string },
) => (sent === null ? `${firstName} ${familyName}` : sent) as Exclude<Sent, null> | string

/** What only one user may have, by the index that holds it. */
const single = [
  ['app_user_user_name_key_key', 'userName', 'This User Name is taken'],
  ['app_user_of_clinician', 'clinicianId', 'Another active user is this clinician'],
  ['app_user_of_team_member', 'teamMemberId', 'Another active user is this team member'],
] as const

const namingTaken = (error: unknown, fieldPrefix: string): unknown => {
  const taken = single.find(([index]) => isUniqueViolation(error, index))
  return taken === undefined ? error : new ValidationProblem({ [fieldPrefix + taken[1]]: taken[2] })
}

/** The rows that say who the user is must be in use; a role has rules of its own. */
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
 * @param passwordHash made before the transaction, since hashing takes its time
 */
export const addUser = async (
  writing: Writing,
  { user, roles = [] }: CheckedInputOf<typeof createUser>,
  passwordHash: string,
): Promise<{ user: Saved }> => {
  await takeRightsInTurn(writing)
  const defaultRoleId = await roleOf(writing, user.defaultRole, 'user.defaultRole')
  const others: number[] = []
  for (const [index, role] of roles.entries()) others.push(await roleOf(writing, role, `roles.${index}`))
  const roleIds = [...new Set([defaultRoleId, ...others])]
  await requirePerson(writing, user, null, 'user.')
  try {
    const saved = await addRow(writing, {
      ...userTable,
      values: {
        ...valuesOf(userColumns, {
          ...user,
          displayName: displayNameOf(user.displayName ?? null, user),
          isActive: user.isActive ?? true,
          defaultRole: defaultRoleId,
        }),
        user_name_key: userNameKey(user.userName),
        must_change_password: true,
      },
      patientId: null,
    })
    // Apart from the row's other values, all of which are in the audit trail.
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

/** Changes a user; one who is disabled is signed out everywhere, at once (AU-9). */
export const changeUser = async (
  writing: Writing,
  input: CheckedInputOf<typeof saveUser>,
  now: number,
): Promise<Saved> => {
  await takeRightsInTurn(writing)
  const before = await lockRow(writing, 'app_user', input.id)
  const defaultRoleId =
    input.defaultRole === undefined
      ? undefined
      : await roleOf(writing, input.defaultRole, 'defaultRole', before.default_role_id)
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
          ...input,
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

type RoleChange = CheckedInputOf<typeof addRole>

/** A role counts from the holder's next call on; giving one that is held already changes nothing. */
export const giveRole = async (writing: Writing, { id, version, role }: RoleChange): Promise<Saved> => {
  const before = await takeUser(writing, id, version)
  const roleId = await roleOf(writing, role, 'role')
  if (await holdsRole(writing, id, roleId)) return unchanged(writing, before)
  await writing.sql.insertInto('user_role').values({ user_id: id, role_id: roleId }).execute()
  return roleChanged(writing, id, { before: null, after: { roleId } })
}

/** Refuses to take the default role, which decides the home screen, and one's own administrator role (AZ-3). */
export const takeRole = async (writing: Writing, { id, version, role }: RoleChange): Promise<Saved> => {
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

/** A version is checked when one is sent; without one, a single role given or taken overwrites nothing. */
const takeUser = async (writing: Writing, id: number, version: number | undefined) => {
  await takeRightsInTurn(writing)
  const before = await lockRow(writing, 'app_user', id)
  if (version !== undefined)
    await assertVersion(writing, { ...userTable, id, version, patientId: null }, before)
  return before
}

const unchanged = (writing: Writing, { id, version }: Saved): Saved => {
  const saved = { id, version }
  writing.trace({ records: [{ entity: 'user', ...saved }] })
  return saved
}

const roleChanged = async (
  writing: Writing,
  id: number,
  change: { before: Record<string, unknown> | null; after: Record<string, unknown> | null },
): Promise<Saved> => {
  const { version } = await writing.sql
    .updateTable('app_user')
    .set((row) => ({
      version: row('version', '+', 1),
      updated_at: raw<string>`clock_timestamp()`,
      updated_by: writing.userId,
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  writing.trace({
    records: [
      { entity: 'userRole', id, ...change },
      { entity: 'user', id, version, after: { roles: 'changed' } },
    ],
  })
  return { id, version }
}

/**
 * The password of an administrator, which the user must change: all sessions end, codes sent before are void, and wrong
 * guesses before it no longer count (AU-9, AU-11).
 * @param keep what the person has told the administrator is theirs
 */
export const setPassword = async (
  writing: Writing,
  userId: number,
  passwordHash: string,
  { now, keep }: { now: number; keep: Kept },
): Promise<Saved> => {
  const before = await lockRow(writing, 'app_user', userId)
  const version = before.version + 1
  await writing.sql
    .updateTable('app_user')
    .set({
      password_hash: passwordHash,
      must_change_password: true,
      // Of a first password that a command printed; this one stands until it is changed.
      password_expires_at: null,
      version,
      updated_by: writing.userId,
    })
    .where('id', '=', userId)
    .execute()
  await endSessions(writing.sql, now, userId, 'password set by an administrator')
  await closeAllCodes(writing.sql, now, userId)
  await unlockAccount(writing.sql, before.user_name_key)
  const { records, ...ways } = await removeWaysIn(writing.sql, userId, keep)
  await queueJob(writing.sql, notice, {
    userId,
    happening: 'password changed',
    at: instantOf(now),
    ways,
  })
  writing.trace({
    records: [
      { entity: 'user', id: userId, version, after: { password: 'set', must_change_password: true } },
      ...records,
    ],
  })
  return { id: userId, version }
}

/** Ends one session of the user or all; returns how many were open. */
export const endSessionsOf = async (
  writing: Writing,
  userId: number,
  sessionId: number | undefined,
  now: number,
): Promise<{ ended: number }> => {
  await lockRow(writing, 'app_user', userId)
  let open = writing.sql
    .updateTable('user_session')
    .set({ ended_at: instantOf(now), end_reason: 'ended by an administrator' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (sessionId !== undefined) open = open.where('id', '=', sessionId)
  const ended = await open.returning('id').execute()
  if (sessionId !== undefined && ended.length === 0) throw notFound()
  writing.trace({ records: ended.map(({ id }) => ({ entity: 'session', id, after: { ended: true } })) })
  return { ended: ended.length }
}

const holdsRole = async ({ sql }: Writing, userId: number, roleId: number): Promise<boolean> =>
  (await sql
    .selectFrom('user_role')
    .select('role_id')
    .where('user_id', '=', userId)
    .where('role_id', '=', roleId)
    .executeTakeFirst()) !== undefined

/** @param heldBy only among the roles of this user, in use or not */
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

/** The id of an active role; one that was the choice before may be out of use. */
const roleOf = async (
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
