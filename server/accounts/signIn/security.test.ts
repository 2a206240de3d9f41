import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSessions, getSecurity, type SecurityView } from '../../../contract/accounts/security.ts'
import { getProfile, type TokenPair } from '../../../contract/accounts/session.ts'
import { deliver, startReceivers, type Receivers } from '../../testing/process/messages.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { describeDevice } from '../sessions/describeDevice.ts'

let service: TestService
let outside: Receivers
beforeAll(async () => {
  service = await testService()
  outside = await startReceivers()
})
afterAll(async () => {
  await outside.close()
  await service.close()
})

const password = 'seven brown kettles on a shelf'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/148.0 Safari/537.36'
const come = async (user: TestUser, device: string, address = '192.0.2.1'): Promise<TestUser> => {
  const { body } = await signIn(service, user.userName, password, {
    address,
    form: { device },
    headers: { 'user-agent': windows },
  })
  return { ...user, accessToken: (body as TokenPair).access_token }
}
const view = async (user: TestUser) => (await service.ask(getSecurity, {}, user)).body as SecurityView
const works = async (user: TestUser) => (await service.ask(getProfile, {}, user)).status === 200

describe('AU-9: the security page', () => {
  it('lists the user’s own sign-ins and devices, and nobody else’s', async () => {
    const [user, other] = [
      await aUserWithPassword(service, ['Clinician'], password),
      await aUserWithPassword(service, ['Clinician'], password),
    ]
    const here = await come(user, 'device-of-the-user-1')
    await come(other, 'device-of-the-other-1')
    const seen = await view(here)
    expect(seen.signIns).toHaveLength(2)
    expect(seen.signIns[0]).toMatchObject({
      device: 'Chrome on Windows',
      address: '192.0.2.1',
      isCurrent: true,
      isOpen: true,
    })
    expect(seen.devices.map(({ device }) => device)).toEqual(['Chrome on Windows'])
  })

  it('ends one other session, or all others, and not the present one', async () => {
    const user = await aUserWithPassword(service, ['Clinician'], password)
    const [first, second, third] = [
      await come(user, 'device-number-one-x'),
      await come(user, 'device-number-two-x'),
      await come(user, 'device-number-three'),
    ]
    const { signIns } = await view(third)
    await service.ask(endSessions, { sessionId: signIns[1]?.id ?? 0 }, third)
    expect([await works(first), await works(second), await works(third)]).toEqual([true, false, true])
    await service.ask(endSessions, {}, third)
    expect([await works(first), await works(third)]).toEqual([false, true])
  })

  it('does not end a session of another user', async () => {
    const [user, other] = [
      await aUserWithPassword(service, ['Clinician'], password),
      await aUserWithPassword(service, ['Clinician'], password),
    ]
    expect((await service.ask(endSessions, { sessionId: other.sessionId }, user)).status).toBe(200)
    expect(await works(other)).toBe(true)
  })
})

describe('notices by mail', () => {
  it('tell of a sign-in from a new device, but not of the first one ever, nor of a known one', async () => {
    const user = await aUserWithPassword(service, ['Clinician'], password)
    const { sql } = service.db
    await sql
      .updateTable('app_user')
      .set({ email: 'own@example.org' })
      .where('id', '=', user.userId)
      .execute()
    await sql.deleteFrom('access_token').where('session_id', '=', user.sessionId).execute()
    await sql.deleteFrom('user_session').where('id', '=', user.sessionId).execute()
    const subjects = async (device: string) => {
      outside.mails.length = 0
      await come(user, device)
      await deliver(service, outside.courier)
      return outside.mails.map(({ subject, text }) => [subject, text.includes('Chrome on Windows')])
    }
    const news = [['Sign-in to Surefoot from a new device', true]]
    expect(await subjects('the-first-device-ever')).toEqual([])
    expect(await subjects('the-second-device-now')).toEqual(news)
    expect(await subjects('the-second-device-now')).toEqual([])
    expect(await subjects('the-first-device-ever')).toEqual([])
  })

  it.each([
    [windows, 'Chrome on Windows'],
    [`${windows} Edg/148.0`, 'Edge on Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0',
      'Firefox on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
      'Safari on iPhone or iPad',
    ],
    ['curl/8.0', 'an unknown device'],
    [null, 'an unknown device'],
  ])('call %s %s', (userAgent, name) => {
    expect(describeDevice(userAgent)).toBe(name)
  })
})
