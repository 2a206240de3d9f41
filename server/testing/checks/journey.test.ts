import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPathway, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import { frat } from '../../../contract/pathways/records/frat.ts'
import { searchDemographics, searchNhsNumber } from '../../../contract/patients/search/search.ts'
import { counters } from '../../../contract/stages/counters.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { stages, type Stage } from '../../../contract/stages/stage.ts'
import { verifyStages } from '../../pathways/worklists/verify.ts'
import {
  aFrat,
  aPathway,
  aPatient,
  fratInputOf,
  patientInputOf,
  referralInputOf,
} from '../world/factories.ts'
import { testService, type TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'

let service: TestService
let clinician: TestUser

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
})
afterAll(() => service.close())

const listed = async (stage: Stage): Promise<number[]> => {
  const { body } = await service.ask(workLists[stage], {}, clinician)
  return (body as { pathwayId: number }[]).map(({ pathwayId }) => pathwayId)
}
const listsShowing = async (pathwayId: number): Promise<Stage[]> => {
  const lists = await Promise.all(stages.map(listed))
  return stages.filter((_, index) => lists[index]?.includes(pathwayId))
}
const count = async (stage: Stage) => (await service.ask(counters[stage], {}, clinician)).body as number

describe('the main job, from registration to the work list', () => {
  it('moves a patient from awaiting assessment to awaiting wellbeing, and both counters follow', async () => {
    const pathway = await aPathway(service, clinician)
    expect(await listsShowing(pathway.id)).toEqual(['awaitingAssessment'])
    const before = [await count('awaitingAssessment'), await count('awaitingWellbeing')] as const

    await aFrat(service, clinician, pathway.id, { fratScore: 3 })

    expect(await listsShowing(pathway.id)).toEqual(['awaitingWellbeing'])
    expect([await count('awaitingAssessment'), await count('awaitingWellbeing')]).toEqual([
      before[0] - 1,
      before[1] + 1,
    ])
    const view = await service.ask(getPathway, { id: pathway.id, patientId: pathway.patientId }, clinician)
    expect(view.body).toMatchObject({
      stage: { open: true, stage: 'awaitingWellbeing' },
      frat: [{ fratScore: 3 }],
      stageChanges: [{ to: 'awaitingAssessment' }, { from: 'awaitingAssessment', to: 'awaitingWellbeing' }],
    })
  })

  it('goes back when the only FRAT is deleted, and deleting it twice is harmless', async () => {
    const pathway = await aPathway(service, clinician)
    const saved = await aFrat(service, clinician, pathway.id)
    const deleted = await service.ask(frat.delete, saved, clinician)
    const again = await service.ask(frat.delete, saved, clinician)
    expect([deleted.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(deleted.body)
    expect(await listsShowing(pathway.id)).toEqual(['awaitingAssessment'])
  })

  it('shows a new name, number and postcode on the list at once', async () => {
    const { id: patientId, version } = await aPatient(service, clinician)
    const pathway = await aPathway(service, clinician, { patientId })
    const change = await patientInputOf(service, {
      id: patientId,
      version,
      familyName: 'Müller',
      postcode: 'LS1 4AB',
    })
    expect(await service.ask(savePatient, change, clinician)).toMatchObject({ status: 200 })
    const rows = (await service.ask(workLists.awaitingAssessment, {}, clinician)).body as {
      pathwayId: number
    }[]
    expect(rows.find(({ pathwayId }) => pathwayId === pathway.id)).toMatchObject({
      familyName: 'Müller',
      postcode: 'LS1 4AB',
      nhsNumber: change.nhsNumber,
    })
    const found = await service.ask(searchDemographics, { familyName: 'MULL' }, clinician)
    expect((found.body as { patientId: number }[]).map((row) => row.patientId)).toContain(patientId)
    const byNumber = await service.ask(searchNhsNumber, { nhsNumber: String(change.nhsNumber) }, clinician)
    expect(byNumber.body).toMatchObject([{ patientId, pathwayId: pathway.id }])
  })

  it('agrees with its records whenever it is verified', async () => {
    expect((await verifyStages(service.db.sql)).differences).toEqual([])
  })
})

describe('lost updates and double submits', () => {
  it('lets one of two saves of the same version win and tells the other who changed what', async () => {
    const registered = await patientInputOf(service)
    const { id, version } = (await service.ask(savePatient, registered, clinician)).body as {
      id: number
      version: number
    }
    const change = { ...registered, id, version }
    const both = await Promise.all(
      ['Sampletown', 'Othertown'].map((town) => service.ask(savePatient, { ...change, town }, clinician)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      conflict: {
        version: version + 1,
        changes: [{ by: expect.stringContaining('Robin'), fields: ['Town'] }],
      },
    })
  })

  it('holds a save without a version to what the session was last shown', async () => {
    const pathway = await aPathway(service, clinician)
    const saved = await aFrat(service, clinician, pathway.id)
    const { version: _, ...unversioned } = {
      ...(await fratInputOf(service, pathway.id)),
      id: saved.id,
      version: 1,
    }
    const other = await service.as('Clinician')
    expect((await service.ask(frat.save, unversioned, other)).status).toBe(409)
    expect((await service.ask(frat.get, { id: saved.id }, other)).status).toBe(200)
    expect((await service.ask(frat.save, { ...unversioned, fratScore: 4 }, other)).status).toBe(200)
    expect((await service.ask(frat.save, { ...unversioned, fratScore: 5 }, clinician)).status).toBe(409)
  })

  it('makes one record of a create that is sent again', async () => {
    const { id: patientId } = await aPatient(service, clinician)
    const input = await referralInputOf(service, patientId)
    const keyed = { 'idempotency-key': 'a-referral' }
    const replies = [
      await service.ask(savePathway, input, clinician, keyed),
      await service.ask(savePathway, input, clinician, keyed),
    ]
    expect(replies[1]).toMatchObject({ status: 200, body: replies[0]?.body as object })
    const another = await service.ask(savePathway, { ...input, comments: 'x' }, clinician, keyed)
    expect(another).toMatchObject({ status: 422, body: { code: 'key-reused' } })
  })

  it('makes one patient of fifty simultaneous registrations of one NHS number', async () => {
    const input = await patientInputOf(service)
    const users = await Promise.all(Array.from({ length: 10 }, () => service.as('Admissions')))
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => service.ask(savePatient, input, users[index % 10])),
    )
    const made = new Set(
      replies.filter(({ status }) => status === 200).map(({ body }) => (body as { id: number }).id),
    )
    expect(made.size).toBe(1)
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          nhsNumber: 'Another patient already has this NHS number. Search for it to open that record.',
        },
      })
    const { rows } = await service.db.pool.query('select from patient where nhs_number = $1', [
      input.nhsNumber,
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('records stay where they belong', () => {
  it('refuses to move a FRAT to another referral', async () => {
    const [mine, theirs] = [await aPathway(service, clinician), await aPathway(service, clinician)]
    const saved = await aFrat(service, clinician, mine.id)
    const moved = await service.ask(
      frat.save,
      await fratInputOf(service, theirs.id, { id: saved.id, version: saved.version }),
      clinician,
    )
    expect(moved.status).toBe(409)
    expect((await service.ask(getPathway, { id: theirs.id }, clinician)).body).toMatchObject({ frat: [] })
  })

  it('does not find a pathway under another patient', async () => {
    const [mine, theirs] = [await aPathway(service, clinician), await aPathway(service, clinician)]
    const crossed = await service.ask(getPathway, { id: mine.id, patientId: theirs.patientId }, clinician)
    expect(crossed.status).toBe(404)
  })
})
