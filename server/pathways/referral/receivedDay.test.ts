import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { dateInFuture } from '../../../contract/platform/words/messages.ts'
import {
  cancelReferral,
  createReferral,
  getPathway,
  pathwayHistory,
  savePathway,
  type PathwayView,
} from '../../../contract/pathways/referral/pathway.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  aPathway,
  aPatient,
  fratInputOf,
  patientInputOf,
  referralInputOf,
} from '../../testing/world/factories.ts'
import { frat } from '../../../contract/pathways/records/frat.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../worklists/verify.ts'

const ago = (days: number): string => addDays(today(), -days)

let service: TestService
let admissions: TestUser
let of: { id: number; patientId: number }

beforeAll(async () => {
  service = await testService()
  admissions = await service.as('Admissions')
})
beforeEach(async () => {
  of = await aPathway(service, admissions, { referralDate: ago(30) })
})
afterAll(async () => {
  expect((await verifyStages(service.db.sql)).differences).toEqual([])
  await service.close()
})

const viewOf = async (id = of.id) => (await service.ask(getPathway, { id }, admissions)).body as PathwayView
const save = async (changes: Partial<InputOf<typeof savePathway>>) => {
  const { pathway } = await viewOf()
  const { id, version, patientId } = pathway
  return service.ask(savePathway, { id, version, patientId, ...changes }, admissions)
}

describe('the day on which a referral was received', () => {
  it('is where the wait begins, and the referral day stays as it is', async () => {
    expect(await save({ receivedDate: ago(21) })).toMatchObject({ status: 200 })
    expect(await viewOf()).toMatchObject({
      pathway: { referralDate: ago(30), receivedDate: ago(21) },
      stage: { stage: 'awaitingAssessment', since: ago(21) },
    })
    const listed = await service.db.sql
      .selectFrom('work_list')
      .select(['since', 'referral_date'])
      .where('pathway_id', '=', of.id)
      .executeTakeFirst()
    expect(listed).toEqual({ since: ago(21), referral_date: ago(30) })
  })

  it('after the first assessment is asked about, and taken when confirmed or when the sender asks nothing', async () => {
    const early = await fratInputOf(service, of.id, { assessmentDate: ago(25) })
    expect((await service.ask(frat.save, early, await service.as('Clinician'))).status).toBe(200)
    expect(await save({ receivedDate: ago(21), unusualConfirmed: false })).toMatchObject({
      status: 400,
      body: {
        unusualConfirmed: `The first assessment was on ${formatDate(ago(25))}, before this day. Tick to save it all the same.`,
      },
    })
    expect(await save({ receivedDate: ago(25), unusualConfirmed: false })).toMatchObject({ status: 200 })
    expect(await save({ receivedDate: ago(21), unusualConfirmed: true })).toMatchObject({ status: 200 })
    // A stored day is not questioned again.
    expect(await save({ receivedDate: ago(21), unusualConfirmed: false })).toMatchObject({ status: 200 })
    expect(await save({ receivedDate: ago(20) })).toMatchObject({ status: 200 })
  })

  it('comes with a new referral on both screens', async () => {
    const { id: patientId } = await aPatient(service, admissions)
    const referral = await referralInputOf(service, patientId, { receivedDate: ago(12) })
    const { body } = await service.ask(savePathway, referral, admissions)
    expect((await viewOf((body as { id: number }).id)).pathway.receivedDate).toBe(ago(12))
    const { referralDate, referrerId, referralMethodId } = referral
    const first = {
      patient: await patientInputOf(service),
      referral: { referralDate, referrerId, referralMethodId, receivedDate: ago(11) },
    }
    const { body: both } = await service.ask(createReferral, first, admissions)
    expect((await viewOf((both as { id: number }).id)).pathway.receivedDate).toBe(ago(11))
  })

  it('stays as it was where a save leaves it out, and null clears it', async () => {
    await save({ receivedDate: ago(21) })
    await save({ referralDate: ago(29) })
    expect((await viewOf()).stage).toMatchObject({ since: ago(21) })
    await save({ receivedDate: null })
    expect((await viewOf()).stage).toMatchObject({ since: ago(29) })
  })

  it('is not before the referral, not in the future and not before birth', async () => {
    const refused = (receivedDate: string, message: string, more = {}) => ({
      sent: { receivedDate, ...more },
      answer: { status: 400, body: { receivedDate: message } },
    })
    for (const { sent, answer } of [
      refused(ago(31), 'The date is before the referral date'),
      refused(ago(30), 'The date is before the referral date', { referralDate: ago(29) }),
      refused(ago(-1), dateInFuture),
      refused('1899-12-31', 'The date is before the date of birth'),
    ])
      expect(await save(sent)).toMatchObject(answer)
    expect((await viewOf()).pathway.receivedDate).toBeNull()
    // The day of the referral itself is accepted.
    expect(await save({ receivedDate: ago(30) })).toMatchObject({ status: 200 })
  })

  it('of a closed referral cannot be changed', async () => {
    await service.ask(cancelReferral, { ...of, cancelReferralDate: today() }, admissions)
    expect((await save({ receivedDate: ago(3) })).status).toBe(409)
  })

  it('stands in the history under the name that its form has', async () => {
    await save({ receivedDate: ago(21) })
    const { body } = await service.ask(pathwayHistory, { id: of.id }, admissions)
    expect(JSON.stringify(body)).toContain('"Received"')
  })
})
