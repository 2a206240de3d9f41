import { afterAll, beforeAll, expect, it } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import {
  listInError,
  patientInError,
  putBack,
  referralInError,
  type InErrorRow,
} from '../../../contract/governance/inError.ts'
import { cancelReferral, getPathway } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { frat } from '../../../contract/pathways/records/frat.ts'
import { searchPatients } from '../../../contract/patients/search/search.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { aFrat, aPathway, aPatient, patientInputOf } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../../pathways/worklists/verify.ts'

let service: TestService
let clerk: TestUser
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

const reason = 'Registered under the wrong name'
const outOfUse = async (): Promise<InErrorRow[]> =>
  (await service.ask(listInError, {}, lead)).body as InErrorRow[]
const onList = async (patientId: number): Promise<boolean> => {
  const { body } = await service.ask(workLists.awaitingAssessment, {}, clerk)
  return (body as { patientId: number }[]).some((row) => row.patientId === patientId)
}

it('takes a patient without referrals out of searches, and a Team Lead puts the patient back', async () => {
  const input = await patientInputOf(service)
  const patient = await aPatient(service, clerk, input)
  const find = async () =>
    (
      (await service.ask(searchPatients, { text: input.familyName }, clerk)).body as { patientId: number }[]
    ).map(({ patientId }) => patientId)
  expect(await find()).toEqual([patient.id])
  expect(await service.ask(patientInError, { ...patient, reason: ' ' }, clerk)).toMatchObject({
    status: 400,
    body: { reason: 'Say why this was registered in error' },
  })
  expect(await service.ask(patientInError, { ...patient, version: 9, reason }, clerk)).toMatchObject({
    status: 409,
  })
  expect(await service.ask(patientInError, { ...patient, reason }, clerk)).toMatchObject({ status: 200 })
  expect(await find()).toEqual([])
  expect((await service.ask(getPatient, { id: patient.id }, clerk)).status).toBe(404)
  const row = (await outOfUse()).find(({ patientId }) => patientId === patient.id)
  expect(row).toMatchObject({ what: 'Patient', reason, by: expect.any(String) })

  expect((await service.ask(putBack, { id: row?.id ?? 0 }, clerk)).status).toBe(403)
  expect((await service.ask(putBack, { id: row?.id ?? 0 }, lead)).status).toBe(200)
  expect((await service.ask(putBack, { id: row?.id ?? 0 }, lead)).status).toBe(200)
  expect(await find()).toEqual([patient.id])
  expect((await outOfUse()).some(({ patientId }) => patientId === patient.id)).toBe(false)
})

it('refuses to take a patient out of use who has a referral, open or closed', async () => {
  const { id, patientId, version } = await aPathway(service, clerk)
  const take = () => service.ask(patientInError, { id: patientId, version: 1, reason }, clerk)
  expect(await take()).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/has a referral/) },
  })
  await service.ask(cancelReferral, { id, version, cancelReferralDate: today() }, clerk)
  expect(await take()).toMatchObject({ status: 409 })
})

it('takes a referral out of its list, and puts it back where its records place it', async () => {
  const pathway = await aPathway(service, clerk)
  expect(await onList(pathway.patientId)).toBe(true)
  expect(await service.ask(referralInError, { ...pathway, reason }, clerk)).toMatchObject({ status: 200 })
  expect(await onList(pathway.patientId)).toBe(false)
  expect((await service.ask(getPathway, { id: pathway.id }, clerk)).status).toBe(404)
  const view = (await service.ask(getPatient, { id: pathway.patientId }, clerk)).body as PatientView
  expect(view.pathways).toEqual([])

  // The patient has no referral left and can be taken out of use. A referral cannot be put back before its patient.
  const { version } = view
  await service.ask(patientInError, { id: pathway.patientId, version, reason }, clerk)
  const rows = (await outOfUse()).filter(({ patientId }) => patientId === pathway.patientId)
  expect(rows.map(({ what }) => what)).toEqual(['Patient', 'Referral'])
  const [ofPatient, ofReferral] = rows.map(({ id }) => id)
  expect(await service.ask(putBack, { id: ofReferral ?? 0 }, lead)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/Put the patient back first/) },
  })
  for (const id of [ofPatient, ofReferral])
    expect((await service.ask(putBack, { id: id ?? 0 }, lead)).status).toBe(200)
  expect(await onList(pathway.patientId)).toBe(true)
  expect(await verifyStages(service.db.sql)).toMatchObject({ differences: [] })
})

it('refuses a referral in which something is recorded, until that is deleted', async () => {
  const pathway = await aPathway(service, clerk)
  const record = await aFrat(service, clerk, pathway.id)
  const take = () => service.ask(referralInError, { ...pathway, reason }, clerk)
  expect(await take()).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/Something is recorded in this referral: .*\(1\)/) },
  })
  await service.ask(frat.delete, { id: record.id, version: record.version }, clerk)
  expect(await take()).toMatchObject({ status: 200 })
})

it('does not put a patient back beside another who has the NHS number now', async () => {
  const input = await patientInputOf(service)
  const patient = await aPatient(service, clerk, input)
  await service.ask(patientInError, { ...patient, reason }, clerk)
  const row = (await outOfUse()).find(({ patientId }) => patientId === patient.id)
  expect((await service.ask(savePatient, { ...input, town: 'Leeds' }, clerk)).status).toBe(200)
  expect(await service.ask(putBack, { id: row?.id ?? 0 }, lead)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/Another patient now has this NHS number/) },
  })
})
