import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignIn } from '../../../contract/accounts/account.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'

let service: TestService
beforeAll(async () => {
  service = await testService({ signInsPerAddress: 10_000 })
})
afterAll(() => service.close())

const password = 'seven brown kettles on a shelf'
const minute = 60_000
const aUser = () => aUserWithPassword(service, ['Clinician'], password)
const device = 'a-random-name-of-a-browser'
const elsewhere = { address: '198.51.100.1' }

const evaluated = async (userId: number): Promise<number> => {
  const { rows } = await service.db.owner.query<{ count: string }>(
    `select count(*) from audit_event where user_id = $1 and criteria ->> 'outcome' = 'wrong password'`,
    [userId],
  )
  return Number(rows[0]?.count)
}
const guess = (userName: string, times: number, address = elsewhere.address) =>
  Promise.all(
    Array.from({ length: times }, (_, index) => signIn(service, userName, `guess ${index}`, { address })),
  )

describe('AU-10: guessing', () => {
  it('of 200 guesses at once, at most ten are looked at, and all are answered in the same bytes', async () => {
    const user = await aUser()
    const answers = await guess(user.userName, 200)
    expect(await evaluated(user.userId)).toBeLessThanOrEqual(10)
    const refused = answers.filter(({ status }) => status === 400)
    expect(new Set(refused.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.every(({ status }) => status === 400 || status === 503)).toBe(true)
    for (let time = 0; time < 5; time += 1) {
      service.time.now += minute - 1
      await guess(user.userName, 20)
    }
    expect(await evaluated(user.userId)).toBeLessThanOrEqual(10)
  })

  it('closes the account to strangers for a quarter of an hour, the right password included', async () => {
    const user = await aUser()
    await guess(user.userName, 30)
    expect((await signIn(service, user.userName, password, elsewhere)).status).toBe(400)
    service.time.now += 15 * minute + 1000
    expect((await signIn(service, user.userName, password, elsewhere)).status).toBe(200)
  })

  it.each([
    [
      'a known device',
      { address: '192.0.2.77', form: { device } },
      { address: '203.0.113.5', form: { device } },
    ],
    ['a known address', { address: '192.0.2.78' }, { address: '192.0.2.78' }],
  ])('leaves the user a way in from %s', async (_, before, now) => {
    const user = await aUser()
    expect((await signIn(service, user.userName, password, before)).status).toBe(200)
    await guess(user.userName, 30)
    expect((await signIn(service, user.userName, password, elsewhere)).status).toBe(400)
    expect((await signIn(service, user.userName, password, now)).status).toBe(200)
  })

  it('closes the way of a known device too after ten wrong tries on it', async () => {
    const user = await aUser()
    const here = { form: { device } }
    await signIn(service, user.userName, password, here)
    await Promise.all(Array.from({ length: 30 }, () => signIn(service, user.userName, 'no', here)))
    expect((await signIn(service, user.userName, password, here)).status).toBe(400)
  })

  it('takes a device that signed another user in for a stranger', async () => {
    const [user, other] = [await aUser(), await aUser()]
    await signIn(service, other.userName, password, { address: '192.0.2.80', form: { device } })
    await guess(user.userName, 30)
    expect((await signIn(service, user.userName, password, { ...elsewhere, form: { device } })).status).toBe(
      400,
    )
  })

  it('slows down after five failures in a row, and forgets them on success', async () => {
    const user = await aUser()
    const once = async (typed: string) => (await signIn(service, user.userName, typed, elsewhere)).status
    for (let time = 0; time < 5; time += 1) await once('no')
    expect(await once(password)).toBe(400)
    service.time.now += 2000
    expect(await once(password)).toBe(200)
    expect(await once('no')).toBe(400)
    expect(await once(password)).toBe(200)
  })

  it('lets forty sign-ins of one user at once in, each with the right password', async () => {
    const user = await aUser()
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => signIn(service, user.userName, password, elsewhere)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  it('an administrator can open the account again', async () => {
    const [user, administrator] = [await aUser(), await service.as('System Administrator')]
    await guess(user.userName, 30)
    expect((await service.ask(openSignIn, { userId: user.userId }, administrator)).status).toBe(200)
    expect((await signIn(service, user.userName, password, elsewhere)).status).toBe(200)
  })

  it('from one address stops for its failures, whatever names are tried, but not on a known device', async () => {
    const strict = await testService()
    const user = await aUserWithPassword(strict, ['Clinician'], password)
    const address = '192.0.2.50'
    expect((await signIn(strict, user.userName, password, { address, form: { device } })).status).toBe(200)
    // Thirty, plus three for the account that has signed in there.
    for (let index = 0; index < 33; index += 1)
      await signIn(strict, `nobody ${index}`, `no ${index}`, { address })
    expect((await signIn(strict, user.userName, password, { address })).status).toBe(400)
    expect((await signIn(strict, user.userName, password, { address, form: { device } })).status).toBe(200)
    expect((await signIn(strict, user.userName, password, { address: '192.0.2.51' })).status).toBe(200)
    await strict.close()
  })
})

describe('DL-2: a flood of sign-ins', () => {
  it('is answered 400 or 503 with Retry-After, with little memory, while other calls go on', async () => {
    const user = await aUser()
    const before = process.memoryUsage().rss
    const flood = Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        signIn(service, `somebody ${index}`, `guess ${index}`, { address: `198.51.100.${index % 250}` }),
      ),
    )
    const { getProfile } = await import('../../../contract/accounts/session.ts')
    for (let time = 0; time < 20; time += 1)
      expect((await service.ask(getProfile, {}, user)).status).toBe(200)
    const answers = await flood
    const busy = answers.filter(({ status }) => status === 503)
    expect(answers.every(({ status }) => status === 400 || status === 503)).toBe(true)
    expect(busy.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('refuses nobody of a clinic where all sign in at once, while strangers guess', async () => {
    const clinic = '203.0.113.9'
    const staff = await Promise.all(Array.from({ length: 70 }, () => aUser()))
    const first = staff[0]?.userName ?? ''
    expect((await signIn(service, first, password, { address: clinic })).status).toBe(200)
    const guesses = Array.from({ length: 100 }, (_, index) =>
      signIn(service, `nobody at all ${index}`, `guess ${index}`, { address: `198.51.100.${index}` }),
    )
    const answers = await Promise.all(
      staff.map(({ userName }) => signIn(service, userName, password, { address: clinic })),
    )
    expect(answers.map(({ status }) => status)).toEqual(staff.map(() => 200))
    await Promise.all(guesses)
  })

  it('serves those of a known device or address before strangers, whatever name they give', async () => {
    const [user, newcomer] = [await aUser(), await aUser()]
    const home = { address: '192.0.2.140', form: { device: 'a-browser-that-is-known' } }
    expect((await signIn(service, user.userName, password, home)).status).toBe(200)
    const order: string[] = []
    const then = (name: string, asked: Promise<unknown>) => asked.then(() => order.push(name))
    const guesses = Array.from({ length: 40 }, (_, index) =>
      then(
        'guess',
        signIn(service, `no such name ${index}`, `no ${index}`, { address: `198.51.101.${index}` }),
      ),
    )
    const away = { address: '192.0.2.141', form: { device: 'a-browser-that-is-known' } }
    await Promise.all([
      ...guesses,
      then('known device', signIn(service, user.userName, password, away)),
      then('known device, other name', signIn(service, newcomer.userName, password, away)),
      then('known address, nobody', signIn(service, 'nobody', 'no', { address: '192.0.2.140' })),
    ])
    const late = order.slice(20)
    expect(late).toEqual(late.map(() => 'guess'))
  })
})
