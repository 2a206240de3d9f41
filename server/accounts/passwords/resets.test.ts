import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  forgotPasswordEmail,
  forgotPasswordSms,
  resetPassword,
  resetPasswordSms,
} from '../../../contract/accounts/account.ts'
import { getProfile } from '../../../contract/accounts/session.ts'
import { saveUser } from '../../../contract/accounts/user.ts'
import { deliver, startReceivers, type Receivers } from '../../testing/process/messages.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let outside: Receivers
beforeAll(async () => {
  service = await testService({
    publicUrl: 'https://surefoot.example.org',
    forgotPerAddress: 10_000,
    signInsPerAddress: 10_000,
  })
  outside = await startReceivers()
})
afterAll(async () => {
  await outside.close()
  await service.close()
})
beforeEach(() => {
  outside.mails.length = 0
  outside.texts.length = 0
})

const former = 'seven brown kettles on a shelf'
const chosen = 'two herons under the bridge'
let people = 0

const aReachableUser = async (): Promise<TestUser & { email: string; phone: string }> => {
  people += 1
  const user = await aUserWithPassword(service, ['Clinician'], former)
  const [email, phone] = [`reader${people}@example.org`, `0770090${String(people).padStart(4, '0')}`]
  await service.db.sql
    .updateTable('app_user')
    .set({ email, phone_number: phone })
    .where('id', '=', user.userId)
    .execute()
  return { ...user, email, phone }
}

/** The link in the newest mail to this address. */
const linkFor = (email: string): { userId: number; code: string; link: URL } => {
  const text = outside.mails.findLast(({ to }) => to.includes(email))?.text ?? ''
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? 'about:blank')
  return { userId: Number(link.searchParams.get('userId')), code: link.searchParams.get('code') ?? '', link }
}
const codeFor = (phone: string): string =>
  /\d{8}/.exec(outside.texts.findLast(({ to }) => to === phone)?.text ?? '')?.[0] ?? ''

const askByMail = async (user: TestUser & { email: string }) => {
  await service.ask(forgotPasswordEmail, { username: user.userName })
  await deliver(service, outside.courier)
  return linkFor(user.email)
}
const askBySms = async (user: TestUser & { phone: string }) => {
  await service.ask(forgotPasswordSms, { username: user.userName })
  await deliver(service, outside.courier)
  return codeFor(user.phone)
}
const useLink = (userId: number, code: string, password = chosen) =>
  service.ask(resetPassword, { userId, code, password, confirmNewPassword: password })
const useCode = (userName: string, code: string, password = chosen) =>
  service.ask(resetPasswordSms, { userName, code, password, confirmNewPassword: password })

const badLink = {
  status: 400,
  body: { message: 'This link has been used or is too old. Please ask for a new one.' },
}
const badCode = {
  status: 400,
  body: { code: 'The code is not right, or is too old. Check it, or ask for a new one' },
}

describe('AU-13: asking for a new password', () => {
  it.each([
    ['by mail', forgotPasswordEmail],
    ['by text message', forgotPasswordSms],
  ])(
    '%s gives the same bytes for a known, an unknown, an inactive and an unreachable user',
    async (_, call) => {
      const [known, inactive, unreachable] = [
        await aReachableUser(),
        await aReachableUser(),
        await aUserWithPassword(service, ['Clinician'], former),
      ]
      const { sql } = service.db
      await sql.updateTable('app_user').set({ is_active: false }).where('id', '=', inactive.userId).execute()
      const names = [known.userName, inactive.userName, unreachable.userName, 'nobody at all', 'o’hara"; --']
      const answers = await Promise.all(names.map((username) => service.ask(call, { username })))
      const seen = answers.map(({ status, body, headers }) =>
        JSON.stringify({ status, body, headers: Object.keys(headers).sort() }),
      )
      expect(new Set(seen).size).toBe(1)
      expect(answers[0]).toMatchObject({ status: 200, body: { success: true } })
      await deliver(service, outside.courier)
      expect(outside.mails.length + outside.texts.length).toBe(1)
    },
  )

  it('says in the mail and in the text how long it works, and opens nothing later', async () => {
    const user = await aReachableUser()
    const { userId, code } = await askByMail(user)
    const textCode = await askBySms(user)
    expect(outside.mails.at(-1)?.text).toContain('Open this page within 30 minutes')
    expect(outside.texts.at(-1)?.text).toMatch(/\b10 minutes\b/)
    service.time.now += 10 * 60_000
    expect(await useCode(user.userName, textCode)).toMatchObject(badCode)
    service.time.now += 20 * 60_000
    expect(await useLink(userId, code)).toMatchObject(badLink)
  })

  it('opens nothing once the account was disabled, even when it is enabled again', async () => {
    const user = await aReachableUser()
    const { userId, code } = await askByMail(user)
    const administrator = await service.as('System Administrator')
    const names = { id: userId, userName: user.userName, familyName: 'Reader', firstName: 'Ada' }
    for (const [version, isActive] of [false, true].entries())
      expect(
        await service.ask(saveUser, { ...names, version: version + 1, isActive }, administrator),
      ).toMatchObject({ status: 200 })
    expect(await useLink(userId, code)).toMatchObject(badLink)
  })

  it('asks for the user name, in the words of the specification', async () => {
    const answer = await service.ask(forgotPasswordEmail, { username: ' ' })
    expect(answer).toMatchObject({ status: 400, body: { username: 'User name is required.' } })
  })

  it('sends at most three messages an hour to one user, however often and in whatever spelling it is asked', async () => {
    const user = await aReachableUser()
    const ask = (index: number) =>
      service.app.inject({
        url: index % 2 === 0 ? forgotPasswordEmail.path : forgotPasswordSms.path,
        query: { username: index % 3 === 0 ? user.userName.toUpperCase() : ` ${user.userName}` },
      })
    const statuses = new Set<number>()
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)))
      for (const { statusCode } of answers) statuses.add(statusCode)
    }
    await deliver(service, outside.courier)
    expect([...statuses]).toEqual([200])
    expect(outside.mails.length + outside.texts.length).toBe(3)
    service.time.now += 61 * 60_000
    await askByMail(user)
    expect(outside.mails.length + outside.texts.length).toBe(4)
  })

  it('answers 429 with Retry-After to the eleventh from one address, for any name', async () => {
    const strict = await testService()
    const ask = (index: number, address: string) =>
      strict.app.inject({
        url: forgotPasswordEmail.path,
        query: { username: `someone ${index}` },
        remoteAddress: address,
        headers: { 'x-forwarded-for': `203.0.113.${index}` },
      })
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask(index, '192.0.2.7')))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(31, '192.0.2.8')).statusCode).toBe(200)
    await strict.close()
  })

  it.each([
    ['HEAD', { method: 'HEAD' as const }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['an old prefetch', { headers: { purpose: 'prefetch' } }],
    ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ])('sends nothing for %s', async (_, asked) => {
    const user = await aReachableUser()
    const response = await service.app.inject({
      method: 'GET',
      url: forgotPasswordEmail.path,
      query: { username: user.userName },
      ...asked,
    })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    await deliver(service, outside.courier)
    expect(outside.mails).toEqual([])
  })

  it('sends no more text messages in a day than the installation may', async () => {
    const small = await testService({ smsPerDay: 2 })
    for (let index = 0; index < 4; index += 1) {
      const user = await aUserWithPassword(small, ['Clinician'], former)
      await small.db.sql
        .updateTable('app_user')
        .set({ phone_number: '07700900999' })
        .where('id', '=', user.userId)
        .execute()
      await small.ask(forgotPasswordSms, { username: user.userName })
    }
    await deliver(small, outside.courier)
    expect(outside.texts).toHaveLength(2)
    await small.close()
  })

  it('writes neither the name nor a code into the audit trail or the queue', async () => {
    const user = await aReachableUser()
    await service.ask(forgotPasswordEmail, { username: 'my secret by mistake' })
    const { code } = await askByMail(user)
    const auditTrail = await service.db.owner.query('select * from audit_event')
    const queue = await service.db.owner.query('select * from graphile_worker._private_jobs')
    const codes = await service.db.owner.query('select * from reset_code')
    expect(JSON.stringify(auditTrail.rows)).not.toContain('my secret')
    for (const { rows } of [auditTrail, queue, codes]) expect(JSON.stringify(rows)).not.toContain(code)
  })
})

describe('AU-14: the mailed link', () => {
  it('has 256 random bits, leads to the address of the configuration, and says nothing clinical', async () => {
    const user = await aReachableUser()
    await service.app.inject({
      url: forgotPasswordEmail.path,
      query: { username: user.userName },
      headers: { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' },
    })
    await deliver(service, outside.courier)
    const { link, code, userId } = linkFor(user.email)
    expect(link.origin + link.pathname).toBe('https://surefoot.example.org/reset')
    expect(userId).toBe(user.userId)
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    expect(outside.mails[0]).toMatchObject({
      from: 'surefoot@example.org',
      subject: 'Choose a new Surefoot password',
    })
    expect(outside.mails[0]?.text).not.toMatch(/patient|fall|clinic|nhs number/i)
  })

  it('sets the password once, ends all sessions, and tells the user', async () => {
    const user = await aReachableUser()
    const { userId, code } = await askByMail(user)
    expect(await useLink(userId, code)).toMatchObject({ status: 200, body: { success: true } })
    expect((await service.ask(getProfile, {}, user)).status).toBe(401)
    expect((await signIn(service, user.userName, former)).status).toBe(400)
    expect((await signIn(service, user.userName, chosen)).status).toBe(200)
    expect(await useLink(userId, code, 'three herons under the bridge')).toMatchObject(badLink)
    await deliver(service, outside.courier)
    expect(outside.mails).toContainEqual(
      expect.objectContaining({ to: [user.email], subject: 'Your Surefoot password was changed' }),
    )
    const { rows } = await service.db.owner.query(
      `select kind, status, criteria from audit_event where user_id = $1 and criteria ->> 'outcome' = 'password reset'`,
      [userId],
    )
    expect(rows).toEqual([{ kind: 'session', status: 200, criteria: { outcome: 'password reset' } }])
  })

  it('used fifty times at once succeeds once', async () => {
    const user = await aReachableUser()
    const { userId, code } = await askByMail(user)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => useLink(userId, code, `${chosen} number ${index}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await signIn(service, user.userName, `${chosen} number ${winner}`)).status).toBe(200)
  })

  it('works until its last second and not after', async () => {
    const [early, late] = [await aReachableUser(), await aReachableUser()]
    const [first, second] = [await askByMail(early), await askByMail(late)]
    service.time.now += 30 * 60_000 - 1000
    expect((await useLink(first.userId, first.code)).status).toBe(200)
    service.time.now += 2000
    expect(await useLink(second.userId, second.code)).toMatchObject(badLink)
  })

  it('of another user, an unknown user, no user or an inactive one looks like a wrong code, and is not used up', async () => {
    const [user, other] = [await aReachableUser(), await aReachableUser()]
    const { userId, code } = await askByMail(user)
    const stranger = await service.ask(resetPassword, {
      userId: 'x',
      code,
      password: chosen,
      confirmNewPassword: chosen,
    })
    const bodies = [
      await useLink(other.userId, code),
      await useLink(999_999, code),
      stranger,
      await useLink(userId, 'x'),
    ]
    for (const answer of bodies) expect(answer).toMatchObject(badLink)
    expect((await useLink(userId, code)).status).toBe(200)
  })

  it('is void once a newer one was sent, or the password was changed otherwise', async () => {
    const user = await aReachableUser()
    const first = await askByMail(user)
    const second = await askByMail(user)
    expect(await useLink(first.userId, first.code)).toMatchObject(badLink)
    const sms = await askBySms(user)
    expect((await useCode(user.userName, sms)).status).toBe(200)
    expect(await useLink(second.userId, second.code)).toMatchObject(badLink)
  })

  it('with a weak password says so and can be used again', async () => {
    const user = await aReachableUser()
    const { userId, code } = await askByMail(user)
    expect(await useLink(userId, code, 'short')).toMatchObject({
      status: 400,
      body: { password: 'Use at least 12 characters' },
    })
    expect(await useLink(userId, code, 'Clinician Surefoot')).toMatchObject({
      status: 400,
      body: { password: 'Use words other than your name, your role and the name of this service' },
    })
    expect((await useLink(userId, code)).status).toBe(200)
  })

  it('is sent again when the mail server turned it away, with a code that works', async () => {
    const user = await aReachableUser()
    outside.refusing.next = 2
    await askByMail(user)
    expect(outside.mails).toEqual([])
    await deliver(service, outside.courier)
    await deliver(service, outside.courier)
    const { userId, code } = linkFor(user.email)
    expect((await useLink(userId, code)).status).toBe(200)
  })

  it('goes to one mailbox only, whatever the address on record holds', async () => {
    const user = await aReachableUser()
    const odd = 'a@example.org, b@example.org\nBcc: c@example.org'
    await service.db.sql.updateTable('app_user').set({ email: odd }).where('id', '=', user.userId).execute()
    await askByMail(user)
    expect(outside.mails.flatMap(({ to }) => to).length).toBeLessThanOrEqual(1)
    await service.db.owner.query('delete from graphile_worker._private_jobs')
  })
})

describe('AU-14: the code by text message', () => {
  it('has eight digits, goes through Notify, and sets the password once', async () => {
    const user = await aReachableUser()
    const code = await askBySms(user)
    expect(outside.texts).toHaveLength(1)
    expect(outside.texts[0]).toMatchObject({
      to: user.phone,
      text: expect.stringMatching(/^\d{8} is your Surefoot code\. It works once, for 10 minutes\./) as string,
      authorization: expect.stringMatching(/^Bearer ey/) as string,
    })
    expect((await useCode(user.userName.toUpperCase(), `${code.slice(0, 4)} ${code.slice(4)}`)).status).toBe(
      200,
    )
    expect((await signIn(service, user.userName, chosen)).status).toBe(200)
    expect(await useCode(user.userName, code, 'three herons under it')).toMatchObject(badCode)
  })

  it('asks for what is missing, in the words of the specification', async () => {
    const answer = await service.ask(resetPasswordSms, {
      userName: '',
      code: '',
      password: '',
      confirmNewPassword: '',
    })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        userName: 'Please enter your user name',
        code: 'Please enter the code',
        password: 'Please enter your new password',
        confirmNewPassword: 'Please confirm your new password',
      },
    })
  })

  it('is void after five wrong tries, also when they come all at once', async () => {
    const user = await aReachableUser()
    const code = await askBySms(user)
    const wrong = String((Number(code) + 1) % 100_000_000).padStart(8, '0')
    const answers = await Promise.all(Array.from({ length: 20 }, () => useCode(user.userName, wrong)))
    for (const answer of answers) expect(answer).toMatchObject(badCode)
    expect(await useCode(user.userName, code)).toMatchObject(badCode)
  })

  it.each([
    ['works after four wrong tries', 4, 200],
    ['is void after the fifth', 5, 400],
  ])('%s', async (_, tries, status) => {
    const user = await aReachableUser()
    const code = await askBySms(user)
    const wrong = String((Number(code) + 1) % 100_000_000).padStart(8, '0')
    for (let tried = 0; tried < tries; tried += 1)
      expect(await useCode(user.userName, wrong)).toMatchObject(badCode)
    expect((await useCode(user.userName, code)).status).toBe(status)
  })

  it('used fifty times at once succeeds once', async () => {
    const user = await aReachableUser()
    const code = await askBySms(user)
    const answers = await Promise.all(Array.from({ length: 50 }, () => useCode(user.userName, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('works until its last second and not after', async () => {
    const [early, late] = [await aReachableUser(), await aReachableUser()]
    const [first, second] = [await askBySms(early), await askBySms(late)]
    service.time.now += 10 * 60_000 - 1000
    expect((await useCode(early.userName, first)).status).toBe(200)
    service.time.now += 2000
    expect(await useCode(late.userName, second)).toMatchObject(badCode)
  })

  it('of one user is a wrong code for another, for an unknown one, and when none was asked for', async () => {
    const [user, other] = [await aReachableUser(), await aReachableUser()]
    const code = await askBySms(user)
    for (const name of [other.userName, 'nobody at all'])
      expect(await useCode(name, code)).toMatchObject(badCode)
    expect((await useCode(user.userName, code)).status).toBe(200)
  })

  it('costs no try when the password is weak', async () => {
    const user = await aReachableUser()
    const code = await askBySms(user)
    for (let time = 0; time < 6; time += 1)
      expect(await useCode(user.userName, code, 'sonyericsson')).toMatchObject({
        status: 400,
        body: { password: 'This is one of the most commonly guessed passwords. Please choose another' },
      })
    expect((await useCode(user.userName, code)).status).toBe(200)
  })

  it('does not tell people without a code whose name a password is made of, and costs the owner no attempt', async () => {
    const user = await aReachableUser()
    await service.db.sql
      .updateTable('app_user')
      .set({ family_name: 'Featherstone' })
      .where('id', '=', user.userId)
      .execute()
    const named = 'Featherstone 42'
    for (const name of [user.userName, 'nobody at all'])
      expect(await useCode(name, '12345678', named)).toMatchObject(badCode)
    const code = await askBySms(user)
    for (let time = 0; time < 6; time += 1)
      expect(await useCode(user.userName, code, named)).toMatchObject({
        status: 400,
        body: { password: 'Use words other than your name, your role and the name of this service' },
      })
    expect((await useCode(user.userName, code)).status).toBe(200)
  })
})
