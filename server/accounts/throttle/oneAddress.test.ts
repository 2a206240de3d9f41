import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'

/* A hospital is one address: everybody there shares its attempts (AU-10, decision 138). */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const password = 'seven brown kettles on a shelf'
const minute = 60_000
const day = 24 * 60 * minute
const aUser = () => aUserWithPassword(service, ['Clinician'], password)
const users = (count: number) => Promise.all(Array.from({ length: count }, aUser))

let places = 0
/** An address that no other test uses. */
const anAddress = () => `192.0.2.${(places += 1)}`

const from = (address: string, userName: string, typed = password) =>
  signIn(service, userName, typed, { address })
const bodyOf = (description: string) => ({ error: 'invalid_grant', error_description: description })
const wrong = bodyOf(
  'The user name or password is incorrect. After several failed attempts, signing in pauses for up to 15 minutes.',
)
const heldFor = (minutes: string) =>
  bodyOf(
    `There were too many failed attempts to sign in from your network, so your password was not checked. Please try again in ${minutes}.`,
  )
/** Different wrong passwords for names that do not exist. */
const madeUp = async (address: string, times: number, first = 0): Promise<void> => {
  for (let n = first; n < first + times; n += 1)
    await from(address, `nobody ${address} ${n}`, `wrong ${address} ${n}`)
}
/** How many passwords from there were checked and found wrong. */
const evaluated = async (address: string): Promise<number> => {
  const { rows } = await service.db.owner.query<{ count: string }>(
    `select count(*) from audit_event where address = $1 and criteria ->> 'outcome' in ('wrong password', 'unknown user')`,
    [address],
  )
  return Number(rows[0]?.count)
}

describe('AU-10: a hospital behind one address', () => {
  it.each([
    ['IPv4', () => anAddress()],
    ['IPv6, where each desk has an address of its own', (n: number) => `2001:db8:0:${places}::${n + 1}`],
  ])('with %s lets a nurse in after thirty wrong passwords under made-up names', async (_, desk) => {
    places += 1
    const address = desk(1)
    const [colleague, nurse] = await users(2)
    expect((await from(address, colleague?.userName ?? '')).status).toBe(200)
    await madeUp(address, 30)
    expect((await from(address.includes(':') ? desk(2) : address, nurse?.userName ?? '')).status).toBe(200)
  })

  it('makes room for a day, and for each account once', async () => {
    const address = anAddress()
    const [colleague, nurse] = await users(2)
    const nurseSignsIn = () => from(address, nurse?.userName ?? '')
    for (let time = 0; time < 5; time += 1) await from(address, colleague?.userName ?? '')
    await madeUp(address, 33)
    expect((await nurseSignsIn()).body).toEqual(heldFor('15 minutes'))
    service.time.now += day
    await madeUp(address, 30, 100)
    expect((await nurseSignsIn()).body).toEqual(heldFor('15 minutes'))
  })

  it('tells a user who is held back, and when to try again, whether there is such an account or not', async () => {
    const address = anAddress()
    const [nurse, disabled, guessedAt] = await users(3)
    await service.db.sql
      .updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', disabled?.userId ?? 0)
      .execute()
    for (let n = 0; n < 10; n += 1) await from('198.51.100.1', guessedAt?.userName ?? '', `guess ${n}`)
    await madeUp(address, 30)
    service.time.now += 3.5 * minute
    const names = [nurse, disabled, guessedAt].map((user) => user?.userName ?? '')
    const asked = [...names, 'nobody at all'].flatMap((name) => [
      from(address, name),
      from(address, name, 'wrong'),
    ])
    for (const { status, body, headers } of await Promise.all(asked)) {
      expect({ status, body }).toEqual({ status: 400, body: heldFor('12 minutes') })
      expect(headers['retry-after']).toBe('690')
    }
    service.time.now += 11 * minute
    expect((await from(address, names[0] ?? '')).body).toEqual(heldFor('1 minute'))
    service.time.now += minute
    expect((await from(address, names[0] ?? '')).status).toBe(200)
  })

  it('says nothing of the kind of an account that is closed', async () => {
    const address = anAddress()
    const user = await aUser()
    for (const name of [user.userName, 'nobody in particular']) {
      for (let n = 0; n < 12; n += 1) await from(address, name, `no ${name} ${n}`)
      const { status, body, headers } = await from(address, name)
      expect({ status, body, retry: headers['retry-after'] }).toEqual({
        status: 400,
        body: wrong,
        retry: undefined,
      })
    }
  })
})

describe('AU-10: guesses spread over accounts', () => {
  it.each([
    ['where nobody has signed in', 0, 30],
    ['of somebody with an account of their own', 1, 33],
  ])('from one address %s are looked at so often: %i, %i', async (_, signedIn, looked) => {
    const address = anAddress()
    for (const { userName } of await users(signedIn)) await from(address, userName)
    const victims = await users(20)
    for (let n = 0; n < 300; n += 1) await from(address, victims[n % 20]?.userName ?? '', `${address} ${n}`)
    expect(await evaluated(address)).toBe(looked)
  })

  it('with one password are looked at twenty times, whatever addresses they come from', async () => {
    const guess = 'autumn leaves of this year'
    const victims = await users(25)
    const addresses = victims.map(() => anAddress())
    const answers = []
    for (const [n, { userName }] of victims.entries())
      answers.push((await from(addresses[n] ?? '', userName, guess)).body)
    const counts = await Promise.all(addresses.map(evaluated))
    expect(counts).toEqual([...Array.from({ length: 20 }, () => 1), 0, 0, 0, 0, 0])
    expect(answers).toEqual(victims.map(() => wrong))
    const [spread] = victims
    // Other passwords from there are still checked, and this one again after a quarter of an hour.
    expect((await from(addresses[24] ?? '', spread?.userName ?? '')).status).toBe(200)
    service.time.now += 15 * minute
    await from(addresses[24] ?? '', spread?.userName ?? '', guess)
    expect(await evaluated(addresses[24] ?? '')).toBe(1)
  })

  it('with one password use little of what an address may try', async () => {
    const address = anAddress()
    for (let n = 0; n < 100; n += 1) await from(address, `nobody ${n}`, 'one password for all')
    expect(await evaluated(address)).toBe(20)
    expect((await from(address, (await aUser()).userName)).status).toBe(200)
  })

  it('leave no more of a password than two bytes that only the key of the service makes', async () => {
    const guess = 'a password that was typed into the wrong page'
    await from(anAddress(), 'nobody', guess)
    const { rows } = await service.db.owner.query<{ key: Buffer }>(
      `select key from call_log where kind = 'guess'`,
    )
    const marks = new Set(rows.map(({ key }) => key.toString('hex')))
    const all = Array.from({ length: 65_536 }, (_, mark) =>
      sha256(mark.toString(16).padStart(4, '0')).toString('hex'),
    )
    expect([...marks].filter((mark) => !all.includes(mark))).toEqual([])
  })
})
