import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePassword } from '../../../contract/accounts/account.ts'
import { counters } from '../../../contract/stages/counters.ts'
import { getProfile, type TokenPair } from '../../../contract/accounts/session.ts'
import { urlOf } from '../../testing/process/globalSetup.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { signIn } from '../../testing/process/signIn.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { makeAdministrator } from './firstAdministrator.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const ownerUrl = () => urlOf(service.db.url, new URL(service.db.url).pathname.slice(1))
const make = (userName: string, again = false) => makeAdministrator(ownerUrl(), { userName, again })

describe('AU-11: the first administrator', () => {
  it('a new service has no account that could be used', async () => {
    const { rows } = await service.db.owner.query('select from app_user where password_hash is not null')
    expect(rows).toEqual([])
  })

  it('is made by a command with a secret that opens nothing but its own change', async () => {
    const secret = await make('ops.lead')
    const { status, body } = await signIn(service, 'OPS.lead', secret)
    expect(status).toBe(200)
    const user = { accessToken: (body as TokenPair).access_token } as TestUser
    expect(await service.ask(getProfile, {}, user)).toMatchObject({
      body: { owes: 'password', defaultRole: 'System Administrator' },
    })
    expect((await service.ask(counters.inTreatment, {}, user)).body).toMatchObject({
      code: 'account-incomplete',
    })
    const chosen = 'two herons under the bridge'
    const change = { password: secret, newPassword: chosen, confirmNewPassword: chosen }
    expect((await service.ask(changePassword, change, user)).status).toBe(200)
    expect((await signIn(service, 'ops.lead', secret)).status).toBe(400)
    expect((await signIn(service, 'ops.lead', chosen)).status).toBe(200)
  })

  it('is made once; for those who locked themselves out there is --again, which ends what was open', async () => {
    await expect(make('someone.else')).rejects.toThrow('There is already an administrator')
    const { body } = await signIn(service, 'ops.lead', 'two herons under the bridge')
    const secret = await make('ops.lead', true)
    const user = { accessToken: (body as TokenPair).access_token } as TestUser
    expect((await service.ask(getProfile, {}, user)).status).toBe(401)
    expect((await signIn(service, 'ops.lead', secret)).status).toBe(200)
  })

  it('--again ends what was sent, known or counted before', async () => {
    const { owner } = service.db
    const left = async () => {
      const { rows } = await owner.query<Record<string, number>>(
        `select (select count(*)::int from reset_code where closed_at is null) as codes,
           (select count(*)::int from user_device) as devices,
           (select count(*)::int from sign_in_bucket where account_key = sha256('ops.lead')) as attempts`,
      )
      return rows[0]
    }
    const ofUser = `from app_user where user_name = 'ops.lead'`
    await owner.query(
      `insert into reset_code (user_id, channel, hash, created_at, expires_at)
       select id, 'mail', 'a code', now(), now() + interval '1 hour' ${ofUser}`,
    )
    await owner.query(
      `insert into user_device (user_id, hash, first_seen_at, last_seen_at)
       select id, sha256('a browser'), now(), now() ${ofUser}`,
    )
    await signIn(service, 'ops.lead', 'a wrong password')
    expect(Object.values((await left()) ?? {}).every((count) => count > 0)).toBe(true)
    await make('ops.lead', true)
    expect(await left()).toEqual({ codes: 0, devices: 0, attempts: 0 })
  })

  it('has a day to come in', async () => {
    const secret = await make('late.comer', true)
    service.time.now += 24 * 60 * 60_000 + 60_000
    expect((await signIn(service, 'late.comer', secret)).status).toBe(400)
  })

  it('leaves a row in the audit trail, without the secret', async () => {
    const { rows } = await service.db.owner.query<{ records: unknown }>(
      `select records from audit_event where action = 'command administrator'`,
    )
    expect(rows).toHaveLength(4)
    expect(JSON.stringify(rows)).toContain('one-time secret')
  })

  it.each(['', ' ', 'x'.repeat(101)])('needs a user name: not "%s"', async (name) => {
    await expect(make(name, true)).rejects.toThrow('A user name has 1 to 100 characters.')
  })
})
