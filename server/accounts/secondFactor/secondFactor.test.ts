import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignIn } from '../../../contract/accounts/account.ts'
import { counters } from '../../../contract/stages/counters.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecurity,
  liftSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../contract/accounts/security.ts'
import { getProfile, type TokenPair } from '../../../contract/accounts/session.ts'
import { deliver, startReceivers } from '../../testing/process/messages.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { newRecoveryCodes, recoveryHash } from './secondFactor.ts'

let service: TestService
beforeAll(async () => {
  service = await testService({ signInsPerAddress: 10_000 })
})
afterAll(() => service.close())

const password = 'seven brown kettles on a shelf'
const step = 30_000

const codeAt = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
const enter = (user: TestUser, otp?: string) =>
  signIn(service, user.userName, password, otp === undefined ? {} : { form: { otp } })

/** A user with an app. The clock is set to when the app's next code is new. */
const aUserWithApp = async () => {
  const user = await aUserWithPassword(service, ['Clinician'], password)
  const { secret, uri } = (await service.ask(beginSecondFactor, { password }, user)).body as {
    secret: string
    uri: string
  }
  const code = codeAt(secret, service.time.now)
  const confirmed = await service.ask(confirmSecondFactor, { code }, user)
  const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] }
  service.time.now += step
  return { user, secret, uri, recoveryCodes }
}

describe('AU-12: signing in with a second step', () => {
  it('asks for the code once the password is right, and takes it', async () => {
    const { user, secret } = await aUserWithApp()
    const asked = await enter(user)
    expect(asked).toMatchObject({
      status: 400,
      body: { error: 'mfa_required', error_description: 'Enter the code that your authenticator app shows.' },
    })
    expect(await enter(user, codeAt(secret, service.time.now))).toMatchObject({
      status: 200,
      body: { token_type: 'bearer' },
    })
  })

  it('says nothing of the second step when the password is wrong', async () => {
    const { user, secret } = await aUserWithApp()
    const otp = codeAt(secret, service.time.now)
    const [wrong, unknown] = await Promise.all([
      signIn(service, user.userName, 'not it', { form: { otp } }),
      signIn(service, 'nobody at all', 'not it', { form: { otp } }),
    ])
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.body).toMatchObject({ error: 'invalid_grant' })
  })

  it.each([
    ['of the step before', -step, 200],
    ['of the step after', step, 200],
    ['of two steps before', -2 * step, 400],
    ['of two steps after', 2 * step, 400],
  ])('takes a code %s or not', async (_, off, status) => {
    const { user, secret } = await aUserWithApp()
    service.time.now += 3 * step
    expect((await enter(user, codeAt(secret, service.time.now + off))).status).toBe(status)
  })

  it('accepts no code twice, nor an older one after it, nor the one that confirmed the app', async () => {
    const { user, secret } = await aUserWithApp()
    expect((await enter(user, codeAt(secret, service.time.now - step))).status).toBe(400)
    const code = codeAt(secret, service.time.now)
    expect((await enter(user, code)).status).toBe(200)
    for (let time = 0; time < 3; time += 1) expect((await enter(user, code)).status).toBe(400)
  })

  it('of twenty uses of one code at once, lets one in', async () => {
    const { user, secret } = await aUserWithApp()
    const code = codeAt(secret, service.time.now)
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(user, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('throttles guesses at the code like guesses at the password', async () => {
    const { user, secret } = await aUserWithApp()
    for (let time = 0; time < 12; time += 1) {
      service.time.now += 40_000
      await enter(user, '000000')
    }
    expect((await enter(user, codeAt(secret, service.time.now))).status).toBe(400)
  })

  it('takes each recovery code once, however it is typed', async () => {
    const { user, recoveryCodes } = await aUserWithApp()
    const [first = '', second = ''] = recoveryCodes
    expect(recoveryCodes).toHaveLength(10)
    expect((await enter(user, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await enter(user, first)).status).toBe(400)
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(user, second)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    service.time.now += 3000
    const { body } = await service.ask(getSecurity, {}, await asSignedIn(user, recoveryCodes[2] ?? ''))
    expect(body).toMatchObject({ secondFactor: { isOn: true, recoveryCodesLeft: 7 } })
  })

  it('makes recovery codes that no two are alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (times) => {
        const codes = Array.from({ length: times }, () => newRecoveryCodes()).flat()
        expect(new Set(codes.map((code) => recoveryHash(code).toString('hex'))).size).toBe(codes.length)
        for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
      }),
      { numRuns: 20 },
    )
  })
})

const asSignedIn = async (user: TestUser, otp: string): Promise<TestUser> => {
  const { body } = await enter(user, otp)
  return { ...user, accessToken: (body as TokenPair).access_token }
}

describe('AU-12: setting it up', () => {
  it('gives a URI for the app with the user name and this product, and no sign of the secret in the database', async () => {
    const { user, secret, uri } = await aUserWithApp()
    expect(new URL(uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' })
    expect(decodeURIComponent(uri)).toContain(`Surefoot:${user.userName}?`)
    const rows = await service.db.owner.query(
      `select encode(sealed_secret, 'escape') as text from second_factor`,
    )
    const auditTrail = await service.db.owner.query('select * from audit_event')
    for (const found of [rows, auditTrail]) expect(JSON.stringify(found.rows)).not.toContain(secret)
  })

  it('needs the password, and a right code, before it counts', async () => {
    const user = await aUserWithPassword(service, ['Clinician'], password)
    expect(await service.ask(beginSecondFactor, { password: 'not it' }, user)).toMatchObject({
      status: 400,
      body: { password: 'This is not your current password' },
    })
    await service.ask(beginSecondFactor, { password }, user)
    expect(await service.ask(confirmSecondFactor, { code: '000000' }, user)).toMatchObject({
      status: 400,
      body: { code: 'The code is not right. Enter the one that the app shows now' },
    })
    expect((await enter(user)).status).toBe(200)
  })

  it('ends sessions that came in with the password alone, but not the present one', async () => {
    const user = await aUserWithPassword(service, ['Clinician'], password)
    const { body } = await enter(user)
    const other = { ...user, accessToken: (body as TokenPair).access_token }
    const { secret } = (await service.ask(beginSecondFactor, { password }, user)).body as { secret: string }
    await service.ask(confirmSecondFactor, { code: codeAt(secret, service.time.now) }, user)
    expect((await service.ask(getProfile, {}, other)).status).toBe(401)
    expect((await service.ask(getProfile, {}, user)).status).toBe(200)
  })

  it('cannot be done over an app that is there, which leaves with password and code, and the user is told', async () => {
    const outside = await startReceivers()
    const { user, secret } = await aUserWithApp()
    await service.db.sql
      .updateTable('app_user')
      .set({ email: 'told@example.org' })
      .where('id', '=', user.userId)
      .execute()
    expect((await service.ask(beginSecondFactor, { password }, user)).status).toBe(409)
    const remove = (code: string) => service.ask(removeSecondFactor, { password, code }, user)
    expect((await remove('000000')).status).toBe(400)
    expect((await remove(codeAt(secret, service.time.now))).status).toBe(200)
    expect((await enter(user)).status).toBe(200)
    await deliver(service, outside.courier)
    const subjects = outside.mails
      .filter(({ to }) => to.includes('told@example.org'))
      .map(({ subject }) => subject)
    expect(subjects).toContain('The second step of your Surefoot sign-in was removed')
    await outside.close()
  })

  it('new recovery codes make the old ones worthless', async () => {
    const { user, secret, recoveryCodes } = await aUserWithApp()
    const renew = (code: string) => service.ask(renewRecoveryCodes, { password, code }, user)
    expect((await renew('000000')).status).toBe(400)
    const { body } = await renew(codeAt(secret, service.time.now))
    const [fresh = ''] = (body as { recoveryCodes: string[] }).recoveryCodes
    expect((await enter(user, recoveryCodes[0])).status).toBe(400)
    expect((await enter(user, fresh)).status).toBe(200)
  })

  it.each([
    ['removing it', removeSecondFactor],
    ['new recovery codes', renewRecoveryCodes],
  ])('for %s looks at ten wrong codes and no more, until an administrator opens it', async (_, call) => {
    const { user, secret } = await aUserWithApp()
    const guess = () => service.ask(call, { password, code: '000000' }, user)
    const answers: number[] = []
    for (let time = 0; time < 12; time += 1) {
      service.time.now += 40_000
      answers.push((await guess()).status)
    }
    expect(answers).toEqual([...Array<number>(10).fill(400), 429, 429])
    const right = () =>
      service
        .ask(call, { password, code: codeAt(secret, service.time.now) }, user)
        .then(({ status }) => status)
    expect(await right()).toBe(429)
    const administrator = await service.as('System Administrator')
    await service.ask(openSignIn, { userId: user.userId }, administrator)
    expect(await right()).toBe(200)
  })

  it('an administrator can lift it for someone who has lost everything, but not for themselves', async () => {
    const { user } = await aUserWithApp()
    const administrator = await service.as('System Administrator')
    expect((await service.ask(liftSecondFactor, { userId: user.userId }, administrator)).status).toBe(200)
    expect((await enter(user)).status).toBe(200)
    expect(
      await service.ask(liftSecondFactor, { userId: administrator.userId }, administrator),
    ).toMatchObject({
      status: 409,
      body: { message: 'Remove your own authenticator app on your security page.' },
    })
  })
})

describe('AU-11, AU-12: which steps are pending', () => {
  it('a profile that needs a second step sees nothing but its own account until it is set up', async () => {
    const strict = await testService({ secondFactorFor: ['Clinician'] })
    const [clinician, both] = [
      await aUserWithPassword(strict, ['Clinician'], password),
      await aUserWithPassword(strict, ['Admissions', 'Clinician'], password),
    ]
    const other = await aUserWithPassword(strict, ['Team Lead'], password)
    const count = (user: TestUser, headers = {}) => strict.ask(counters.awaitingAssessment, {}, user, headers)
    expect(await count(clinician)).toMatchObject({ status: 403, body: { code: 'account-incomplete' } })
    // The current role narrows rights; it does not waive a duty.
    expect((await count(both, { 'current-role': String(both.roleIds[0]) })).status).toBe(403)
    expect((await count(other)).status).toBe(200)
    expect((await strict.ask(getProfile, {}, clinician)).body).toMatchObject({ owes: 'second-factor' })
    const { secret } = (await strict.ask(beginSecondFactor, { password }, clinician)).body as {
      secret: string
    }
    await strict.ask(confirmSecondFactor, { code: codeAt(secret, strict.time.now) }, clinician)
    expect((await count(clinician)).status).toBe(200)
    await strict.close()
  })

  it('a password that an administrator set opens nothing but its own change', async () => {
    const user = await aUserWithPassword(service, ['Clinician'], password)
    await service.db.sql
      .updateTable('app_user')
      .set({ must_change_password: true })
      .where('id', '=', user.userId)
      .execute()
    expect(await service.ask(counters.awaitingAssessment, {}, user)).toMatchObject({
      status: 403,
      body: { code: 'account-incomplete', message: 'Please choose a password of your own first.' },
    })
    expect((await service.ask(getProfile, {}, user)).body).toMatchObject({ owes: 'password' })
  })
})
