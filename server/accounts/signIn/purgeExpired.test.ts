import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgotPasswordEmail } from '../../../contract/accounts/account.ts'
import { keepDraft } from '../../../contract/platform/calls/draft.ts'
import { getProfile, type TokenPair } from '../../../contract/accounts/session.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'
import { purgeExpired } from './purgeExpired.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const day = 24 * 60 * 60_000
const tables = ['access_token', 'refresh_token', 'sign_in_bucket', 'call_log', 'draft']
const counts = async () => {
  const found: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await service.db.owner.query<{ count: string }>(`select count(*) from ${table}`)
    found[table] = Number(rows[0]?.count)
  }
  return found
}

it('clears away what has run out, and nothing that is still needed', async () => {
  const password = 'seven brown kettles on a shelf'
  const user = await aUserWithPassword(service, ['Clinician'], password)
  const { body } = await signIn(service, user.userName, password)
  const pair = body as TokenPair
  await signIn(service, user.userName, 'not it')
  await service.ask(forgotPasswordEmail, { username: user.userName })
  const signedIn = { ...user, accessToken: pair.access_token }
  await service.ask(keepDraft, { place: 'here', changes: {}, base: '' }, signedIn)
  const before = await counts()
  await purgeExpired(service.db.pool, service.time.now)
  expect(await counts()).toEqual(before)
  expect((await service.ask(getProfile, {}, signedIn)).status).toBe(200)
  await purgeExpired(service.db.pool, service.time.now + 6 * day)
  expect((await counts())['draft']).toBe(1)
  await purgeExpired(service.db.pool, service.time.now + 9 * day)
  expect(await counts()).toEqual(Object.fromEntries(tables.map((table) => [table, 0])))
})
