import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { Profile } from '../../../contract/accounts/permissions.ts'
import { getProfile } from '../../../contract/accounts/session.ts'
import {
  addRole,
  adminResetPassword,
  createUser,
  endUserSessions,
  getUser,
  listUsers,
  listUserSessions,
  removeRole,
  saveUser,
  type UserRow,
  type UserSession,
  type UserView,
} from '../../../contract/accounts/user.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

const password = 'walking stick tuesday kettle'

let service: TestService
let administrator: TestUser
let made = 0

beforeAll(async () => {
  service = await testService()
  administrator = await service.as('System Administrator')
})
afterAll(() => service.close())

type Create = InputOf<typeof createUser>

const inputOf = (user: Partial<Create['user']> = {}, more: Partial<Create> = {}): Create => {
  made += 1
  return {
    user: {
      userName: `newcomer${made}`,
      familyName: 'Okoro',
      firstName: 'Ada',
      defaultRole: 'Clinician',
      ...user,
    },
    password,
    confirmPassword: password,
    ...more,
  }
}
const create = (input: Create, user = administrator, headers = {}) =>
  service.ask(createUser, input, user, headers)
const added = async (user: Partial<Create['user']> = {}, more: Partial<Create> = {}): Promise<number> => {
  const { status, body } = await create(inputOf(user, more))
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { user: { id: number } }).user.id
}
const view = async (id: number): Promise<UserView> => {
  const { status, body } = await service.ask(getUser, { id }, administrator)
  expect(status).toBe(200)
  return body as UserView
}
const signIn = async (userName: string, secret = password) => {
  const response = await service.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username: userName, password: secret }).toString(),
  })
  return {
    status: response.statusCode,
    token: (response.json() as { access_token?: string }).access_token ?? '',
  }
}
const works = async (token: string): Promise<number> =>
  (await service.app.inject({ url: getProfile.path, headers: { authorization: `Bearer ${token}` } }))
    .statusCode
const roleId = async (profile: Profile): Promise<number> =>
  (
    await service.db.sql
      .selectFrom('role')
      .select('id')
      .where('profile', '=', profile)
      .where('profile_is_fixed', '=', true)
      .executeTakeFirstOrThrow()
  ).id
const lastWrite = async () => {
  const { rows } = await service.db.owner.query<{ action: string; user_id: number; records: unknown }>(
    `select action, user_id, records from audit_event where kind = 'write' order by id desc limit 1`,
  )
  return rows[0]
}

describe('a new user', () => {
  it('signs in with the first password and must change it', async () => {
    const id = await added({ userName: 'ada.okoro', email: 'ada@example.org', phoneNumber: '07700 900 001' })
    expect(await view(id)).toMatchObject({
      user: {
        id,
        version: 1,
        userName: 'ada.okoro',
        familyName: 'Okoro',
        firstName: 'Ada',
        displayName: 'Ada Okoro',
        email: 'ada@example.org',
        phoneNumber: '07700 900 001',
        defaultRole: 'Clinician',
        isActive: true,
        mustChangePassword: true,
      },
      roles: [{ name: 'Clinician', profile: 'Clinician' }],
    })
    const { status, token } = await signIn('ADA.Okoro')
    expect(status).toBe(200)
    expect(await works(token)).toBe(200)
    const list = await service.app.inject({
      url: workLists.awaitingAssessment.path,
      headers: { authorization: `Bearer ${token}` },
    })
    expect([list.statusCode, list.json()]).toMatchObject([403, { code: 'account-incomplete' }])
  })

  it('holds the default role and the others, given by name or by id', async () => {
    const id = await added({}, { roles: ['team lead', await roleId('Admissions'), 'Clinician'] })
    expect((await view(id)).roles.map(({ name }) => name)).toEqual(['Admissions', 'Clinician', 'Team Lead'])
  })

  it.each<[string, Partial<Create['user']>, Partial<Create>, Record<string, string>]>([
    [
      'without names',
      { userName: ' ', familyName: '', firstName: '' },
      {},
      {
        'user.userName': 'User Name required',
        'user.familyName': 'Family Name required',
        'user.firstName': 'First Name required',
      },
    ],
    ['without a role', { defaultRole: '' }, {}, { 'user.defaultRole': 'Default Role required' }],
    [
      'with a role that is not there',
      { defaultRole: 'Wizard' },
      {},
      { 'user.defaultRole': 'Choose a role from the list' },
    ],
    [
      'with another role that is not there',
      {},
      { roles: ['Wizard'] },
      { 'roles.0': 'Choose a role from the list' },
    ],
    ['without a password', {}, { password: '' }, { password: 'Password required' }],
    [
      'with two passwords',
      {},
      { confirmPassword: 'another one' },
      { confirmPassword: 'Password and confirm password do not match' },
    ],
    [
      'with a short password',
      {},
      { password: 'short', confirmPassword: 'short' },
      { password: 'Use at least 12 characters' },
    ],
    [
      'with a password made of the name',
      {},
      { password: 'AdaOkoro2026!', confirmPassword: 'AdaOkoro2026!' },
      { password: 'Use words other than your name, your role and the name of this service' },
    ],
    [
      'with no e-mail address',
      { email: 'ada' },
      {},
      { 'user.email': 'Enter an e-mail address, such as name@example.org' },
    ],
  ])('%s is refused, and nothing is kept', async (_, user, more, fields) => {
    const before = await service.db.sql.selectFrom('app_user').select('id').execute()
    expect(await create(inputOf(user, more))).toMatchObject({ status: 400, body: fields })
    expect(await service.db.sql.selectFrom('app_user').select('id').execute()).toHaveLength(before.length)
  })

  it('says all that is missing at once', async () => {
    const { body } = await service.ask(createUser, { user: {} } as never, administrator)
    expect(body).toMatchObject({
      'user.userName': 'User Name required',
      'user.defaultRole': 'Default Role required',
      password: 'Password required',
    })
  })

  it('has a name of their own, whatever its case', async () => {
    await added({ userName: 'Taken.Name' })
    expect(await create(inputOf({ userName: 'taken.NAME' }))).toMatchObject({
      status: 400,
      body: { 'user.userName': 'This User Name is taken' },
    })
  })

  it('is made once by a double click, and no hash of the password stays behind', async () => {
    const input = inputOf()
    const replies = await Promise.all([1, 2, 3].map(() => create(input)))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    const { createHash } = await import('node:crypto')
    const hashed = createHash('sha256').update(JSON.stringify(input)).digest('hex')
    const { rows } = await service.db.owner.query<{ hash: string }>(
      `select encode(body_hash, 'hex') as hash from request_replay where route = $1`,
      [createUser.path],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ hash }) => hash)).not.toContain(hashed)
  })

  it('leaves no password in the audit trail', async () => {
    await added({ userName: 'quiet' })
    const { rows } = await service.db.owner.query(
      `select from audit_event where audit_event::text ~ 'walking stick|argon2'`,
    )
    expect(rows).toEqual([])
    expect(await lastWrite()).toMatchObject({
      action: 'POST /api/user/create',
      user_id: administrator.userId,
      records: [{ entity: 'user', after: { user_name: 'quiet' } }, { entity: 'userRole' }],
    })
  })
})

describe('the list of users', () => {
  it('shows its columns, and disabled people only when asked', async () => {
    const id = await added({ userName: 'leaver', displayName: 'Ada (left)', phoneNumber: '07700 900 002' })
    await service.ask(
      saveUser,
      { id, version: 1, userName: 'leaver', familyName: 'O', firstName: 'A', isActive: false },
      administrator,
    )
    const read = async (input: object) =>
      (await service.ask(listUsers, input, administrator)).body as UserRow[]
    expect((await read({})).some((row) => row.id === id)).toBe(false)
    expect((await read({ includeInActive: 'true' })).find((row) => row.id === id)).toEqual({
      id,
      userName: 'leaver',
      displayName: 'Ada (left)',
      email: null,
      phoneNumber: '07700 900 002',
      defaultRole: 'Clinician',
      isActive: false,
      searchClosedAt: null,
    })
  })
})

describe('changing a user', () => {
  it('keeps what a save does not mention, and clears what it sends blank', async () => {
    const id = await added({ email: 'a@example.org', phoneNumber: '07700 900 003' })
    const names = { userName: `changed${id}`, familyName: 'Bell', firstName: 'Jo' }
    const saved = await service.ask(saveUser, { id, version: 1, ...names, email: '' }, administrator)
    expect(saved.body).toEqual({ id, version: 2 })
    expect((await view(id)).user).toMatchObject({
      ...names,
      displayName: 'Ada Okoro',
      email: null,
      phoneNumber: '07700 900 003',
      isActive: true,
    })
    await service.ask(saveUser, { id, version: 2, ...names, displayName: '' }, administrator)
    expect((await view(id)).user.displayName).toBe('Jo Bell')
    expect((await signIn(names.userName)).status).toBe(200)
  })

  it('needs the names', async () => {
    const id = await added()
    expect(
      await service.ask(
        saveUser,
        { id, version: 1, userName: '', familyName: '', firstName: '' },
        administrator,
      ),
    ).toMatchObject({
      status: 400,
      body: {
        userName: 'User Name required',
        familyName: 'Family Name required',
        firstName: 'First Name required',
      },
    })
  })

  it('takes as default role only one that is held', async () => {
    const id = await added({}, { roles: ['Team Lead'] })
    const names = { id, userName: `home${id}`, familyName: 'B', firstName: 'C' }
    expect(
      await service.ask(saveUser, { ...names, version: 1, defaultRole: 'Admissions' }, administrator),
    ).toMatchObject({ status: 400, body: { defaultRole: 'Choose a role that the user holds' } })
    await service.ask(saveUser, { ...names, version: 1, defaultRole: 'Team Lead' }, administrator)
    expect((await view(id)).user.defaultRole).toBe('Team Lead')
  })

  it('under an old version is refused', async () => {
    const id = await added()
    const names = { id, version: 1, userName: `twice${id}`, familyName: 'B', firstName: 'C' }
    await service.ask(saveUser, names, administrator)
    expect(await service.ask(saveUser, { ...names, firstName: 'D' }, administrator)).toMatchObject({
      status: 409,
      body: { code: 'conflict', conflict: { version: 2 } },
    })
  })

  it('sets no column that the screen does not ask for', async () => {
    const id = await added()
    const names = { id, version: 1, userName: `plain${id}`, familyName: 'B', firstName: 'C' }
    await service.ask(
      saveUser,
      {
        ...names,
        password_hash: 'x',
        passwordHash: 'x',
        mustChangePassword: false,
        roles: ['System Administrator'],
      } as never,
      administrator,
    )
    expect((await view(id)).user.mustChangePassword).toBe(true)
    expect((await view(id)).roles).toHaveLength(1)
    expect((await signIn(`plain${id}`)).status).toBe(200)
  })

  it('enabling one who was disabled brings no session back', async () => {
    const userName = `out${made}`
    const id = await added({ userName })
    const { token } = await signIn(userName)
    const names = { id, userName, familyName: 'B', firstName: 'C' }
    await service.ask(saveUser, { ...names, version: 1, isActive: false }, administrator)
    expect(await works(token)).toBe(401)
    expect((await signIn(userName)).status).toBe(400)
    await service.ask(saveUser, { ...names, version: 2, isActive: true }, administrator)
    expect(await works(token)).toBe(401)
    expect((await signIn(userName)).status).toBe(200)
  })
})

describe('roles of a user', () => {
  const list = async (user: TestUser) => (await service.ask(workLists.awaitingAssessment, {}, user)).status

  it('bind on the very next call', async () => {
    const user = await service.as('External')
    expect(await list(user)).toBe(403)
    await service.ask(addRole, { id: user.userId, role: 'Clinician' }, administrator)
    expect(await list(user)).toBe(200)
    await service.ask(removeRole, { id: user.userId, role: 'Clinician' }, administrator)
    expect(await list(user)).toBe(403)
  })

  it('are given once, and taking one that is not held changes nothing', async () => {
    const id = await added()
    const give = () => service.ask(addRole, { id, role: 'Team Lead' }, administrator)
    expect((await give()).body).toEqual({ id, version: 2 })
    expect((await give()).body).toEqual({ id, version: 2 })
    expect((await service.ask(removeRole, { id, role: 'External' }, administrator)).body).toEqual({
      id,
      version: 2,
    })
    expect((await view(id)).roles.map(({ name }) => name)).toEqual(['Clinician', 'Team Lead'])
  })

  it('are in the audit trail with who gave and took them', async () => {
    const id = await added()
    const clinician = await roleId('Team Lead')
    await service.ask(addRole, { id, role: clinician }, administrator)
    expect(await lastWrite()).toMatchObject({
      action: 'POST /api/user/addRole',
      user_id: administrator.userId,
      records: [
        { entity: 'userRole', id, before: null, after: { roleId: clinician } },
        { entity: 'user', id },
      ],
    })
  })

  it('must be named', async () => {
    const id = await added()
    for (const role of ['', ' '])
      expect(await service.ask(addRole, { id, role }, administrator)).toMatchObject({
        status: 400,
        body: { role: 'Role required' },
      })
    expect(await service.ask(addRole, { id } as never, administrator)).toMatchObject({
      body: { role: 'Role required' },
    })
    expect((await service.ask(addRole, { id: 999_999, role: 'Clinician' }, administrator)).status).toBe(404)
  })

  it('keep the default role', async () => {
    const id = await added()
    expect(await service.ask(removeRole, { id, role: 'Clinician' }, administrator)).toMatchObject({
      status: 409,
      body: { message: 'This is the default role. Give the user another default role first.' },
    })
  })

  it('tell the second of two who changed them at once from the same screen', async () => {
    const id = await added()
    const replies = await Promise.all([
      service.ask(addRole, { id, version: 1, role: 'Team Lead' }, administrator),
      service.ask(addRole, { id, version: 1, role: 'Admissions' }, await service.as('System Administrator')),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('are looked up by the call’s address as the specification writes it', async () => {
    const id = await added()
    const reply = await service.app.inject({
      method: 'POST',
      url: '/api/user/addRole?role=Team%20Lead',
      headers: { authorization: `Bearer ${administrator.accessToken}` },
      payload: (await view(id)).user,
    })
    expect(reply.statusCode).toBe(200)
  })
})

describe('the administrator role (AZ-3)', () => {
  const refused = {
    status: 409,
    body: { message: 'You cannot take away your own administrator role. Another administrator can.' },
  }

  it('cannot be taken from oneself, nor oneself disabled', async () => {
    const self = await service.as('System Administrator', 'Clinician')
    const id = self.userId
    expect(await service.ask(removeRole, { id, role: 'System Administrator' }, self)).toMatchObject(refused)
    const { user } = await view(id)
    expect(
      await service.ask(
        saveUser,
        { ...user, email: undefined, phoneNumber: undefined, isActive: false },
        self,
      ),
    ).toMatchObject(refused)
    expect((await view(id)).user.isActive).toBe(true)
    expect((await service.ask(listUsers, {}, self)).status).toBe(200)
  })

  it('is not lost when two take it from each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [
        await service.as('Clinician', 'System Administrator'),
        await service.as('Clinician', 'System Administrator'),
      ]
      const replies = await Promise.all([
        service.ask(removeRole, { id: two.userId, role: 'System Administrator' }, one),
        service.ask(removeRole, { id: one.userId, role: 'System Administrator' }, two),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })
})

describe('a password set by an administrator', () => {
  it('replaces the old one, must be changed, and ends every session', async () => {
    const userName = `forgetful${made}`
    const id = await added({ userName })
    const { token } = await signIn(userName)
    const next = 'umbrella marmalade violin stairs'
    const { version } = (await view(id)).user
    const reply = await service.ask(
      adminResetPassword,
      { userId: id, password: next, confirmPassword: next },
      administrator,
    )
    expect(reply).toMatchObject({ status: 200, body: { id, version: version + 1 } })
    expect(await works(token)).toBe(401)
    expect((await signIn(userName)).status).toBe(400)
    expect((await signIn(userName, next)).status).toBe(200)
    expect((await view(id)).user.mustChangePassword).toBe(true)
  })

  it.each([
    [
      { password: '', confirmPassword: '' },
      { password: 'Please enter your new password', confirmPassword: 'Please confirm your new password' },
    ],
    [
      { password, confirmPassword: 'other' },
      { confirmPassword: 'New password and confirm new password do not match' },
    ],
    [
      { password: 'passwordpassword', confirmPassword: 'passwordpassword' },
      { password: expect.any(String) as string },
    ],
  ])('%j is refused', async (typed, fields) => {
    const userId = await added()
    expect(await service.ask(adminResetPassword, { userId, ...typed }, administrator)).toMatchObject({
      status: 400,
      body: fields,
    })
  })

  it('opens an account that wrong passwords had closed, and says so by message', async () => {
    const userName = `closed${made}`
    const userId = await added({ userName, email: 'closed@example.org' })
    for (let guess = 0; guess < 10; guess += 1) await signIn(userName, `wrong guess ${guess}`)
    expect((await signIn(userName)).status).toBe(400)
    const next = 'umbrella marmalade violin stairs'
    await service.ask(adminResetPassword, { userId, password: next, confirmPassword: next }, administrator)
    expect((await signIn(userName, next)).status).toBe(200)
    const { rows } = await service.db.owner.query<{ payload: object }>(
      `select payload from graphile_worker._private_jobs order by id desc limit 1`,
    )
    expect(rows[0]?.payload).toMatchObject({ userId, happening: 'password changed' })
  })

  it('is for others: one’s own needs the present one', async () => {
    const userId = administrator.userId
    expect(
      await service.ask(adminResetPassword, { userId, password, confirmPassword: password }, administrator),
    ).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await service.ask(listUsers, {}, administrator)).status).toBe(200)
  })

  it('is for somebody who is there', async () => {
    expect(
      (
        await service.ask(
          adminResetPassword,
          { userId: 999_999, password, confirmPassword: password },
          administrator,
        )
      ).status,
    ).toBe(404)
  })
})

describe('sessions', () => {
  const sessionsOf = async (id: number, asker = administrator) =>
    (await service.ask(listUserSessions, { id }, asker)).body as UserSession[]

  it('are seen and ended, one or all', async () => {
    const userName = `many${made}`
    const userId = await added({ userName })
    const tokens = [await signIn(userName), await signIn(userName), await signIn(userName)].map(
      ({ token }) => token,
    )
    const open = await sessionsOf(userId)
    expect(open).toHaveLength(3)
    expect(open[0]).toMatchObject({ isOwn: false, address: '127.0.0.1' })
    const [latest] = open
    expect(
      await service.ask(endUserSessions, { userId, sessionId: latest?.id }, administrator),
    ).toMatchObject({
      body: { ended: 1 },
    })
    expect(await Promise.all(tokens.map(works))).toEqual([200, 200, 401])
    expect(await service.ask(endUserSessions, { userId }, administrator)).toMatchObject({
      body: { ended: 2 },
    })
    expect(await Promise.all(tokens.map(works))).toEqual([401, 401, 401])
    expect(await sessionsOf(userId)).toEqual([])
  })

  it('of another user are not ended by a mixed-up id', async () => {
    const [one, two] = [await service.as('Clinician'), await service.as('Clinician')]
    expect(
      (await service.ask(endUserSessions, { userId: one.userId, sessionId: two.sessionId }, administrator))
        .status,
    ).toBe(404)
    expect(await works(two.accessToken)).toBe(200)
  })

  it('mark the one that asks, and leave out those that are over', async () => {
    const self = await service.as('System Administrator')
    expect(await sessionsOf(self.userId, self)).toMatchObject([{ id: self.sessionId, isOwn: true }])
    service.time.now += 9 * 60 * 60_000
    const later = await service.as('System Administrator')
    expect(await sessionsOf(self.userId, later)).toEqual([])
    service.time.now -= 9 * 60 * 60_000
  })
})

it.each([
  ['Clinician', 403],
  ['Team Lead', 403],
  ['Information Governance', 403],
  ['External', 403],
] as const)('%s sees no users and makes none', async (profile, status) => {
  const user = await service.as(profile)
  expect((await service.ask(listUsers, {}, user)).status).toBe(status)
  expect((await create(inputOf(), user)).status).toBe(status)
  expect((await service.ask(addRole, { id: user.userId, role: 'System Administrator' }, user)).status).toBe(
    status,
  )
})
