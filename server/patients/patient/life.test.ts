import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { cancelReferral, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { aPathway } from '../../testing/world/factories.ts'
import {
  aRecord,
  caseOf,
  groundOf,
  recordCases,
  type Ground,
  type RecordCase,
} from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* Checks dates of birth and death against what is recorded. */

let service: TestService
let clinician: TestUser
let teamLead: TestUser

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  teamLead = await service.as('Team Lead')
})
afterAll(() => service.close())

const ago = (days: number): string => addDays(today(), -days)

/** A patient with a referral on this day, and with an exercise plan of fourteen days ago. */
const aGroundOf = async (referralDate: string): Promise<Ground> => {
  const { id: pathwayId, patientId } = await aPathway(service, clinician, { referralDate })
  return groundOf(service, clinician, { pathwayId, patientId })
}

const view = async (id: number): Promise<PatientView> =>
  (await service.ask(getPatient, { id }, clinician)).body as PatientView

type Life = Pick<InputOf<typeof savePatient>, 'dateOfBirth' | 'deceasedDate' | 'deathBeforeRecordsConfirmed'>

const saveLife = async (patientId: number, life: Life) => {
  const { nextOfKin: _, pathways: __, names: ___, ...patient } = await view(patientId)
  const { status, body } = await service.ask(savePatient, { ...patient, ...life }, clinician)
  return { status, body }
}

const asksAbout = (day: string) => ({
  status: 400,
  body: {
    deathBeforeRecordsConfirmed: `There are records after this day, the latest of ${formatDate(day)}. Check the date of death, and tick only if it is right.`,
  },
})

const dated = recordCases.filter(({ day }) => day !== null)
const aRecordOf = (each: RecordCase, ground: Ground, day: string) =>
  aRecord(service, clinician, each, ground, { [each.day ?? '']: day })
const deleted = (each: RecordCase, { pathwayId }: Ground, id: number) =>
  service.ask(each.calls.delete, { id, version: 1, pathwayId }, clinician)

describe.each(dated.map((each) => [each.kind, each] as const))('a record of kind %s', (_, each) => {
  it('asks about a death before it, which a person can confirm; a death on its day is not asked about', async () => {
    const ground = await aGroundOf(ago(60))
    await aRecordOf(each, ground, ago(5))
    expect(await saveLife(ground.patientId, { deceasedDate: ago(6) })).toEqual(asksAbout(ago(5)))
    expect((await view(ground.patientId)).deceasedDate).toBeNull()
    const sure = { deceasedDate: ago(6), deathBeforeRecordsConfirmed: true }
    expect((await saveLife(ground.patientId, sure)).status).toBe(200)
    expect((await view(ground.patientId)).deceasedDate).toBe(ago(6))
    // The user is not asked again about a date that is stored, but is asked about another one.
    expect((await saveLife(ground.patientId, { deceasedDate: ago(6) })).status).toBe(200)
    expect(await saveLife(ground.patientId, { deceasedDate: ago(7) })).toEqual(asksAbout(ago(5)))
    expect((await saveLife(ground.patientId, { deceasedDate: ago(5) })).status).toBe(200)
  })

  it('refuses a birth after it', async () => {
    const ground = await aGroundOf(ago(1))
    await aRecordOf(each, ground, ago(30))
    expect(await saveLife(ground.patientId, { dateOfBirth: ago(29) })).toEqual({
      status: 400,
      body: { dateOfBirth: `The date of birth is after a referral or record of ${formatDate(ago(30))}` },
    })
  })

  it('says nothing once it is deleted, and is looked at again before it is restored', async () => {
    const ground = await aGroundOf(ago(1))
    const { id } = await aRecordOf(each, ground, ago(30))
    const restore = async (more: object = {}) => {
      const { status, body } = await service.ask(each.calls.restore, { id, ...more }, teamLead)
      return { status, body }
    }
    const stands = async () => (await service.ask(each.calls.get, { id }, clinician)).status === 200
    expect((await deleted(each, ground, id)).status).toBe(200)
    expect((await saveLife(ground.patientId, { dateOfBirth: ago(29) })).status).toBe(200)
    expect(await restore({ afterDeathConfirmed: true })).toMatchObject({
      status: 409,
      body: {
        message: `The patient was born on ${formatDate(ago(29))}, after this record. Check the date of birth first. Nothing was restored.`,
      },
    })
    expect(await stands()).toBe(false)
    const died = { dateOfBirth: '1940-01-01', deceasedDate: ago(31), deathBeforeRecordsConfirmed: true }
    expect((await saveLife(ground.patientId, died)).status).toBe(200)
    expect(await restore()).toEqual({
      status: 400,
      body: {
        afterDeathConfirmed: `The patient died on ${formatDate(ago(31))}, before a day of this record. Is it right all the same?`,
      },
    })
    expect(await stands()).toBe(false)
    expect((await restore({ afterDeathConfirmed: true })).status).toBe(200)
    expect(await stands()).toBe(true)
  })
})

it('a plan is not restored with a session after death, unless the person says so', async () => {
  const ground = await aGroundOf(ago(60))
  await aRecordOf(caseOf('exerciseAttendance'), ground, ago(5))
  const { calls } = caseOf('exercise')
  await service.ask(calls.delete, { id: ground.exerciseId, version: 1 }, clinician)
  expect((await saveLife(ground.patientId, { deceasedDate: ago(6) })).status).toBe(200)
  const restore = (more: object) => service.ask(calls.restore, { id: ground.exerciseId, ...more }, teamLead)
  expect((await restore({})).status).toBe(400)
  expect((await restore({ afterDeathConfirmed: true })).status).toBe(200)
})

describe('a death is asked about', () => {
  it('when the referral or the consent to sharing is of a later day', async () => {
    const referred = await aPathway(service, clinician, { referralDate: ago(10) })
    expect(await saveLife(referred.patientId, { deceasedDate: ago(11) })).toEqual(asksAbout(ago(10)))
    const { id, patientId, version } = referred
    await service.ask(
      savePathway,
      { id, patientId, version, consentGiven: true, consentDate: ago(4) },
      clinician,
    )
    expect(await saveLife(patientId, { deceasedDate: ago(9) })).toEqual(asksAbout(ago(4)))
  })

  it('though the date of birth is not known', async () => {
    const ground = await aGroundOf(ago(60))
    expect((await saveLife(ground.patientId, { dateOfBirth: null })).status).toBe(200)
    expect(await saveLife(ground.patientId, { deceasedDate: ago(15) })).toEqual(asksAbout(ago(14)))
  })
})

describe('a death is not asked about', () => {
  it('for what was planned for a later day', async () => {
    const ground = await aGroundOf(ago(60))
    for (const kind of ['treatmentPlan', 'exercise'] as const)
      await aRecordOf(caseOf(kind), ground, addDays(today(), 3))
    expect((await saveLife(ground.patientId, { deceasedDate: ago(1) })).status).toBe(200)
  })

  it('for a referral that was closed after it', async () => {
    const { id, patientId, version } = await aPathway(service, clinician, { referralDate: ago(10) })
    await service.ask(cancelReferral, { id, version, cancelReferralDate: today() }, clinician)
    expect((await saveLife(patientId, { deceasedDate: ago(3) })).status).toBe(200)
  })
})
