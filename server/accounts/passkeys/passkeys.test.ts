import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  passkeyGrant,
  removePasskey,
} from '../../../contract/accounts/passkey.ts'
import { getProvider } from '../../../contract/accounts/provider.ts'
import { getSecurity, liftSecondFactor, type SecurityView } from '../../../contract/accounts/security.ts'
import { getProfile, type TokenPair } from '../../../contract/accounts/session.ts'
import { counters } from '../../../contract/stages/counters.ts'
import { forged, makePasskey, usePasskey, type Passkey } from '../../testing/process/authenticator.ts'
import { deliver, startReceivers } from '../../testing/process/messages.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'
import type { TestUser } from '../../testing/world/users.ts'

const origin = 'https://surefoot.example.org'
const name = 'surefoot.example.org'
const password = 'seven brown kettles on a shelf'

let service: TestService
beforeAll(async () => {
  service = await testService({ publicUrl: origin, secondFactorFor: ['Team Lead'] })
})
afterAll(() => service.close())

const challengeOf = (body: unknown): string => (body as { options: { challenge: string } }).options.challenge

const begin = async (user: TestUser, typed: { password: string; code?: string } = { password }) =>
  service.ask(beginPasskey, typed, user)
const add = (user: TestUser, response: unknown) => service.ask(addPasskey, { response } as never, user)

const withPasskey = async (...profiles: Parameters<TestService['as']>) => {
  const user = await aUserWithPassword(service, profiles, password)
  const challenge = challengeOf((await begin(user)).body)
  const { passkey, response } = makePasskey({ challenge, origin, name })
  expect((await add(user, response)).status).toBe(200)
  return { user, passkey, response }
}

const ask = async (): Promise<string> => challengeOf((await service.ask(beginPasskeySignIn, {})).body)
const send = async (response: string) => {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: passkeyGrant, response }).toString(),
  })
  return { status: answer.statusCode, body: answer.json<TokenPair & { error?: string }>() }
}
const enter = async (passkey: Passkey, changes: Partial<Parameters<typeof usePasskey>[1]> = {}) =>
  send(usePasskey(passkey, { challenge: await ask(), origin, name, ...changes }))
const works = async (
  accessToken: string,
  call: typeof getProfile | typeof counters.inExercise = getProfile,
) => (await service.ask(call, {}, { accessToken } as TestUser)).status

describe('AU-12: a passkey', () => {
  it('signs its owner in, and no second step is pending', async () => {
    const { user, passkey } = await withPasskey('Team Lead')
    const { status, body } = await enter(passkey)
    expect(status).toBe(200)
    expect(
      (await service.ask(getProfile, {}, { accessToken: body.access_token } as TestUser)).body,
    ).toMatchObject({
      user: { id: user.userId },
      owes: null,
    })
    expect(await works(body.access_token, counters.inExercise)).toBe(200)
    expect(await works(user.accessToken, counters.inExercise)).toBe(403)
    expect((await enter(passkey)).status).toBe(200)
  })

  it.each<[string, Partial<Parameters<typeof usePasskey>[1]>]>([
    ['for another page', { origin: 'https://surefoot.example.com' }],
    ['for another service', { name: 'example.org' }],
    ['without the person having been asked', { isVerified: false }],
    ['for a challenge that was never given', { challenge: 'bWFkZSB1cA' }],
  ])('signed %s opens nothing', async (_, changes) => {
    const { passkey } = await withPasskey('Clinician')
    expect(await enter(passkey, changes)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await enter(passkey)).status).toBe(200)
  })

  it('opens nothing when its key is another, when it is unknown, or when its uses fall back', async () => {
    const { passkey } = await withPasskey('Clinician')
    expect((await enter(forged(passkey))).status).toBe(400)
    expect((await enter({ ...passkey, id: 'dW5rbm93bg' })).status).toBe(400)
    const copy = { ...passkey }
    expect((await enter(passkey)).status).toBe(200)
    expect((await enter(copy)).status).toBe(400)
  })

  it('of twenty uses of one answer at once lets one in, and none after five minutes', async () => {
    const { passkey } = await withPasskey('Clinician')
    const answer = usePasskey(passkey, { challenge: await ask(), origin, name })
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(answer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await ask()
    service.time.now += 5 * 60_000 + 1000
    expect((await enter(passkey, { challenge: late })).status).toBe(400)
  })

  it('of a disabled user opens nothing', async () => {
    const { user, passkey } = await withPasskey('Clinician')
    await service.db.sql
      .updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', user.userId)
      .execute()
    expect((await enter(passkey)).status).toBe(400)
  })

  it.each(['', 'nothing', '{}', '[]', '{"id":"a","rawId":"a","type":"public-key"}'])(
    'is no answer such as %j',
    async (answer) => {
      const { status, body } = await send(answer)
      expect([status, ['invalid_grant', 'invalid_request'].includes(body.error ?? '')]).toEqual([400, true])
    },
  )
})

describe('AU-12: adding a passkey', () => {
  it('needs the password, and the challenge that was given to this user, once', async () => {
    const [user, other] = [
      await aUserWithPassword(service, ['Clinician'], password),
      await aUserWithPassword(service, ['Clinician'], password),
    ]
    expect(await begin(user, { password: 'not it' })).toMatchObject({
      status: 400,
      body: { password: 'This is not your current password' },
    })
    const challenge = challengeOf((await begin(user)).body)
    const { response } = makePasskey({ challenge, origin, name })
    expect((await add(other, response)).status).toBe(400)
    expect((await add(user, response)).status).toBe(200)
    expect((await add(user, response)).status).toBe(400)
    const signIn = makePasskey({ challenge: await ask(), origin, name })
    expect((await add(user, signIn.response)).status).toBe(400)
  })

  it('stops at ten of one user, and says what to do', async () => {
    const user = await aUserWithPassword(service, ['Clinician'], password)
    const addOne = async () => {
      const { response } = makePasskey({ challenge: challengeOf((await begin(user)).body), origin, name })
      return add(user, response)
    }
    for (let count = 0; count < 10; count += 1) expect((await addOne()).status).toBe(200)
    expect(await addOne()).toMatchObject({
      status: 409,
      body: { message: 'You have 10 passkeys. Remove one first.' },
    })
  })

  it('needs the code of the app too, where one is set up, and so does removing', async () => {
    const { user } = await withPasskey('Clinician')
    await service.db.sql
      .insertInto('second_factor')
      .values({
        user_id: user.userId,
        sealed_secret: Buffer.alloc(64),
        confirmed_at: new Date(0).toISOString(),
      })
      .execute()
    const missing = { status: 400, body: { code: 'Please enter the code' } }
    expect(await begin(user)).toMatchObject(missing)
    expect(await service.ask(removePasskey, { id: 1, password }, user)).toMatchObject(missing)
    expect(await begin(user, { password, code: 'aaaa-bbbb-cccc-dddd' })).toMatchObject({
      status: 400,
      body: { code: 'The code is not right. Enter the one that the app shows now' },
    })
  })

  it('is told by mail and is on the security page, from where its owner alone removes it', async () => {
    const outside = await startReceivers()
    const { user, passkey } = await withPasskey('Clinician')
    const other = await aUserWithPassword(service, ['Clinician'], password)
    const set = { email: 'keys@example.org' }
    await service.db.sql.updateTable('app_user').set(set).where('id', '=', user.userId).execute()
    await enter(passkey)
    const view = (await service.ask(getSecurity, {}, user)).body as SecurityView
    expect(view.passkeys).toMatchObject([
      { device: 'an unknown device', lastUsedAt: expect.any(String) as string },
    ])
    const id = view.passkeys[0]?.id ?? 0
    expect((await service.ask(removePasskey, { id, password }, other)).status).toBe(404)
    expect((await service.ask(removePasskey, { id, password }, user)).status).toBe(200)
    expect((await enter(passkey)).status).toBe(400)
    await deliver(service, outside.courier)
    const subjects = outside.mails.filter(({ to }) => to.includes(set.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(
      expect.arrayContaining([
        'A passkey was added to your Surefoot account',
        'A passkey was removed from your Surefoot account',
      ]),
    )
    await outside.close()
  })

  it('once removed ends the sessions that began with a passkey, and no other', async () => {
    const { user, passkey } = await withPasskey('Clinician')
    const planted = (await enter(passkey)).body.access_token
    const byPassword = await signIn(service, user.userName, password)
    const { passkeys } = (await service.ask(getSecurity, {}, user)).body as SecurityView
    const removed = await service.ask(removePasskey, { id: passkeys[0]?.id ?? 0, password }, user)
    expect(removed.status).toBe(200)
    expect(await works(planted)).toBe(401)
    expect(await works((byPassword.body as TokenPair).access_token)).toBe(200)
    expect(await works(user.accessToken)).toBe(200)
  })

  it('removed by an administrator ends the sessions that began with it', async () => {
    const { user, passkey } = await withPasskey('Clinician')
    const planted = (await enter(passkey)).body.access_token
    const administrator = await service.as('System Administrator')
    await service.ask(liftSecondFactor, { userId: user.userId }, administrator)
    expect(await works(planted)).toBe(401)
    expect(await works(user.accessToken)).toBe(200)
  })

  it('leaves no key in the audit trail, and an administrator removes all of a user', async () => {
    const { user, passkey } = await withPasskey('Clinician')
    const auditTrail = await service.db.owner.query('select * from audit_event where user_id = $1', [
      user.userId,
    ])
    expect(auditTrail.rowCount).toBeGreaterThan(0)
    expect(JSON.stringify(auditTrail.rows)).not.toContain(passkey.id)
    const administrator = await service.as('System Administrator')
    expect((await service.ask(liftSecondFactor, { userId: user.userId }, administrator)).status).toBe(200)
    expect((await enter(passkey)).status).toBe(400)
  })
})

it('no passkeys are offered where the service has an address and no name', async () => {
  const bare = await testService({ publicUrl: 'http://127.0.0.1:3000' })
  expect((await bare.ask(getProvider, {})).body).toMatchObject({ passkeys: false })
  expect((await bare.ask(beginPasskeySignIn, {})).status).toBe(400)
  expect((await service.ask(getProvider, {})).body).toMatchObject({ passkeys: true })
  await bare.close()
})
