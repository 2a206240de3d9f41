import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, daysBetween, today } from '../../../contract/platform/dates/dates.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import { assignOwner } from '../../../contract/pathways/owner.ts'
import type { StageTargets } from '../../../contract/stages/due.ts'
import { callDueAfter } from '../../../contract/stages/calls.ts'
import { isCallStage, stages } from '../../../contract/stages/stage.ts'
import { treatmentPlan } from '../../../contract/pathways/records/treatmentPlan.ts'
import { getStageTargets, saveStageTargets } from '../../../contract/pathways/worklists/stageTargets.ts'
import { closeTask, reopenTask, tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import {
  getToday,
  lateForMail,
  lateForTeamLead,
  type Today,
  type TodayPart,
} from '../../../contract/pathways/today.ts'
import { lateCounts } from '../../../contract/stages/counters.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { aClinician, aPathway, firstOf } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'
import { settleTasks } from './settle.ts'
import { countLate } from './today.ts'

/* A referral leaves Today only when somebody says so, and returns while the step is still late (decision 54). */

const day = 24 * 60 * 60_000
let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterEach(() => void vi.useRealTimers())
afterAll(() => service.close())

const pass = (days: number): void => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * day })
const token = async (user = lead) => tokenFor(service.db, service.time.now, user)
const todayOf = async (user = lead): Promise<Today> =>
  (await service.ask(getToday, {}, await token(user))).body as Today
const about = (part: TodayPart | null, pathwayId: number) =>
  part?.lines.filter((line) => line.pathwayId === pathwayId).map(({ what, text }) => `${what}: ${text}`)
const lateTaskOf = async (pathwayId: number): Promise<Task> => {
  const tasks = (await service.ask(tasksOfPathway, { pathwayId }, await token())).body as Task[]
  const task = tasks.find(({ kind }) => kind === 'targetMissed')
  if (task === undefined) throw new Error('No target was missed')
  return task
}
const close = async (pathwayId: number, more: object = {}) => {
  const { id, version } = await lateTaskOf(pathwayId)
  return service.ask(closeTask, { id, version, closedNote: 'Rings us on Monday', ...more }, await token())
}
const placed = (pathwayId: number, stage: string, since: string, due: string | null = null) =>
  service.db.owner.query('update work_list set stage = $2, since = $3, due = $4 where pathway_id = $1', [
    pathwayId,
    stage,
    since,
    due,
  ])

describe('a referral stays on Today', () => {
  it('as a step where a longer target closed its task', async () => {
    const { id } = await aPathway(service, lead, { referralDate: addDays(today(), -30) })
    await settleTasks(service.db.sql)
    expect(about((await todayOf()).unowned, id)).toEqual([
      expect.stringMatching(/^task: Awaiting assessment/),
    ])
    const targets = (await service.ask(getStageTargets, {}, lead)).body as StageTargets & {
      id: number
      version: number
    }
    expect((await service.ask(saveStageTargets, { ...targets, awaitingAssessment: 30 }, lead)).status).toBe(
      200,
    )
    await settleTasks(service.db.sql)
    expect(about((await todayOf()).unowned, id)).toEqual(['step: Awaiting assessment'])
    await service.db.owner.query('update stage_target set awaiting_assessment = 28')
  })

  it('as a late step where its call was not made, before the job has seen it', async () => {
    const { id } = await aPathway(service, lead, { referralDate: addDays(today(), -200) })
    await placed(id, 'awaitingFollowup', addDays(today(), -150), addDays(today(), -58))
    const step = ['step: Awaiting follow-up']
    expect(about((await todayOf()).longLate, id)).toEqual(step)
    expect(about((await todayOf()).unowned, id)).toEqual(step)
    await settleTasks(service.db.sql)
    expect(about((await todayOf()).longLate, id)).toEqual([
      expect.stringMatching(/^task: Awaiting follow-up/),
    ])
  })

  it('again seven days after somebody closed its missed target, or on the day they named', async () => {
    const [usual, named] = [
      await aPathway(service, lead, { referralDate: addDays(today(), -60) }),
      await aPathway(service, lead, { referralDate: addDays(today(), -60) }),
    ]
    await settleTasks(service.db.sql)
    expect((await close(usual.id)).status).toBe(200)
    expect((await close(named.id, { lookAgainDate: addDays(today(), 10) })).status).toBe(200)
    expect(await lateTaskOf(usual.id)).toMatchObject({ lookAgainDate: addDays(today(), 7) })
    const seen = async (id: number) => about((await todayOf()).longLate, id)?.length
    await settleTasks(service.db.sql)
    expect([await seen(usual.id), await seen(named.id)]).toEqual([0, 0])
    pass(6)
    await settleTasks(service.db.sql)
    expect([await seen(usual.id), await seen(named.id)]).toEqual([0, 0])
    pass(1)
    // Before the job and after it: no gap between the two.
    expect([await seen(usual.id), await seen(named.id)]).toEqual([1, 0])
    await settleTasks(service.db.sql)
    expect([await seen(usual.id), await seen(named.id)]).toEqual([1, 0])
    expect(await lateTaskOf(usual.id)).toMatchObject({
      closedAt: null,
      closedNote: null,
      lookAgainDate: null,
    })
    pass(3)
    await settleTasks(service.db.sql)
    expect([await seen(usual.id), await seen(named.id)]).toEqual([1, 1])
  })

  it('at once where the task is opened again, and never for a day that is past or far away', async () => {
    const { id } = await aPathway(service, lead, { referralDate: addDays(today(), -60) })
    await settleTasks(service.db.sql)
    for (const days of [0, 400])
      expect(await close(id, { lookAgainDate: addDays(today(), days) })).toMatchObject({
        status: 400,
        body: { lookAgainDate: expect.stringContaining('Choose a day') as string },
      })
    expect((await close(id)).status).toBe(200)
    const { id: taskId, version } = await lateTaskOf(id)
    expect((await service.ask(reopenTask, { id: taskId, version }, lead)).body).toMatchObject({ id: taskId })
    expect(about((await todayOf()).longLate, id)).toHaveLength(1)
  })
})

describe('what nobody in service has to do', () => {
  it('is for the Team Lead: calls that are due and visits of clinicians who have left', async () => {
    const call = await aPathway(service, lead, { referralDate: addDays(today(), -100) })
    await placed(call.id, 'awaitingFollowup', addDays(today(), -90), addDays(today(), 2))
    expect(about((await todayOf()).unowned, call.id)).toEqual(['call: Awaiting follow-up'])
    const [gone, present] = [await aClinician(service, 'GONE, Al (nurse)'), await aClinician(service)]
    const visit = await aPathway(service, lead, { referralDate: addDays(today(), -5) })
    const plan = {
      id: 0,
      pathwayId: visit.id,
      treatmentDate: addDays(today(), 3),
      clinicianId: gone,
      locationId: await firstOf(service, 'location'),
      patientGoals: 'Walks to the shop',
      treatmentPlan: 'Strength and balance',
    }
    const saved = await service.ask(treatmentPlan.save, plan as never, lead)
    expect(saved.body).toMatchObject({ id: expect.any(Number) as number })
    expect(about((await todayOf()).unowned, visit.id)).toEqual([])
    await service.db.owner.query('update clinician set is_active = false where id = $1', [gone])
    expect(about((await todayOf()).unowned, visit.id)).toEqual(['visit: Treatment plan begins'])
    // The current owner of the referral is asked.
    const user = await service.as('Clinician')
    await service.db.owner.query('update app_user set clinician_id = $2 where id = $1', [
      user.userId,
      present,
    ])
    await service.ask(assignOwner, { pathwayIds: [visit.id, call.id], clinicianId: present }, lead)
    expect(about((await todayOf()).unowned, visit.id)).toEqual([])
    expect(about((await todayOf()).unowned, call.id)).toEqual([])
    expect(about((await todayOf(user)).visits, visit.id)).toEqual(['visit: Treatment plan begins'])
    expect(about((await todayOf(user)).calls, call.id)).toEqual(['call: Awaiting follow-up'])
  })
})

it('says of random histories the same in the lists, on Today and in the mail', async () => {
  await service.db.owner.query('update pathway set is_active = false')
  await service.db.owner.query('delete from work_list')
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % below
  }
  const referrals: number[] = []
  for (let n = 0; n < 48; n += 1) {
    const { id } = await aPathway(service, lead, { referralDate: addDays(today(), -400) })
    const stage = stages[random(stages.length)] ?? 'inTreatment'
    const since = addDays(today(), -random(260))
    await placed(id, stage, since, isCallStage(stage) ? callDueAfter(since) : null)
    referrals.push(id)
  }
  const isSettledFirst = [true, false]
  for (const isSettled of isSettledFirst) {
    if (isSettled) await settleTasks(service.db.sql)
    const rows = (
      await Promise.all(
        stages.map(async (stage) => (await service.ask(workLists[stage], {}, lead)).body as WorkListRow[]),
      )
    ).flat()
    expect(rows).toHaveLength(referrals.length)
    const lateBy = (days: number) =>
      rows.filter(({ due, dueGroup }) => dueGroup === 'late' && daysBetween(due ?? today(), today()) >= days)
    const counted = (await service.ask(lateCounts, {}, lead)).body as Record<string, number>
    const sum = Object.values(counted).reduce((all, each) => all + each, 0)
    expect(sum).toBe(lateBy(0).length)
    expect(sum).toBeGreaterThan(8)
    const away = new Set<number>()
    if (isSettled)
      for (const { pathwayId } of lateBy(0).filter((_, place) => place % 3 === 0)) {
        expect((await close(pathwayId)).status).toBe(200)
        away.add(pathwayId)
      }
    const expected = (days: number) =>
      lateBy(days)
        .map(({ pathwayId }) => pathwayId)
        .filter((id) => !away.has(id))
        .sort()
    const { longLate } = await todayOf()
    expect(longLate?.lines.map(({ pathwayId }) => pathwayId).sort()).toEqual(expected(lateForTeamLead))
    expect((await countLate(service.db.sql, lateForMail)).late).toBe(expected(lateForMail).length)
    if (isSettled) await service.db.owner.query('delete from task')
  }
})
