import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import { profiles } from '../../../contract/accounts/permissions.ts'
import { getProfile, type UserProfile } from '../../../contract/accounts/session.ts'
import { addRole, removeRole, saveUser } from '../../../contract/accounts/user.ts'
import { counters } from '../../../contract/stages/counters.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/*
 * Administrators may do anything to roles and users, in any order. A rename never changes anybody's rights, the
 * built-in roles keep their profiles, and at least one administrator always remains (AZ-3).
 */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

/** Names that look alike, and names that would matter if rights depended on names. */
const roleName = fc.constantFrom(
  'External',
  'external ',
  'System Administrator',
  'systemadministrator',
  'Admissions',
  'Clinician',
  'Team Lead',
  'Physio',
  'Nobody',
)
const which = fc.nat(30)
const deed = fc.oneof(
  fc.record({ kind: fc.constant('rename' as const), role: which, name: roleName }),
  fc.record({ kind: fc.constant('create' as const), name: roleName }),
  fc.record({ kind: fc.constant('profile' as const), role: which, profile: fc.constantFrom(...profiles) }),
  fc.record({ kind: fc.constant('active' as const), role: which, isActive: fc.boolean() }),
  fc.record({ kind: fc.constant('give' as const), role: which, user: which }),
  fc.record({ kind: fc.constant('take' as const), role: which, user: which }),
)
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never

const allRoles = () =>
  service.db.sql
    .selectFrom('role')
    .select(['id', 'version', 'name', 'profile', 'profile_is_fixed', 'is_active'])
    .orderBy('id')
    .execute()

const rightsOf = async (user: TestUser): Promise<string> => {
  const { status, body } = await service.ask(getProfile, {}, user)
  return status === 200
    ? (body as UserProfile).roles.map(({ id, profile }) => `${id} ${profile}`).join()
    : `${status}`
}

const administratorsLeft = async (users: readonly TestUser[]): Promise<number> => {
  const { rows } = await service.db.owner.query(
    `select distinct app_user.id from app_user join user_role on user_role.user_id = app_user.id
     join role on role.id = user_role.role_id
     where app_user.is_active and role.is_active and role.profile = 'System Administrator'
       and app_user.id = any($1)`,
    [users.map(({ userId }) => userId)],
  )
  return rows.length
}

/** An administrator through a role that is not built in, so that it can be edited and deactivated. */
const administratorWithOwnRole = async (name: string): Promise<TestUser> => {
  const first = await service.as('System Administrator')
  const made = await service.ask(
    lookupCalls.role.save,
    { id: 0, name, profile: 'System Administrator' },
    first,
  )
  const user = await service.as('none')
  const { id } = made.body as { id: number }
  await service.ask(addRole, { id: user.userId, role: id }, first)
  return user
}

const carryOut = async (actor: TestUser, users: readonly TestUser[], done: Deed): Promise<number> => {
  if (done.kind === 'create')
    return (await service.ask(lookupCalls.role.save, { id: 0, name: done.name }, actor)).status
  const roles = await allRoles()
  const role = roles[done.role % roles.length]
  if (role === undefined) throw new Error('No roles')
  const { id, version, name } = role
  const save = (change: object) => service.ask(lookupCalls.role.save, { id, version, name, ...change }, actor)
  if (done.kind === 'rename') return (await save({ name: done.name })).status
  if (done.kind === 'profile') return (await save({ profile: done.profile })).status
  if (done.kind === 'active') return (await save({ isActive: done.isActive })).status
  const userId = users[done.user % users.length]?.userId ?? 0
  const call = done.kind === 'give' ? addRole : removeRole
  return (await service.ask(call, { id: userId, role: id }, actor)).status
}

it('gives a new role nothing until a profile is chosen, whatever it is called', async () => {
  const actor = await service.as('System Administrator')
  const { body } = await service.ask(lookupCalls.role.save, { id: 0, name: 'Head of Everything' }, actor)
  const { id } = body as { id: number }
  const find = async () =>
    ((await service.ask(lookupCalls.role.all, {}, actor)).body as LookupRow[]).find((role) => role.id === id)
  expect(await find()).toMatchObject({ profile: 'none', profileIsFixed: false })
  await service.ask(
    lookupCalls.role.save,
    { id, version: 1, name: 'Head of Everything', profile: 'Team Lead' },
    actor,
  )
  expect(await find()).toMatchObject({ profile: 'Team Lead' })
})

it.each([
  [{ profile: 'Team Lead' }, { profile: 'This is a built-in role: its profile cannot change' }],
  [{ isActive: false }, { isActive: 'This is a built-in role: it stays in use' }],
  [{ name: '12' }, { name: 'The name needs a letter' }],
  [{ profile: 'Emperor' }, { profile: 'Choose from the list' }],
])('refuses %j for a role that came with the service', async (change, fields) => {
  const actor = await service.as('System Administrator')
  const external = (await allRoles()).find((role) => role.profile === 'External' && role.profile_is_fixed)
  if (external === undefined) throw new Error('No External role')
  const { id, version, name } = external
  expect(
    await service.ask(lookupCalls.role.save, { id, version, name, ...change } as never, actor),
  ).toMatchObject({ status: 400, body: fields })
})

it('leaves people without a role in use their own account and nothing else', async () => {
  const actor = await service.as('System Administrator')
  const made = await service.ask(
    lookupCalls.role.save,
    { id: 0, name: 'Summer team', profile: 'Team Lead' },
    actor,
  )
  const { id } = made.body as { id: number }
  const user = await service.as('none')
  await service.ask(addRole, { id: user.userId, role: id }, actor)
  const names = { userName: user.userName, familyName: 'Summer', firstName: 'Robin' }
  const change = { id: user.userId, version: 2, ...names, defaultRole: id }
  expect((await service.ask(saveUser, change, actor)).status).toBe(200)
  await service.ask(removeRole, { id: user.userId, role: user.roleIds[0] ?? 0 }, actor)
  expect((await service.ask(counters.inExercise, {}, user)).status).toBe(200)
  await service.ask(lookupCalls.role.save, { id, version: 1, name: 'Summer team', isActive: false }, actor)
  expect((await service.ask(counters.inExercise, {}, user)).status).toBe(403)
  expect(await service.ask(getProfile, {}, user)).toMatchObject({
    status: 200,
    body: { roles: [], defaultRole: 'Summer team' },
  })
})

it('holds for any sequence of actions', async () => {
  const seeded = (await allRoles()).filter((role) => role.profile_is_fixed)
  expect(seeded).toHaveLength(6)
  const users = [
    await administratorWithOwnRole('Keeper of lists'),
    await administratorWithOwnRole('Keeper of users'),
    await service.as('External'),
    await service.as('none'),
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), deed), { minLength: 1, maxLength: 15 }), async (deeds) => {
      for (const [by, done] of deeds) {
        const actor = users[by] as TestUser
        const before = await Promise.all(users.map(rightsOf))
        const status = await carryOut(actor, users, done)
        expect(status).toBeLessThan(500)
        const after = await Promise.all(users.map(rightsOf))
        if (done.kind === 'rename' || done.kind === 'create' || status !== 200) expect(after).toEqual(before)
        if (status === 200) expect(after[by]).toContain('System Administrator')
        expect(await administratorsLeft(users)).toBeGreaterThan(0)
        const kept = (await allRoles()).filter((role) => role.profile_is_fixed)
        expect(kept.map(({ id, profile, is_active }) => ({ id, profile, is_active }))).toEqual(
          seeded.map(({ id, profile }) => ({ id, profile, is_active: true })),
        )
      }
    }),
    { numRuns: 40 },
  )
})
