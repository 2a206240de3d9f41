import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clinician: TestUser
let administrator: TestUser
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  administrator = await service.as('System Administrator')
})
afterAll(() => service.close())
afterEach(() => vi.restoreAllMocks())

const who = async (token: string, role: number | null = null): Promise<unknown> => {
  const found = await service.parts.authenticate(token, role)
  return found === null || found === 'role-not-held' ? found : [found.userId, ...found.profiles]
}

it('calls that arrive together are asked about in one statement, and each is its own caller', async () => {
  const query = vi.spyOn(service.db.pool, 'query')
  expect(
    await Promise.all([
      who('no such token'),
      who(administrator.accessToken),
      who(clinician.accessToken),
      who(administrator.accessToken),
      who(clinician.accessToken, 999_999),
    ]),
  ).toEqual([
    null,
    [administrator.userId, 'System Administrator'],
    [clinician.userId, 'Clinician'],
    [administrator.userId, 'System Administrator'],
    'role-not-held',
  ])
  expect(query).toHaveBeenCalledTimes(1)
})

it('one that comes while others are asked about is asked about by itself, and does not wait for them', async () => {
  const query = vi.spyOn(service.db.pool, 'query')
  query.mockReturnValueOnce(new Promise(() => undefined) as never)
  void who(clinician.accessToken)
  await new Promise((resolve) => setImmediate(resolve))
  expect(query).toHaveBeenCalledTimes(1)
  expect(await who(administrator.accessToken)).toEqual([administrator.userId, 'System Administrator'])
})

it('no answer fails all that were asked about, and nobody after them', async () => {
  vi.spyOn(service.db.pool, 'query').mockRejectedValueOnce(new Error('away'))
  const all = await Promise.allSettled([who(clinician.accessToken), who(administrator.accessToken)])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await who(clinician.accessToken)).toEqual([clinician.userId, 'Clinician'])
})
