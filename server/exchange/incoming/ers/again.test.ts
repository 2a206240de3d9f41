import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  declineIncoming,
  getIncoming,
  reopenIncoming,
  type IncomingView,
} from '../../../../contract/exchange/incoming/incomingReferral.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aPathway, firstOf } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import type { ExchangeService } from '../../settings/settings.ts'
import { answerTasks } from '../senderTasks.ts'
import { fetchReferrals } from './tasks.ts'
import { anErsStandIn, type ErsStandIn } from './testing/standIn.ts'

/* What was declined comes in again if the referrer sends it again, and nothing else does. */

let service: TestService
let user: TestUser
let ers: ErsStandIn
beforeAll(async () => {
  service = await testService()
  ers = await anErsStandIn()
})
afterAll(async () => {
  await ers.close()
  await service.close()
})
beforeEach(async () => {
  user = await service.as('Team Lead')
  ers.asked.length = 0
  ers.referrals.length = 0
})

let numbers = 80_000
const aUbrn = (): string => String((numbers += 1)).padStart(12, '0')

describe('a referral that is sent again under its UBRN', () => {
  const there = (): ExchangeService => ({
    ...service.parts,
    ers: { url: ers.url, odsCode: 'RXX', serviceId: null, tokens: null, minutes: 15 },
    clock: () => service.time.now,
  })
  const tell = async () => {
    service.time.now = Math.max(service.time.now, Date.now() + 1000)
    await (answerTasks(there(), '1.0.0')['sendAnswers'] as () => Promise<void>)()
  }
  const idsOf = async (ubrn: string): Promise<number[]> =>
    (
      await service.db.owner.query<{ id: number }>(
        `select id from incoming_referral where source = 'ers' and split_part(message_id, '/', 1) = $1 order by id`,
        [ubrn],
      )
    ).rows.map(({ id }) => id)
  const viewOf = async (id: number) => (await service.ask(getIncoming, { id }, user)).body as IncomingView
  const fetched = async (more: Partial<ErsStandIn['referrals'][number]> = {}) => {
    const ubrn = aUbrn()
    ers.referrals.push({ ubrn, nhsNumber: '9990001006', ...more })
    await fetchReferrals(there())
    return { ubrn, id: (await idsOf(ubrn))[0] ?? 0 }
  }
  const decline = async (id: number, declinedNote = 'Not in our area.') => {
    const declinedReferralId = await firstOf(service, 'declined_referral')
    const { version } = await viewOf(id)
    const reply = await service.ask(declineIncoming, { id, version, declinedReferralId, declinedNote }, user)
    expect(reply.status).toBe(200)
  }
  const sendAgain = (ubrn: string, more: Partial<ErsStandIn['referrals'][number]> = {}) => {
    ers.referrals = ers.referrals.map((each) =>
      each.ubrn === ubrn
        ? {
            ...each,
            state: 'AWAITING_TRIAGE',
            ...(each.version !== 0 && { version: (each.version ?? 5) + 1 }),
            ...more,
          }
        : each,
    )
  }

  it.each<[string, Partial<ErsStandIn['referrals'][number]>]>([
    ['with versions', {}],
    ['without versions', { version: 0 }],
  ])('comes in again after it was declined, %s, and says why it was declined', async (_, more) => {
    const { ubrn, id } = await fetched(more)
    await decline(id)
    await tell()
    // Listed as it was, or not open any more: it was not sent again.
    expect(await fetchReferrals(there())).toEqual({ taken: 0 })
    sendAgain(ubrn)
    expect(await fetchReferrals(there())).toEqual({ taken: 1 })
    expect(await fetchReferrals(there())).toEqual({ taken: 0 })
    const ids = await idsOf(ubrn)
    expect(ids).toHaveLength(2)
    const again = await viewOf(ids[1] ?? 0)
    expect(again).toMatchObject({
      state: 'waiting',
      told: { ubrn },
      isLate: false,
      declinedBefore: { id, reason: expect.stringMatching(/\. Not in our area$/) as string },
    })
    // And again: the decision about the second is told under the same UBRN.
    await decline(again.id)
    await tell()
    expect(ers.asked.filter(({ path }) => path.includes(`${ubrn}/$ers.recordReviewOutcome`))).toHaveLength(2)
    expect((await viewOf(again.id)).answers).toMatchObject([{ state: 'sent' }])
  })

  it('stays one while it waits, while the decision is not sent, and once it was accepted', async () => {
    const { ubrn, id } = await fetched()
    sendAgain(ubrn)
    expect(await fetchReferrals(there())).toEqual({ taken: 0 })
    await decline(id)
    sendAgain(ubrn)
    expect(await fetchReferrals(there())).toEqual({ taken: 0 })
    const accepted = await fetched()
    const { id: pathwayId } = await aPathway(service, user)
    await service.db.owner.query(
      `update incoming_referral set state = 'accepted', decided_at = now(), pathway_id = $2 where id = $1`,
      [accepted.id, pathwayId],
    )
    sendAgain(accepted.ubrn)
    expect(await fetchReferrals(there())).toEqual({ taken: 0 })
    expect(await idsOf(accepted.ubrn)).toEqual([accepted.id])
  })

  it('is decided by its latest: the one that was declined is not opened again', async () => {
    const { ubrn, id } = await fetched()
    await decline(id)
    await tell()
    sendAgain(ubrn)
    await fetchReferrals(there())
    const { version } = await viewOf(id)
    expect(await service.ask(reopenIncoming, { id, version }, user)).toMatchObject({
      status: 409,
      body: { message: 'The referrer sent this referral again. Decide about the later one.' },
    })
  })

  it('says so, without words, after what was told before is removed', async () => {
    const { ubrn, id } = await fetched()
    await decline(id)
    await tell()
    await service.db.owner.query(
      `update incoming_referral set told = null, declined_note = null where id = $1`,
      [id],
    )
    sendAgain(ubrn)
    await fetchReferrals(there())
    const [, again] = await idsOf(ubrn)
    const { declinedBefore } = await viewOf(again ?? 0)
    expect(declinedBefore).toMatchObject({ id })
    expect(declinedBefore?.reason).not.toContain('Not in our area')
  })
})
