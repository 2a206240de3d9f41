import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteDocument, restoreDocument } from '../../../contract/pathways/document.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import {
  cancelReferral,
  deletedRecords,
  getPathway,
  type PathwayView,
} from '../../../contract/pathways/referral/pathway.ts'
import { getPatient } from '../../../contract/patients/patient.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { upload } from '../../pathways/documents/testing/uploads.ts'
import { aPathway, expectSaved, type Saved } from '../../testing/world/factories.ts'
import { aGround, aRecord, caseOf, recordCases, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let teamLead: TestUser
let ground: Ground
let other: Ground
beforeAll(async () => {
  service = await testService()
  teamLead = await service.as('Team Lead')
  ground = await aGround(service, teamLead)
  other = await aGround(service, teamLead)
})
afterAll(() => service.close())

describe('CS-1: the page of a pathway', () => {
  it('shows the versions of its documents, to which a change without one is held', async () => {
    const { body } = await upload(service, teamLead, ground.pathwayId)
    const { id } = body as Saved
    const colleague = await service.as('Team Lead')
    const view = () => service.ask(getPathway, { id: ground.pathwayId }, colleague)
    const remove = async (by: TestUser) => (await service.ask(deleteDocument, { id }, by)).status
    await view()
    expect(await remove(teamLead)).toBe(200)
    expect((await service.ask(restoreDocument, { id }, teamLead)).status).toBe(200)
    expect(await remove(colleague)).toBe(409)
    await view()
    expect(await remove(colleague)).toBe(200)
  })

  it('is not found for another patient than its own', async () => {
    const of = (patientId: number) => service.ask(getPathway, { id: ground.pathwayId, patientId }, teamLead)
    expect((await of(ground.patientId)).status).toBe(200)
    expect((await of(other.patientId)).status).toBe(404)
  })

  it('says when the next step is due as the work list does', async () => {
    const { pathway, stage, nextDue } = (await service.ask(getPathway, { id: ground.pathwayId }, teamLead))
      .body as PathwayView
    if (!stage.open) throw new Error('The pathway must be open')
    const listed = (await service.ask(workLists[stage.stage], {}, teamLead)).body as WorkListRow[]
    const row = listed.find(({ pathwayId }) => pathwayId === pathway.id)
    expect(nextDue).toEqual({ day: row?.due, group: row?.dueGroup, words: row?.dueWords })
    expect(nextDue?.day).toMatch(/^\d{4}-/)
  })

  it('says which other referrals of the patient are open, to staff', async () => {
    const one = await aGround(service, teamLead)
    const again = await aPathway(service, teamLead, { patientId: one.patientId, secondReferral: true })
    const earlier = { referralDate: addDays(today(), -300), secondReferral: true }
    const closed = await aPathway(service, teamLead, { patientId: one.patientId, ...earlier })
    const cancelled = { id: closed.id, cancelReferralDate: today() }
    expectSaved('cancelled', await service.ask(cancelReferral, cancelled, teamLead))
    const openBeside = async (id: number) =>
      ((await service.ask(getPathway, { id }, teamLead)).body as PathwayView).otherOpen.map((each) => [
        each.id,
        each.stage,
      ])
    expect(await openBeside(one.pathwayId)).toEqual([[again.id, 'awaitingAssessment']])
    expect(await openBeside(again.id)).toEqual([[one.pathwayId, 'inExercise']])
    expect(await openBeside(other.pathwayId)).toEqual([])
  })

  it('says who is not to be rung, as the page of the patient does', async () => {
    const told = async () =>
      [
        await service.ask(getPathway, { id: other.pathwayId }, teamLead),
        await service.ask(getPatient, { id: other.patientId }, teamLead),
      ].map(({ body }) => (body as { doNotCall: boolean }).doNotCall)
    expect(await told()).toEqual([false, false])
    await service.db.owner.query('update patient set consent_refused_date = current_date where id = $1', [
      other.patientId,
    ])
    expect(await told()).toEqual([true, true])
  })

  it.each(recordCases.map((each) => [each.kind, each] as const))(
    'lists a deleted %s of its own alone',
    async (kind, each) => {
      const { id } = await aRecord(service, teamLead, each, other)
      expect(
        (await service.ask(each.calls.delete, { id, version: 1, ...each.parent(other) }, teamLead)).status,
      ).toBe(200)
      const listed = async ({ pathwayId }: Ground) =>
        (await service.ask(deletedRecords, { id: pathwayId }, teamLead)).body
      expect(await listed(other)).toContainEqual(expect.objectContaining({ kind, id }))
      expect(await listed(ground)).toEqual([])
    },
  )
})

/* The page reads only what the referral has (decision 145). */
describe('the first of its kind', () => {
  const viewOf = async (id: number) => (await service.ask(getPathway, { id }, teamLead)).body as PathwayView

  it.each(recordCases.map((each) => [each.kind, each] as const))(
    'of a %s is on the page of the referral',
    async (kind, each) => {
      const own = await aGround(service, teamLead)
      const before = (await viewOf(own.pathwayId))[kind].length
      const { id } = await aRecord(service, teamLead, each, own)
      const shown = (await viewOf(own.pathwayId))[kind]
      expect(shown).toHaveLength(before + 1)
      expect(shown[0]).toMatchObject({ id })
    },
  )

  it('of a document is on the page of the referral', async () => {
    const { id } = await aPathway(service, teamLead)
    expect((await viewOf(id)).documents).toEqual([])
    const { body } = await upload(service, teamLead, id)
    expect((await viewOf(id)).documents).toEqual([expect.objectContaining({ id: (body as Saved).id })])
  })

  it('is shown when it is saved while the page is read', async () => {
    const own = await aGround(service, teamLead)
    const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
    const saved: number[] = []
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...parameters: unknown[]
    ) {
      if (JSON.stringify(parameters[0]).includes('view a pathway') && saved.length === 0) {
        vi.restoreAllMocks()
        saved.push((await aRecord(service, teamLead, caseOf('fall'), own)).id)
      }
      return query.apply(this, parameters)
    } as never)
    expect((await viewOf(own.pathwayId)).fall.map(({ id }) => id)).toEqual(saved)
    expect(saved).toHaveLength(1)
  })
})
