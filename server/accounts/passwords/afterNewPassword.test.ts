import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changePassword,
  forgotPasswordEmail,
  forgotPasswordSms,
  resetPassword,
  resetPasswordSms,
} from '../../../contract/accounts/account.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  passkeyGrant,
} from '../../../contract/accounts/passkey.ts'
import { beginProvider, nameAtProvider, providerGrant } from '../../../contract/accounts/provider.ts'
import { beginSecondFactor, confirmSecondFactor, getSecurity } from '../../../contract/accounts/security.ts'
import type { SecurityView } from '../../../contract/accounts/security.ts'
import { getProfile, type TokenPair } from '../../../contract/accounts/session.ts'
import { adminResetPassword } from '../../../contract/accounts/user.ts'
import { counters } from '../../../contract/stages/counters.ts'
import type { Profile } from '../../../contract/accounts/permissions.ts'
import { makePasskey, usePasskey, type Passkey } from '../../testing/process/authenticator.ts'
import { deliver, startReceivers, type Receivers } from '../../testing/process/messages.ts'
import {
  clientId,
  clientSecret,
  startProvider,
  type RunningProvider,
} from '../../testing/process/provider.ts'
import { testService, type Asked, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'
import type { TestUser } from '../../testing/world/users.ts'

/*
 * A thief who had the password may have added their own ways to sign in. These tests check which ways to sign in remain
 * after each way of choosing a new password, regardless of who added them (decision 35).
 */

const origin = 'https://surefoot.example.org'
const name = 'surefoot.example.org'
const former = 'seven brown kettles on a shelf'
const chosen = 'two herons under the bridge'
const step = 30_000

let service: TestService
let outside: Receivers
let provider: RunningProvider
beforeAll(async () => {
  provider = await startProvider(`${origin}/login`)
  service = await testService({
    publicUrl: origin,
    secondFactorFor: ['Team Lead'],
    signInsPerAddress: 10_000,
    forgotPerAddress: 10_000,
    provider: {
      ...{ issuer: provider.issuer, clientId, clientSecret, label: 'NHS CIS2' },
      ...{ scope: 'openid profile', claim: 'nhsid_useruid' },
    },
  })
  outside = await startReceivers()
})
afterAll(async () => {
  await outside.close()
  await service.close()
  await provider.close()
})

const thiefsDevice = 'the-browser-of-the-thief'
const ownersDevice = 'the-browser-of-the-owner'
let people = 0

interface Robbed {
  user: TestUser
  email: string
  phone: string
  passkeys: Passkey[]
  secret: string
  /** Opened before the new password: by password, by passkey and through the provider. */
  sessions: string[]
}

const as = (accessToken: string): TestUser => ({ accessToken }) as TestUser
const token = (form: Record<string, string>) =>
  service.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
const challengeOf = (body: unknown): string => (body as { options: { challenge: string } }).options.challenge
const codeNow = (secret: string): string => {
  service.time.now += step
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.time.now })
}

const enterByPasskey = async (passkey: Passkey) => {
  const challenge = challengeOf((await service.ask(beginPasskeySignIn, {})).body)
  const response = usePasskey(passkey, { challenge, origin, name })
  return token({ grant_type: passkeyGrant, response })
}
const enterByProvider = async (who: string) => {
  const binding = randomBytes(32).toString('base64url')
  const { url } = (await service.ask(beginProvider, { binding })).body as { url: string }
  const returned = await provider.visit(url, who)
  return token({ grant_type: providerGrant, ...Object.fromEntries(returned.searchParams), binding })
}
const plant = async (user: TestUser): Promise<Passkey> => {
  const challenge = challengeOf((await service.ask(beginPasskey, { password: former }, user)).body)
  const { passkey, response } = makePasskey({ challenge, origin, name })
  expect((await service.ask(addPasskey, { response } as never, user)).status).toBe(200)
  return passkey
}

/** A user with their own device and a thief's, two passkeys, an app, and sessions opened by every way in. */
const aRobbedUser = async (...profiles: Profile[]): Promise<Robbed> => {
  people += 1
  const user = await aUserWithPassword(service, profiles, former)
  const [email, phone] = [`robbed${people}@example.org`, `0770091${String(people).padStart(4, '0')}`]
  await service.db.sql
    .updateTable('app_user')
    .set({ email, phone_number: phone })
    .where('id', '=', user.userId)
    .execute()
  await service.ask(
    nameAtProvider,
    { userId: user.userId, identifier: `uid-${user.userId}` },
    await service.as('System Administrator'),
  )
  const own = await signIn(service, user.userName, former, { form: { device: ownersDevice } })
  const accessToken = (own.body as TokenPair).access_token
  await signIn(service, user.userName, former, { form: { device: thiefsDevice } })
  const passkeys = [await plant(user), await plant(user)]
  const { secret } = (await service.ask(beginSecondFactor, { password: former }, as(accessToken))).body as {
    secret: string
  }
  const confirmed = await service.ask(confirmSecondFactor, { code: codeNow(secret) }, as(accessToken))
  expect(confirmed.status).toBe(200)
  const byPasskey = (await enterByPasskey(passkeys[0] as Passkey)).json<TokenPair>()
  const byProvider = (await enterByProvider(String(user.userId))).json<TokenPair>()
  const sessions = [accessToken, byPasskey.access_token, byProvider.access_token]
  for (const session of sessions) expect((await service.ask(getProfile, {}, as(session))).status).toBe(200)
  return { user: { ...user, accessToken }, email, phone, passkeys, secret, sessions }
}

const linkCode = async ({ user, email }: Robbed): Promise<string> => {
  await service.ask(forgotPasswordEmail, { username: user.userName })
  await deliver(service, outside.courier)
  const text = outside.mails.findLast(({ to, text }) => to.includes(email) && /\/reset\?/.test(text))?.text
  return new URL(/https?:\S+/.exec(text ?? '')?.[0] ?? origin).searchParams.get('code') ?? ''
}
const smsCode = async ({ user, phone }: Robbed): Promise<string> => {
  await service.ask(forgotPasswordSms, { username: user.userName })
  await deliver(service, outside.courier)
  return /\d{8}/.exec(outside.texts.findLast(({ to }) => to === phone)?.text ?? '')?.[0] ?? ''
}
const twice = { password: chosen, confirmNewPassword: chosen }

type Way = (robbed: Robbed, more?: object) => Promise<Asked>
const own: Way = ({ user }, more = {}) =>
  service.ask(
    changePassword,
    { password: former, newPassword: chosen, confirmNewPassword: chosen, ...more },
    user,
  )
const link: Way = async (robbed, more = {}) =>
  service.ask(resetPassword, {
    ...{ ...twice, userId: robbed.user.userId, code: await linkCode(robbed) },
    ...more,
  })
const sms: Way = async (robbed, more = {}) =>
  service.ask(resetPasswordSms, {
    ...{ ...twice, userName: robbed.user.userName, code: await smsCode(robbed) },
    ...more,
  })
const administrator: Way = async ({ user }, more = {}) =>
  service.ask(
    adminResetPassword,
    { userId: user.userId, password: chosen, confirmPassword: chosen, ...more } as never,
    await service.as('System Administrator'),
  )

const enter = async ({ user }: Robbed, otp?: string, device = 'a-browser-never-seen') =>
  signIn(service, user.userName, chosen, { form: { device, ...(otp === undefined ? {} : { otp }) } })
const needsCode = { status: 400, body: { error: 'mfa_required' } }
const securityOf = async (accessToken: string): Promise<SecurityView> =>
  (await service.ask(getSecurity, {}, as(accessToken))).body as SecurityView
const noticeOf = async ({ email }: Robbed): Promise<string> => {
  await deliver(service, outside.courier)
  const notice = outside.mails.findLast(
    ({ to, subject }) => to.includes(email) && subject === 'Your Surefoot password was changed',
  )
  return notice?.text ?? ''
}

const ways: [name: string, way: Way][] = [
  ['one’s own change', own],
  ['a mailed link', link],
  ['a text message', sms],
  ['an administrator', administrator],
]

describe.each(ways)('AU-14, AU-15: a new password by %s', (_, choose) => {
  let robbed: Robbed
  beforeAll(async () => {
    robbed = await aRobbedUser('Clinician')
    expect((await choose(robbed)).status).toBe(200)
  })

  it('ends every session, however it began', async () => {
    for (const session of robbed.sessions)
      expect((await service.ask(counters.inExercise, {}, as(session))).status).toBe(401)
  })

  it('lets no passkey in that was there before, and leaves an audit row for each', async () => {
    for (const passkey of robbed.passkeys) expect((await enterByPasskey(passkey)).statusCode).toBe(400)
    const { rows } = await service.db.owner.query(
      `select record from audit_event, jsonb_array_elements(records) record
       where record ->> 'entity' = 'passkey' and record -> 'after' ->> 'removed' = 'true'
         and (user_id = $1 or records @> jsonb_build_array(jsonb_build_object('entity', 'user', 'id', $1::bigint)))`,
      [robbed.user.userId],
    )
    expect(rows).toHaveLength(2)
  })

  it('leaves the way through the provider, which only an administrator can give, and takes the thief’s device for a stranger’s', async () => {
    const entered = await enterByProvider(String(robbed.user.userId))
    expect(entered.statusCode).toBe(200)
    const devices = (await securityOf(entered.json<TokenPair>().access_token)).devices
    expect(devices).toHaveLength(choose === own ? 1 : 0)
  })

  it('tells the owner by mail what was removed, and where to look', async () => {
    const text = await noticeOf(robbed)
    const [, removed = ''] = /No longer a way to sign in:\n((?:- .*\n)+)/.exec(text) ?? []
    expect(removed.match(/- the passkey of an unknown device, added on /g)).toHaveLength(2)
    expect(text).toContain(`${origin}/falls/security`)
    const app = /the authenticator app, set up on /
    expect(choose === own ? text.replace(removed, '') : removed).toMatch(app)
  })
})

describe('AU-12: the authenticator app after a new password', () => {
  it.each([
    ['a mailed link', link],
    ['a text message', sms],
    ['an administrator', administrator],
  ])('by %s is removed with its recovery codes, where no role requires one', async (_, choose) => {
    const robbed = await aRobbedUser('Clinician')
    await choose(robbed)
    const entered = await enter(robbed)
    expect(entered.status).toBe(200)
    const { access_token } = entered.body as TokenPair
    expect((await securityOf(access_token)).secondFactor).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
  })

  it.each([
    ['a mailed link', link],
    ['a text message', sms],
  ])('by %s stays for who shows a code of it, and the code counts once', async (_, choose) => {
    const robbed = await aRobbedUser('Clinician')
    const appCode = codeNow(robbed.secret)
    expect((await choose(robbed, { appCode })).status).toBe(200)
    expect(await enter(robbed)).toMatchObject(needsCode)
    expect((await enter(robbed, appCode)).status).toBe(400)
    expect((await enter(robbed, codeNow(robbed.secret))).status).toBe(200)
  })

  it.each([
    ['a mailed link', link],
    ['a text message', sms],
  ])(
    'by %s: a wrong code of the app changes nothing, and the code that was sent goes on',
    async (_, choose) => {
      const robbed = await aRobbedUser('Clinician')
      const sent = choose === link ? await linkCode(robbed) : await smsCode(robbed)
      const use = (more: object) =>
        choose === link
          ? service.ask(resetPassword, { ...twice, userId: robbed.user.userId, code: sent, ...more })
          : service.ask(resetPasswordSms, { ...twice, userName: robbed.user.userName, code: sent, ...more })
      expect(await use({ appCode: '000000' })).toMatchObject({
        status: 400,
        body: { appCode: 'The code is not right. Enter the one that the app shows now' },
      })
      expect((await enter(robbed)).body).toMatchObject({ error: 'invalid_grant' })
      expect((await use({ appCode: codeNow(robbed.secret) })).status).toBe(200)
      expect(await enter(robbed)).toMatchObject(needsCode)
    },
  )

  it('cannot be guessed with a link: wrong codes of the app are throttled like sign-ins', async () => {
    const robbed = await aRobbedUser('Clinician')
    const code = await linkCode(robbed)
    const guess = async (appCode: string) =>
      (await service.ask(resetPassword, { ...twice, userId: robbed.user.userId, code, appCode })).status
    const statuses: number[] = []
    for (let time = 0; time < 12; time += 1) statuses.push(await guess('000000'))
    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect(statuses.at(-1)).toBe(429)
    expect(await guess(codeNow(robbed.secret))).not.toBe(500)
  })

  it.each([
    ['a mailed link', link],
    ['a text message', sms],
  ])('by %s alone is still asked for where a role requires it', async (_, choose) => {
    const robbed = await aRobbedUser('Team Lead')
    expect((await choose(robbed)).status).toBe(200)
    expect(await enter(robbed)).toMatchObject(needsCode)
    expect((await enter(robbed, codeNow(robbed.secret))).status).toBe(200)
    expect((await enterByPasskey(robbed.passkeys[0] as Passkey)).statusCode).toBe(400)
  })

  it('removed by an administrator where a role requires it is set up at the next sign-in, and shuts nobody out', async () => {
    const robbed = await aRobbedUser('Team Lead')
    await administrator(robbed)
    const { access_token } = (await enter(robbed)).body as TokenPair
    expect((await service.ask(getProfile, {}, as(access_token))).body).toMatchObject({ owes: 'password' })
    const last = 'three owls over a quiet barn'
    await service.ask(
      changePassword,
      { password: chosen, newPassword: last, confirmNewPassword: last },
      as(access_token),
    )
    const again = (await signIn(service, robbed.user.userName, last)).body as TokenPair
    expect((await service.ask(getProfile, {}, as(again.access_token))).body).toMatchObject({
      owes: 'second-factor',
    })
    const begun = await service.ask(beginSecondFactor, { password: last }, as(again.access_token))
    const { secret } = begun.body as { secret: string }
    await service.ask(confirmSecondFactor, { code: codeNow(secret) }, as(again.access_token))
    expect((await service.ask(counters.inExercise, {}, as(again.access_token))).status).toBe(200)
  })
})

describe('AU-15: what the person keeps', () => {
  it('of one’s own passkeys those that are named stay, and the notice says so', async () => {
    const robbed = await aRobbedUser('Clinician')
    const [mine] = (await securityOf(robbed.user.accessToken)).passkeys
    expect((await own(robbed, { keepPasskeys: [mine?.id ?? 0] })).status).toBe(200)
    const [kept, gone] = robbed.passkeys as [Passkey, Passkey]
    expect((await enterByPasskey(kept)).statusCode).toBe(200)
    expect((await enterByPasskey(gone)).statusCode).toBe(400)
    const text = await noticeOf(robbed)
    expect(/No longer a way to sign in:\n(- .*\n)+/.exec(text)?.[0].match(/passkey/g)).toHaveLength(1)
    expect(/Still a way to sign in:\n(- .*\n)+/.exec(text)?.[0].match(/- /g)).toHaveLength(2)
  })

  it('naming somebody else’s passkey keeps and removes nothing of theirs', async () => {
    const [robbed, other] = [await aRobbedUser('Clinician'), await aRobbedUser('Clinician')]
    const theirs = (await securityOf(other.user.accessToken)).passkeys.map(({ id }) => id)
    expect((await own(robbed, { keepPasskeys: theirs })).status).toBe(200)
    expect((await enterByPasskey(robbed.passkeys[0] as Passkey)).statusCode).toBe(400)
    expect((await enterByPasskey(other.passkeys[0] as Passkey)).statusCode).toBe(200)
  })

  it('the app goes only with a code of it, as on the security page', async () => {
    const robbed = await aRobbedUser('Clinician')
    expect(await own(robbed, { keepAuthenticator: false })).toMatchObject({
      status: 400,
      body: { appCode: 'Please enter the code' },
    })
    expect(await own(robbed, { keepAuthenticator: false, appCode: '000000' })).toMatchObject({
      status: 400,
      body: { appCode: 'The code is not right. Enter the one that the app shows now' },
    })
    const appCode = codeNow(robbed.secret)
    expect((await own(robbed, { keepAuthenticator: false, appCode })).status).toBe(200)
    expect((await enter(robbed)).status).toBe(200)
  })

  it('an administrator keeps what the person knows as theirs', async () => {
    const robbed = await aRobbedUser('Clinician')
    expect((await administrator(robbed, { keepPasskeys: true, keepAuthenticator: true })).status).toBe(200)
    expect((await enterByPasskey(robbed.passkeys[1] as Passkey)).statusCode).toBe(200)
    expect(await enter(robbed)).toMatchObject(needsCode)
  })

  it('the security page says when the app was set up and used', async () => {
    const robbed = await aRobbedUser('Clinician')
    const { secondFactor } = await securityOf(robbed.user.accessToken)
    expect(Date.parse(secondFactor.addedAt ?? '')).toBe(service.time.now)
    expect(Date.parse(secondFactor.lastUsedAt ?? '')).toBeLessThanOrEqual(service.time.now)
  })
})

describe('AU-9: while a password is being changed', () => {
  it('a session that it ends adds no passkey meanwhile', async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = await aUserWithPassword(service, ['Clinician'], former)
      const challenge = challengeOf((await service.ask(beginPasskey, { password: former }, user)).body)
      const { passkey, response } = makePasskey({ challenge, origin, name })
      const robbed = { user } as Robbed
      const changing = own(robbed)
      // The change spends its time on two hashes. The passkey arrives at different moments of it.
      await new Promise((resolve) => setTimeout(resolve, round * 15))
      const [changed] = await Promise.all([changing, service.ask(addPasskey, { response } as never, user)])
      expect(changed.status).toBe(200)
      expect((await enterByPasskey(passkey)).statusCode).toBe(400)
    }
  })
})
