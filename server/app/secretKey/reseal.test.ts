import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepDraft, listDrafts } from '../../../contract/platform/calls/draft.ts'
import { downloadSubmission, startSubmission } from '../../../contract/insight/csds/submission.ts'
import { openReportRun, startReportRun } from '../../../contract/insight/reportRun.ts'
import { beginSecondFactor, confirmSecondFactor } from '../../../contract/accounts/security.ts'
import type { EncryptionKey } from '../../platform/crypto/encryption.ts'
import { resealStored } from './reseal.ts'
import { deliver } from '../../testing/process/messages.ts'
import { aSubscriber } from '../../exchange/testing/subscriber.ts'
import { aPack, aVisit, noteOf, sealedFor } from '../../testing/known/knownVisits.ts'
import { handInVisit } from '../../../contract/care/visits/visits.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'
import type { TestUser } from '../../testing/world/users.ts'

/*
 * OP-7: users do not notice a change of the secret key: no app has to be set up again, and no draft or report is lost.
 */

const [before, newest] = [randomBytes(32), randomBytes(32)]
const password = 'seven brown kettles on a shelf'
const typed = { place: '/falls/frat?id=1', changes: { notes: 'Uses a frame' }, base: 'b' }

let service: TestService
let user: TestUser
let secret: string
let recoveryCode: string
let report: number
let submission: number
beforeAll(async () => {
  service = await testService({ secretKey: before })
  user = await aUserWithPassword(service, ['Clinician', 'Team Lead'], password)
  secret = ((await service.ask(beginSecondFactor, { password }, user)).body as { secret: string }).secret
  const confirmed = await service.ask(confirmSecondFactor, { code: code() }, user)
  recoveryCode = (confirmed.body as { recoveryCodes: string[] }).recoveryCodes[0] ?? ''
  await service.ask(keepDraft, typed, user)
  const days = { dateFrom: '2026-01-01', dateTo: '2026-01-31' }
  const asked = await service.ask(startReportRun, { reportName: 'discharges', ...days }, user)
  report = (asked.body as { id: number }).id
  const administrator = await service.as('System Administrator')
  await aSubscriber(service, administrator, { endpoint: 'https://record.example.org/hook' })
  const started = await service.ask(startSubmission, { month: '2026-01', kind: 'primary' }, user)
  submission = (started.body as { id: number }).id
  const visit = await aVisit(service, user)
  const { pack } = await aPack(service, user)
  const form = { appointmentId: visit.appointmentId, form: 'contactNote', isFinished: false } as const
  const sealed = await sealedFor(pack, { ...form, body: noteOf(visit.pathwayId) })
  await service.ask(handInVisit, { id: pack.id, sealed }, user)
  await deliver(service, { mail: null, sms: null })
})
afterAll(() => service.close())

const code = (): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.time.now })

const startedWith = (key: EncryptionKey): void => {
  service.parts.accounts.secretKey = key
}

const expectNothingLost = async (): Promise<void> => {
  // The same code is not accepted twice.
  service.time.now += 30_000
  expect(await signIn(service, user.userName, password, { form: { otp: code() } })).toMatchObject({
    status: 200,
  })
  expect((await service.ask(listDrafts, {}, user)).body).toMatchObject([typed])
  const { status, body } = await service.ask(openReportRun, { id: report, type: 'csv' }, user)
  expect({ status, text: String(body) }).toEqual({ status: 200, text: expect.stringContaining('Discharges') })
  expect((await service.ask(downloadSubmission, { id: submission }, user)).status).toBe(200)
}

it('with both keys all that the key before sealed still opens', async () => {
  startedWith([newest, before])
  await expectNothingLost()
})

it('once it is resealed, only the new key opens it', async () => {
  expect(await resealStored(service.db.pool, { newest, before })).toMatchObject([
    { what: 'authenticator secrets', resealed: 1, current: 0, unopened: 0 },
    { what: 'drafts', resealed: 1, current: 0, unopened: 0 },
    { what: 'reports that were asked for', resealed: 1, current: 0, unopened: 0 },
    { what: 'secrets of subscriptions', resealed: 1, current: 0, unopened: 0 },
    { what: 'national returns', resealed: 1, current: 0, unopened: 0 },
    { what: 'keys of visits that devices took along', resealed: 1, current: 0, unopened: 0 },
    { what: 'what was typed on visits and waits', resealed: 1, current: 0, unopened: 0 },
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

it('with a key that opens no app, the user reads at sign-in what to do, and a recovery code lets them in', async () => {
  startedWith(randomBytes(32))
  service.time.now += 30_000
  expect(await signIn(service, user.userName, password, { form: { otp: code() } })).toMatchObject({
    status: 400,
    body: {
      error: 'invalid_grant',
      error_description: expect.stringMatching(/must be set up again\. Enter a recovery code/),
    },
  })
  expect(await signIn(service, user.userName, password, { form: { otp: recoveryCode } })).toMatchObject({
    status: 200,
  })
})
