import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { endFlag, reviewFlag, saveFlag } from '../../../contract/patients/flags/flag.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { listOutstanding, type Outstanding } from '../../../contract/pathways/outstanding.ts'
import {
  assignOwner,
  getOwner,
  handOver,
  takeReferral,
  type Owner,
} from '../../../contract/pathways/owner.ts'
import { cancelReferral, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { getToday, type Today } from '../../../contract/pathways/today.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { verifyOwners } from '../../pathways/owners/verify.ts'
import { askReport, readSections } from '../../testing/values/askReport.ts'
import { settleTasks } from '../../pathways/tasks/settle.ts'
import { aClinician, aPathway, aPatient, type Saved } from '../../testing/world/factories.ts'
import { redFlagOf } from '../../testing/known/knownSafetyNets.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/*
 * A red flag has an owner until it is ended. Whatever happens to the referrals, it is on somebody's Today list or in
 * Unowned.
 */

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(async () => {
  expect((await verifyOwners(service.db.sql)).problems).toEqual([])
  await service.close()
})

interface Referral {
  id: number
  patientId: number
}

const aColleague = async (name: string) => {
  const clinicianId = await aClinician(service, name)
  const user = await service.as('Clinician')
  await service.db.owner.query('update app_user set clinician_id = $1 where id = $2', [
    clinicianId,
    user.userId,
  ])
  return { clinicianId, user }
}
const raise = async (patientId: number, reviewDate = today()): Promise<Saved> =>
  (await service.ask(saveFlag, { ...redFlagOf(patientId), reviewDate }, lead)).body as Saved
/** Uses another referral date, because the same date would be the same referral. */
const anotherReferralOf = ({ patientId }: Referral): Promise<Referral> =>
  aPathway(service, lead, { patientId, referralDate: addDays(today(), -2), secondReferral: true })
const give = ({ id }: Referral, clinicianId: number) =>
  service.ask(assignOwner, { pathwayIds: [id], clinicianId }, lead)
const close = {
  discharged: ({ id, patientId }: Referral, more: object = {}) =>
    service.ask(savePathway, { id, patientId, dischargeDate: today(), ...more }, lead),
  cancelled: ({ id, patientId }: Referral, more: object = {}) =>
    service.ask(cancelReferral, { id, patientId, cancelReferralDate: today(), ...more }, lead),
}
const todayOf = async (user: TestUser): Promise<Today> =>
  (await service.ask(getToday, {}, user)).body as Today
/** The lines about a patient in one part of Today, as kind and words. */
const linesOf = (part: Today['late'] | null, patientId: number) =>
  part?.lines.filter((line) => line.patientId === patientId).map(({ what, text }) => `${what}: ${text}`)
const outstandingOf = async (patientId: number) =>
  ((await service.ask(listOutstanding, { what: 'redFlag' }, lead)).body as Outstanding).rows.filter(
    (row) => row.patientId === patientId,
  )
const line = ['flag: Red flag: blackout. No referral is open']

describe.each(['discharged', 'cancelled'] as const)('when the referral is %s', (how) => {
  it('stays with the last owner, on Today and on the list, until it is ended', async () => {
    const { clinicianId, user } = await aColleague(`ABEL, ${how} (nurse)`)
    const referral = await aPathway(service, lead)
    await give(referral, clinicianId)
    const flag = await raise(referral.patientId)
    expect(linesOf((await todayOf(user)).today, referral.patientId)).toEqual(['task: Red flag: blackout'])
    expect((await close[how](referral)).status).toBe(200)

    expect(linesOf((await todayOf(user)).today, referral.patientId)).toEqual(line)
    expect(await outstandingOf(referral.patientId)).toMatchObject([
      {
        pathwayId: referral.id,
        item: `Red flag: blackout (${formatDate(today())})`,
        toDo: 'Ask what came of it, and end it',
        closed: how,
        owner: `ABEL, ${how} (nurse)`,
      },
    ])

    // A review date in the future takes the flag off the lists until that day.
    const later = { id: flag.id, version: flag.version, reviewDate: addDays(today(), 30) }
    const reviewed = (await service.ask(reviewFlag, later, lead)).body as Saved
    expect(linesOf((await todayOf(user)).today, referral.patientId)).toEqual([])
    expect(await outstandingOf(referral.patientId)).toEqual([])
    await service.db.owner.query('update patient_flag set review_date = $1 where id = $2', [
      addDays(today(), -9),
      flag.id,
    ])
    expect(linesOf((await todayOf(user)).late, referral.patientId)).toEqual(line)
    expect(linesOf((await todayOf(lead)).longLate, referral.patientId)).toEqual(line)
    expect(await outstandingOf(referral.patientId)).toMatchObject([{ daysLate: 9 }])

    const end = { ...reviewed, endedNote: 'The practice saw the person' }
    expect((await service.ask(endFlag, end, lead)).status).toBe(200)
    expect(linesOf((await todayOf(user)).late, referral.patientId)).toEqual([])
    expect(await outstandingOf(referral.patientId)).toEqual([])
  })

  it('is said before, with whom it stays', async () => {
    const { clinicianId } = await aColleague(`BEAR, ${how} (nurse)`)
    const referral = await aPathway(service, lead)
    await raise(referral.patientId)
    const asked = async () => (await close[how](referral, { openPlansConfirmed: false })).body
    expect(await asked()).toEqual({
      openPlansConfirmed: expect.stringContaining(
        `The red flag “blackout” is open, to be dealt with by ${formatDate(today())}. Closing does not end the red flag: it stays in ${unowned}, where a Team Lead sees it.`,
      ),
    })
    await give(referral, clinicianId)
    expect(await asked()).toEqual({
      openPlansConfirmed: expect.stringContaining(`it stays with BEAR, ${how} (nurse).`),
    })
    const second = await anotherReferralOf(referral)
    expect(await asked()).toEqual({
      openPlansConfirmed: expect.stringContaining('it stays on the other referral.'),
    })
    await close.cancelled(second)
  })
})

it('goes to Unowned when the last owner leaves, is taken from there, and is handed over', async () => {
  const gone = await aColleague('CROW, Jo (nurse)')
  const taker = await aColleague('DOVE, Jo (nurse)')
  const heir = await aColleague('EAGLE, Jo (nurse)')
  const referral = await aPathway(service, lead)
  await give(referral, gone.clinicianId)
  await raise(referral.patientId)
  await close.discharged(referral)
  await service.db.owner.query('update clinician set is_active = false where id = $1', [gone.clinicianId])
  expect(linesOf((await todayOf(lead)).unowned, referral.patientId)).toEqual(line)
  expect((await service.ask(getOwner, { pathwayId: referral.id }, lead)).body as Owner).toMatchObject({
    isOpen: false,
    holdsRedFlag: true,
    owner: null,
    left: 'CROW, Jo (nurse)',
  })

  expect((await service.ask(takeReferral, { pathwayId: referral.id }, taker.user)).status).toBe(200)
  expect(linesOf((await todayOf(lead)).unowned, referral.patientId)).toEqual([])
  expect(linesOf((await todayOf(taker.user)).today, referral.patientId)).toEqual(line)

  const all = { clinicianId: taker.clinicianId, toClinicianId: heir.clinicianId }
  expect((await service.ask(handOver, all, lead)).body).toEqual({ referrals: 1, tasks: 0, left: 0 })
  expect(linesOf((await todayOf(heir.user)).today, referral.patientId)).toEqual(line)
})

it('is on the task of a new referral, and nobody’s own line then', async () => {
  const { clinicianId, user } = await aColleague('FINCH, Jo (nurse)')
  const referral = await aPathway(service, lead)
  await give(referral, clinicianId)
  await raise(referral.patientId)
  await close.cancelled(referral)
  const second = await anotherReferralOf(referral)
  await give(second, clinicianId)
  // There is no gap before the job has processed the new referral, and no second line afterwards.
  expect(linesOf((await todayOf(user)).today, referral.patientId)).toEqual(['flag: Red flag: blackout'])
  await settleTasks(service.db.sql)
  expect(linesOf((await todayOf(user)).today, referral.patientId)).toEqual(['task: Red flag: blackout'])
  const refused = await service.ask(assignOwner, { pathwayIds: [referral.id], clinicianId }, lead)
  expect(refused).toMatchObject({ status: 409, body: { code: 'closed-pathway' } })
})

it('of somebody who was never referred stands in Unowned', async () => {
  const { id: patientId } = await aPatient(service, lead)
  await raise(patientId)
  expect(linesOf((await todayOf(lead)).unowned, patientId)).toEqual(line)
  expect(await outstandingOf(patientId)).toMatchObject([{ pathwayId: null, owner: null, closed: null }])
})

it('of somebody who has died is nobody’s', async () => {
  const referral = await aPathway(service, lead)
  await raise(referral.patientId)
  await close.discharged(referral)
  await service.db.owner.query('update patient set deceased_date = $1 where id = $2', [
    today(),
    referral.patientId,
  ])
  expect(linesOf((await todayOf(lead)).unowned, referral.patientId)).toEqual([])
  expect(await outstandingOf(referral.patientId)).toEqual([])
})

it('is counted in the report, open referral or not', async () => {
  const before = await countedByReferral()
  const open = await aPathway(service, lead)
  const closed = await aPathway(service, lead)
  await raise(open.patientId, addDays(today(), 3))
  await raise(closed.patientId, addDays(today(), 3))
  await close.discharged(closed)
  const after = await countedByReferral()
  const more = (row: string) => (after.get(row) ?? 0) - (before.get(row) ?? 0)
  expect(['A referral is open', 'The last referral is closed', 'Never referred'].map(more)).toEqual([1, 1, 0])
})

const countedByReferral = async (): Promise<Map<string, number>> => {
  const { text } = await askReport(service, lead, { reportName: 'openRedFlags', type: 'csv' })
  const rows = readSections(text).get('By referral')?.rows ?? []
  return new Map(rows.map(([referral = '', open]) => [referral, Number(open)]))
}
