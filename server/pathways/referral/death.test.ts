import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import {
  cancelReferral,
  getPathway,
  savePathway,
  type PathwayView,
} from '../../../contract/pathways/referral/pathway.ts'
import { stages } from '../../../contract/stages/stage.ts'
import { getPatient } from '../../../contract/patients/patient.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { askReport, readSections } from '../../testing/values/askReport.ts'
import { aPathway, referralInputOf } from '../../testing/world/factories.ts'
import { aGround, aRecord, caseOf, saveRecordOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../worklists/verify.ts'

let service: TestService
let teamLead: TestUser
let ground: Ground
/** A second referral of the same patient, on another list. */
let other: { id: number }
const died: Record<string, number> = {}

beforeAll(async () => {
  service = await testService()
  teamLead = await service.as('Team Lead')
  for (const table of ['discharge_reason', 'discharged_to', 'declined_referral'] as const)
    died[table] = (
      await service.db.sql.selectFrom(table).select('id').where('code', '=', 'died').executeTakeFirstOrThrow()
    ).id
})
beforeEach(async () => {
  ground = await aGround(service, teamLead)
  other = await aPathway(service, teamLead, { patientId: ground.patientId, secondReferral: true })
})
afterAll(async () => {
  expect((await verifyStages(service.db.sql)).differences).toEqual([])
  await service.close()
})

const yesterday = addDays(today(), -1)
const discharge = (more: Record<string, unknown> = {}) =>
  service.ask(
    savePathway,
    {
      id: other.id,
      version: 1,
      patientId: ground.patientId,
      dischargeDate: today(),
      dischargeReasonId: died['discharge_reason'],
      ...more,
    },
    teamLead,
  )
const view = async (id: number) => (await service.ask(getPathway, { id }, teamLead)).body as PathwayView
const deathOf = async () =>
  (
    (await service.ask(getPatient, { id: ground.patientId }, teamLead)).body as {
      deceasedDate: string | null
    }
  ).deceasedDate
const listsShowing = async () => {
  const lists: string[] = []
  for (const stage of stages) {
    const { body } = await service.ask(workLists[stage], {}, teamLead)
    if ((body as WorkListRow[]).some(({ patientId }) => patientId === ground.patientId)) lists.push(stage)
  }
  return lists
}

describe('a choice that says that the patient died', () => {
  it('records the date of death on the patient, and every open referral says so at once', async () => {
    const confirmed = { deceasedDate: yesterday, deathBeforeRecordsConfirmed: true }
    expect((await discharge(confirmed)).status).toBe(200)
    expect(await deathOf()).toBe(yesterday)
    expect((await view(ground.pathwayId)).stage).toMatchObject({
      stage: 'awaitingDischarge',
      since: yesterday,
      deceased: true,
    })
    expect(await listsShowing()).toEqual(['awaitingDischarge'])
    const { rows } = await service.db.owner.query<{ records: { entity: string; after: object }[] }>(
      `select records from audit_event where action = 'POST /api/pathway/save' order by id desc limit 1`,
    )
    expect(rows[0]?.records.find(({ entity }) => entity === 'patient')?.after).toEqual({
      deceased_date: yesterday,
    })
  })

  it('is taken without the date, which the data quality report then asks for', async () => {
    expect((await discharge()).status).toBe(200)
    expect(await deathOf()).toBeNull()
    expect(await listsShowing()).toEqual(['awaitingDischarge'])
    const { text } = await askReport(service, teamLead, {
      reportName: 'dataQuality',
      dateFrom: addDays(today(), -30),
      dateTo: today(),
      type: 'csv',
    })
    const row = readSections(text)
      .get('Patients')
      ?.rows.find(([what]) => what === 'Died, date of death missing')
    expect(Number(row?.[2])).toBeGreaterThan(0)
  })

  it('asks again when there are records after the date, and refuses another date than is known', async () => {
    const early = addDays(today(), -29)
    expect(await discharge({ deceasedDate: early })).toMatchObject({
      status: 400,
      body: { deathBeforeRecordsConfirmed: expect.stringContaining('records after this day') },
    })
    await discharge({ deceasedDate: yesterday })
    const { version } = (await view(other.id)).pathway
    expect(await discharge({ deceasedDate: today(), version })).toMatchObject({
      status: 400,
      body: { deceasedDate: expect.stringContaining('Correct it there') },
    })
    expect(await deathOf()).toBe(yesterday)
  })

  it('is needed for a date of death to be taken', async () => {
    expect(await discharge({ deceasedDate: yesterday, dischargeReasonId: null })).toMatchObject({
      status: 400,
      body: { deceasedDate: expect.stringContaining('only with a choice') },
    })
  })

  it('counts on a FRAT and on a cancellation, and no longer when that is taken back', async () => {
    const frat = await saveRecordOf(service, teamLead, caseOf('frat'), ground, {
      dischargedTo: died['discharged_to'],
      deceasedDate: yesterday,
    })
    expect(frat.status).toBe(200)
    expect(await deathOf()).toBe(yesterday)

    const second = await aGround(service, teamLead)
    const further = await aPathway(service, teamLead, { patientId: second.patientId, secondReferral: true })
    const { body } = await service.ask(
      cancelReferral,
      {
        id: further.id,
        version: 1,
        cancelReferralDate: today(),
        declinedReferralId: died['declined_referral'],
      },
      teamLead,
    )
    expect((await view(second.pathwayId)).stage).toMatchObject({ stage: 'awaitingDischarge', deceased: true })
    const corrected = { id: further.id, ...(body as { version: number }), cancelReferralDate: today() }
    await service.ask(cancelReferral, { ...corrected, declinedReferralId: null }, teamLead)
    expect((await view(second.pathwayId)).stage).toMatchObject({ stage: 'inExercise', deceased: false })
  })

  it('keeps its meaning under another name', async () => {
    const administrator = await service.as('System Administrator')
    const renamed = { id: died['discharge_reason'] ?? 0, version: 1, name: 'Deceased', confirmed: true }
    expect((await service.ask(lookupCalls.dischargeReason.save, renamed, administrator)).status).toBe(200)
    await discharge()
    expect(await listsShowing()).toEqual(['awaitingDischarge'])
  })

  it('leaves no referral behind that somebody changes at the same moment', async () => {
    await Promise.all([
      discharge(),
      saveRecordOf(service, teamLead, caseOf('followup'), ground),
      saveRecordOf(service, teamLead, caseOf('frat'), ground),
    ])
    expect(await listsShowing()).toEqual(['awaitingDischarge'])
    expect((await verifyStages(service.db.sql)).differences).toEqual([])
  })
})

describe('a referral of somebody who has died', () => {
  it('is refused, and taken when it is meant', async () => {
    await discharge()
    const input = await referralInputOf(service, ground.patientId, {
      secondReferral: true,
      comments: 'After the funeral',
    })
    expect(await service.ask(savePathway, input, teamLead)).toMatchObject({
      status: 409,
      body: { code: 'patient-died' },
    })
    const meant = { ...input, afterDeathConfirmed: true }
    expect((await service.ask(savePathway, meant, teamLead)).status).toBe(200)
  })
})

describe('closing', () => {
  const cancel = (openPlansConfirmed?: boolean) =>
    service.ask(
      cancelReferral,
      { id: ground.pathwayId, version: 1, cancelReferralDate: today(), openPlansConfirmed },
      teamLead,
    )

  it('asks a screen about everything that is open, and is not blocked', async () => {
    await aRecord(service, teamLead, caseOf('treatmentPlan'), ground, {
      treatmentDate: addDays(today(), 9),
    })
    const { status, body } = await cancel(false)
    const { openPlansConfirmed: said } = body as { openPlansConfirmed: string }
    expect(status).toBe(400)
    for (const words of ['exercise plan', 'A plan is booked', 'never assessed']) expect(said).toContain(words)
    expect((await view(ground.pathwayId)).stage.open).toBe(true)
    expect((await cancel(true)).status).toBe(200)
  })

  it('takes the cancellation of a sender that does not know the question', async () => {
    expect((await cancel()).status).toBe(200)
  })

  it('asks the same of a discharge', async () => {
    expect(await discharge({ openPlansConfirmed: false })).toMatchObject({
      status: 400,
      body: { openPlansConfirmed: 'The patient was never assessed. Tick to discharge all the same.' },
    })
  })
})

it('leaves a referral to who recorded it, also after others change it', async () => {
  const admissions = await service.as('Admissions')
  const { recordedBy } = (await view(other.id)).pathway
  const note = { id: other.id, version: 1, patientId: ground.patientId, comments: 'Knock loudly' }
  expect((await service.ask(savePathway, note, admissions)).status).toBe(200)
  expect((await view(other.id)).pathway).toMatchObject({ comments: 'Knock loudly', recordedBy })
})
