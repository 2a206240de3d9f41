import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { resetPasswordSms } from '../../../contract/accounts/account.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'
import * as hashThreads from '../hashing/hashThreads.ts'
import { newSmsCode } from '../passwords/resetCodes.ts'

/*
 * The time of a reply must not reveal whether a user exists. Comparing with a hash is what takes the time, so these
 * tests count comparisons: always one, and always at the current cost (AU-3).
 */

// Other test files in the same process import the modules that are mocked here.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('../hashing/hashThreads.ts')
  vi.resetModules()
})

vi.mock('../hashing/hashThreads.ts', async (original) => {
  const real = await original<typeof hashThreads>()
  return { ...real, verifyInThread: vi.fn(real.verifyInThread) }
})

let service: TestService
beforeAll(async () => {
  service = await testService({ signInsPerAddress: 10_000 })
})
afterAll(() => service.close())
beforeEach(() => void vi.mocked(hashThreads.verifyInThread).mockClear())

const password = 'seven brown kettles on a shelf'
const change = (userId: number, values: { is_active?: boolean; password_hash?: null }) =>
  service.db.sql.updateTable('app_user').set(values).where('id', '=', userId).execute()
const user = () => aUserWithPassword(service, ['Clinician'], password)
const oneOfPresentCost = [expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) as string]
const compared = (): string[] => vi.mocked(hashThreads.verifyInThread).mock.calls.map(([against]) => against)

const people: [who: string, named: () => Promise<string>][] = [
  ['nobody', async () => 'nobody at all'],
  ['a user', async () => (await user()).userName],
  [
    'a disabled user',
    async () => {
      const { userId, userName } = await user()
      await change(userId, { is_active: false })
      return userName
    },
  ],
  [
    'a user without a password',
    async () => {
      const { userId, userName } = await user()
      await change(userId, { password_hash: null })
      return userName
    },
  ],
]

describe('AU-3: the same work for any name', () => {
  it.each(people)('at sign-in, of %s', async (_, named) => {
    const userName = await named()
    expect((await signIn(service, userName, 'a wrong guess')).status).toBe(400)
    expect(compared()).toEqual(oneOfPresentCost)
  })

  it('lets nobody in without a password, not even with what stands in for one', async () => {
    const { userId, userName } = await user()
    await change(userId, { password_hash: null })
    expect((await signIn(service, userName, 'the password of nobody in particular')).status).toBe(400)
  })

  it.each([
    ...people,
    [
      'a user with a code under way',
      async () => {
        const { userId, userName } = await user()
        await newSmsCode(service.db.sql, service.time.now, userId)
        return userName
      },
    ] as const,
  ])('with the code of a text message, of %s', async (_, named) => {
    const userName = await named()
    const chosen = 'two herons under the bridge'
    const typed = { userName, code: '00000000', password: chosen, confirmNewPassword: chosen }
    expect((await service.ask(resetPasswordSms, typed)).status).toBe(400)
    expect(compared()).toEqual(oneOfPresentCost)
  })
})
