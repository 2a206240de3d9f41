import { hash } from '@node-rs/argon2'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePassword } from '../../../contract/accounts/account.ts'
import { passwordProblem } from '../../../contract/accounts/password.ts'
import { getProfile, type TokenPair } from '../../../contract/accounts/session.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'
import { commonPasswords, isCommonPassword } from './commonPasswords.ts'
import { hashPassword, needsRehash } from '../hashing/passwords.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const current = 'seven brown kettles on a shelf'
const chosen = 'two herons under the bridge'
const change = (user: TestUser, password = current, newPassword = chosen) =>
  service.ask(changePassword, { password, newPassword, confirmNewPassword: newPassword }, user)

describe('AU-15: changing one’s own password', () => {
  it('lets in with the new one only, and ends every session at once', async () => {
    const user = await aUserWithPassword(service, ['Clinician'], current)
    const others = await Promise.all([1, 2, 3].map(() => signIn(service, user.userName, current)))
    expect(await change(user)).toMatchObject({ status: 200, body: { success: true } })
    const pairs = others.map(({ body }) => body as TokenPair)
    const tokens = [user.accessToken, ...pairs.map(({ access_token }) => access_token)]
    const calls = Array.from({ length: 50 }, (_, index) =>
      service.ask(getProfile, {}, { ...user, accessToken: tokens[index % tokens.length] ?? '' }),
    )
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([401]))
    for (const { refresh_token } of pairs) {
      const payload = new URLSearchParams({ grant_type: 'refresh_token', refresh_token }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const renewed = await service.app.inject({ method: 'POST', url: '/oauth/token', payload, headers })
      expect(renewed.statusCode).toBe(400)
    }
    expect((await signIn(service, user.userName, current)).status).toBe(400)
    expect((await signIn(service, user.userName, chosen)).status).toBe(200)
  })

  it.each([
    [
      'a wrong current password',
      'not the current one',
      chosen,
      { password: 'This is not your current password' },
    ],
    [
      'the current password again',
      current,
      current,
      { newPassword: 'New password cannot be the same as your current password' },
    ],
    ['a short one', current, 'herons', { newPassword: 'Use at least 12 characters' }],
    [
      'a common one',
      current,
      'sonyericsson',
      { newPassword: 'This is one of the most commonly guessed passwords. Please choose another' },
    ],
    [
      'a common one with digits hung on',
      current,
      'Liverpool!2026',
      { newPassword: 'This is one of the most commonly guessed passwords. Please choose another' },
    ],
  ])('refuses %s, and the session goes on', async (_, password, newPassword, body) => {
    const user = await aUserWithPassword(service, ['Clinician'], current)
    expect(await change(user, password, newPassword)).toMatchObject({ status: 400, body })
    expect((await service.ask(getProfile, {}, user)).status).toBe(200)
  })

  it('of two changes at once, one stands', async () => {
    const user = await aUserWithPassword(service, ['Clinician'], current)
    const answers = await Promise.all(
      ['first', 'second'].map((word) => change(user, current, `${word} ${chosen}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('clears the required change, and leaves a trace without the password', async () => {
    const user = await aUserWithPassword(service, ['Clinician'], current)
    const { sql, owner } = service.db
    await sql
      .updateTable('app_user')
      .set({ must_change_password: true })
      .where('id', '=', user.userId)
      .execute()
    await change(user)
    const row = await sql
      .selectFrom('app_user')
      .select('must_change_password')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow()
    expect(row.must_change_password).toBe(false)
    const { rows } = await owner.query(
      `select action, records from audit_event where user_id = $1 and kind = 'write'`,
      [user.userId],
    )
    expect(rows).toEqual([
      {
        action: 'POST /api/user/changepassword',
        records: [{ id: user.userId, entity: 'user', after: { password: 'changed' } }],
      },
    ])
  })
})

describe('AU-4: common passwords', () => {
  it.each([
    ...['letmeinletmein', 'LetMeInLetMeIn', 'letmein-letmein', 'letmein letmein', 'letmein1letmein1'],
    ...['Monkey.monkey7', 'iloveyouiloveyou!', 'dragondragondr', '123qwe123qwe', 'sunshinesunshine2026'],
  ])('%s is one over and over', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each(['monkey and dragon', 'letmein to the garden', 'two herons, two herons', 'sunshine on a leash'])(
    '%s is more than one',
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )

  it('are at least 10,000, and not one of them passes the rule', () => {
    expect(commonPasswords.size).toBeGreaterThanOrEqual(10_000)
    const rule = { minimum: 8, words: [] }
    const passes = (typed: string) => passwordProblem(typed, rule) === null && !isCommonPassword(typed)
    expect([...commonPasswords].filter(passes)).toEqual([])
  })

  it('are refused to who asks for one', async () => {
    const user = await aUserWithPassword(service, ['Clinician'], current)
    const long = [...commonPasswords].filter((password) => password.length >= 12)
    const accepted = await fc.sample(fc.constantFrom(...long), 40).reduce(async (before, password) => {
      const { status } = await change(user, current, password)
      return [...(await before), ...(status === 200 ? [password] : [])]
    }, Promise.resolve<string[]>([]))
    expect(accepted).toEqual([])
  })
})

describe('AU-5: at sign-in', () => {
  it('every hash of former parameters is replaced by one of the present, and still opens', async () => {
    const { sql } = service.db
    const former = [
      { memoryCost: 8192, timeCost: 2, parallelism: 1 },
      { memoryCost: 19_456, timeCost: 1, parallelism: 1 },
      { memoryCost: 19_456, timeCost: 2, parallelism: 2 },
    ]
    const people = await Promise.all(
      former.map(async (parameters) => {
        const user = await aUserWithPassword(service, ['Clinician'], current)
        const password_hash = await hash(current, parameters)
        await sql.updateTable('app_user').set({ password_hash }).where('id', '=', user.userId).execute()
        return user
      }),
    )
    const outdated = async (): Promise<number> => {
      const rows = await sql
        .selectFrom('app_user')
        .select('password_hash')
        .where('password_hash', 'is not', null)
        .execute()
      return rows.filter((row) => needsRehash(row.password_hash ?? '')).length
    }
    expect(await outdated()).toBe(former.length)
    for (let time = 0; time < 2; time += 1)
      for (const { userName } of people) expect((await signIn(service, userName, current)).status).toBe(200)
    expect(await outdated()).toBe(0)
  })

  it('a password changed while it was being checked opens nothing', async () => {
    const user = await aUserWithPassword(service, ['Clinician'], current)
    const other = await hashPassword(chosen)
    const [answer] = await Promise.all([
      signIn(service, user.userName, current),
      service.db.sql
        .updateTable('app_user')
        .set({ password_hash: other })
        .where('id', '=', user.userId)
        .execute(),
    ])
    expect(answer.status).toBe(400)
  })
})
