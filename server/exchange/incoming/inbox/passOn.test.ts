import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countIncoming,
  declineIncoming,
  getIncoming,
  listIncoming,
  reopenIncoming,
  toldByTelephone,
  type IncomingRow,
  type IncomingView,
} from '../../../../contract/exchange/incoming/incomingReferral.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { firstOf } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { anIncoming } from '../../testing/incomingWorld.ts'
import { sendDue, type Outcome } from '../answers/send.ts'

/* A message to a sender that could not be delivered is work until somebody has rung. */

let service: TestService
let clerk: TestUser
beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
})
afterAll(() => service.close())

const viewOf = async (id: number) => (await service.ask(getIncoming, { id }, clerk)).body as IncomingView
const toRing = async () =>
  ((await service.ask(countIncoming, {}, clerk)).body as { sendersToRing: number }).sendersToRing
const attempt = (outcome: Outcome) =>
  sendDue(
    service.db.sql,
    () => Date.now() + 1000,
    () => ({ write: () => Promise.resolve({}), send: () => Promise.resolve(outcome) }),
  )
const decline = async (id: number, outcome: Outcome) => {
  const { version } = await viewOf(id)
  const declinedReferralId = await firstOf(service, 'declined_referral')
  expect((await service.ask(declineIncoming, { id, version, declinedReferralId }, clerk)).status).toBe(200)
  await attempt(outcome)
}
const refused: Outcome = { as: 'refused', problem: 'It was answered with 410.' }
const aFailed = async (): Promise<number> => {
  const { id } = await anIncoming(service, { source: 'bars' })
  await decline(id, refused)
  return id
}
const tell = async (id: number, by = clerk) => {
  const { version } = await viewOf(id)
  return service.ask(toldByTelephone, { id, version }, by)
}

describe('a message that could not be delivered', () => {
  it('is counted, stands first among those that were decided, and says what to do', async () => {
    const before = await toRing()
    const id = await aFailed()
    await decline((await anIncoming(service)).id, refused)
    expect(await toRing()).toBe(before + 1)
    const { rows } = (await service.ask(listIncoming, { shown: 'decided' }, clerk)).body as {
      rows: IncomingRow[]
    }
    expect(rows[0]).toMatchObject({ id, isToPassOn: true })
    expect(await viewOf(id)).toMatchObject({
      isToPassOn: true,
      notice: 'The sender could not be told by message. Ring them.',
      answers: [{ state: 'failed', problem: 'It was answered with 410.', toldAt: null, toldBy: null }],
    })
  })

  it('is settled by a call, with who and when, in the audit trail without the words', async () => {
    const id = await aFailed()
    const before = await toRing()
    expect(await tell(id)).toMatchObject({ status: 200, body: { id, version: 4 } })
    expect(await toRing()).toBe(before - 1)
    const view = await viewOf(id)
    expect(view).toMatchObject({
      isToPassOn: false,
      answers: [
        { state: 'failed', toldAt: expect.any(String) as string, toldBy: expect.any(String) as string },
      ],
    })
    expect(view.notice).toMatch(/^Told by telephone on \d\d\/\d\d\/\d{4} \d\d:\d\d by .+\.$/)
    const { rows } = await service.db.owner.query<{ user_id: number; records: object[] }>(
      `select user_id, records from audit_event where action = 'POST /api/incomingReferral/toldByTelephone' order by id desc limit 1`,
    )
    expect(rows).toMatchObject([
      {
        user_id: clerk.userId,
        records: [
          { entity: 'senderAnswer', after: { told_by: clerk.userId } },
          { entity: 'incomingReferral', id, after: { notice: '(not kept here)' } },
        ],
      },
    ])
    expect(await tell(id)).toMatchObject({
      status: 409,
      body: { message: 'There is nothing to tell the sender of this referral any more.' },
    })
  })

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['the decision was undone', async (id) => service.ask(reopenIncoming, await whichOf(id), clerk)],
    [
      'a later one was sent',
      async (id) => {
        await service.ask(reopenIncoming, await whichOf(id), clerk)
        await decline(id, { as: 'sent' })
      },
    ],
    [
      'what the sender wrote was removed',
      (id) => service.db.owner.query('update incoming_referral set told = null where id = $1', [id]),
    ],
  ])('is no work any more once %s', async (_, happens) => {
    const before = await toRing()
    const id = await aFailed()
    expect(await toRing()).toBe(before + 1)
    await happens(id)
    expect(await toRing()).toBe(before)
    expect((await viewOf(id)).isToPassOn).toBe(false)
  })

  it('that is being sent, or was sent, is nobody’s work', async () => {
    const before = await toRing()
    const { id } = await anIncoming(service, { source: 'bars' })
    await decline(id, { as: 'again', problem: 'It could not be reached.' })
    expect(await toRing()).toBe(before)
    expect((await tell(id)).status).toBe(409)
  })

  it('is settled by those who triage, at the version that they saw', async () => {
    const id = await aFailed()
    expect((await tell(id, await service.as('External'))).status).toBe(403)
    expect((await service.ask(toldByTelephone, { id, version: 1 }, clerk)).status).toBe(409)
    expect((await viewOf(id)).isToPassOn).toBe(true)
  })
})

const whichOf = async (id: number) => ({ id, version: (await viewOf(id)).version })
