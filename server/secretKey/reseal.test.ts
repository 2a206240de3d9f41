import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepDraft, listDrafts } from '../../contract/draft.ts'
import { beginSecondFactor, confirmSecondFactor } from '../../contract/security.ts'
import type { EncryptionKey } from '../crypto/encryption.ts'
import { resealStored } from './reseal.ts'
import { testService, type TestService } from '../testing/service.ts'
import { aUserWithPassword, signIn } from '../testing/signIn.ts'
import type { TestUser } from '../testing/users.ts'

/* OP-7: the secret key is changed without anybody noticing: no app is set up anew, and no draft is lost. */

const [before, newest] = [randomBytes(32), randomBytes(32)]
const password = 'seven brown kettles on a shelf'
const typed = { place: '/falls/frat?id=1', changes: { notes: 'Uses a frame' }, base: 'b' }

let service: TestService
let user: TestUser
let secret: string
beforeAll(async () => {
  service = await testService({ secretKey: before })
  user = await aUserWithPassword(service, ['Clinician'], password)
  secret = ((await service.ask(beginSecondFactor, { password }, user)).body as { secret: string }).secret
  await service.ask(confirmSecondFactor, { code: code() }, user)
  await service.ask(keepDraft, typed, user)
})
afterAll(() => service.close())

const code = (): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.time.now })

const startedWith = (key: EncryptionKey): void => {
  service.parts.accounts.secretKey = key
}

const expectNothingLost = async (): Promise<void> => {
  // No code counts twice.
  service.time.now += 30_000
  expect(await signIn(service, user.userName, password, { form: { otp: code() } })).toMatchObject({
    status: 200,
  })
  expect((await service.ask(listDrafts, {}, user)).body).toMatchObject([typed])
}

it('with both keys all that the key before sealed still opens', async () => {
  startedWith([newest, before])
  await expectNothingLost()
})

it('once it was sealed anew, the new key alone opens it', async () => {
  expect(await resealStored(service.db.pool, { newest, before })).toMatchObject([
    { what: 'authenticator secrets', resealed: 1, current: 0, unopened: 0 },
    { what: 'drafts', resealed: 1, current: 0, unopened: 0 },
    { what: 'reports that were asked for', resealed: 0 },
  ])
  startedWith(newest)
  await expectNothingLost()
})

it('may be done again, and says what opens with neither key', async () => {
  expect((await resealStored(service.db.pool, { newest, before }))[0]).toMatchObject({
    resealed: 0,
    current: 1,
  })
  const others = { newest: randomBytes(32), before: randomBytes(32) }
  expect((await resealStored(service.db.pool, others))[0]).toMatchObject({ resealed: 0, unopened: 1 })
  await expectNothingLost()
})
