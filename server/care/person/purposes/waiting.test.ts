import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settlePersonAnswer } from '../../../../contract/care/person/answer.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { getPathway, type PathwayView } from '../../../../contract/pathways/referral/pathway.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { workLists } from '../../../../contract/pathways/worklists/workList.ts'
import type { WorkListRow } from '../../../../contract/pathways/worklists/listColumns.ts'
import { moveByDay } from '../../../pathways/worklists/dayMoves.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aPathway, expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { offerFreed } from '../../clinics/offerFreed.ts'
import { answersOf, opened, openTasksOf } from '../testing/opened.ts'
import type { Visitor } from '../testing/visitor.ts'
import { countUsualWaits } from './usualWaits.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

let pathwayId: number
let visitor: Visitor
beforeEach(async () => {
  const pathway = await aPathway(service, lead, {
    referralDate: addDays(today(), -40),
    receivedDate: addDays(today(), -40),
  })
  pathwayId = pathway.id
  visitor = await opened(service, lead, pathway.patientId)
})

const stageOf = async () =>
  ((await service.ask(getPathway, { id: pathwayId }, lead)).body as PathwayView).stage
const say = (answer: string) => visitor.post('/my/waiting', { id: String(pathwayId), answer })

describe('somebody who waits', () => {
  it('sees the weeks, and the usual wait as a range once enough people have left the list', async () => {
    const without = (await visitor.get('/my/home')).page
    expect(without).toMatch(/Weeks you have waited<\/dt>\s*<dd[^>]*>5</)
    expect(without).not.toContain('Usual wait')
    await service.db.owner.query(
      `insert into stage_transition (pathway_id, from_stage, to_stage, at, command)
       select $1, step.came, step.went, now() - step.ago, 'test' from generate_series(1, 30) as each,
         (values (null, 'awaitingAssessment', interval '60 days'), ('awaitingAssessment', 'awaitingWellbeing', interval '10 days')) as step (came, went, ago)
       order by each, step.ago desc`,
      [pathwayId],
    )
    await countUsualWaits(service.db.sql, today())
    expect((await visitor.get('/my/waiting')).page).toMatch(/Usual wait<\/dt>\s*<dd[^>]*>7 to 8 weeks/)
    await service.db.owner.query(`delete from stage_transition where command = 'test'`)
    await countUsualWaits(service.db.sql, today())
    expect((await visitor.get('/my/waiting')).page).not.toContain('Usual wait')
  })

  it.each([
    ['still', 'Still wants to come', null],
    ['noLonger', 'No longer wants to come', /^Ring the person: no longer wants to come/],
    ['unsure', 'Is not sure about coming', /^Ring the person: is not sure/],
    ['worse', 'Got worse', /^Ring now: got worse/],
  ])('says %s: staff see it, and the referral goes on as it was', async (answer, words, task) => {
    const before = await stageOf()
    const said = await say(answer)
    await say(answer)
    expect(said.to).toBe(`/my/waiting?said=${answer}`)
    const { page } = await visitor.follow(said)
    expect(page.includes('Ring 999 if')).toBe(answer === 'worse')
    expect(await answersOf(service, lead, pathwayId)).toMatchObject([{ kind: 'wait', words }])
    expect(await openTasksOf(service, lead, pathwayId)).toEqual(
      task === null ? [] : [expect.stringMatching(task)],
    )
    const { body } = await service.ask(tasksOfPathway, { pathwayId }, lead)
    for (const { dueDate } of (body as Task[]).filter(({ kind }) => kind === 'manual'))
      expect(dueDate).toBe(today())
    expect(await stageOf()).toEqual(before)
  })

  it('got worse again after somebody saw to it: there is a task again, on the same day too', async () => {
    await say('worse')
    const [first] = await answersOf(service, lead, pathwayId)
    expectSaved(
      'seen',
      await service.ask(settlePersonAnswer, { id: first?.id ?? 0, version: first?.version ?? 0 }, lead),
    )
    expect(await openTasksOf(service, lead, pathwayId)).toEqual([])
    await say('worse')
    expect(await openTasksOf(service, lead, pathwayId)).toHaveLength(1)
  })

  it('keeps the place on the list without an answer, however long', async () => {
    await visitor.get('/my/waiting')
    const before = await stageOf()
    service.time.now += 400 * 24 * 60 * 60_000
    await moveByDay(service.db.sql)
    await offerFreed(service.parts)
    service.time.now -= 400 * 24 * 60 * 60_000
    expect(await stageOf()).toEqual(before)
    expect(before).toMatchObject({ open: true, stage: 'awaitingAssessment' })
  })

  it('is shown on the work list with what they last said, in the same order', async () => {
    const other = await aPathway(service, lead, { referralDate: addDays(today(), -90) })
    const rows = async () => (await service.ask(workLists.awaitingAssessment, {}, lead)).body as WorkListRow[]
    const said = async () => (await rows()).find((row) => row.pathwayId === pathwayId)?.saidOfWait ?? null
    const before = (await rows()).map((row) => row.pathwayId)
    expect(await said()).toBeNull()
    await say('still')
    expect(await said()).toMatchObject({ words: 'Still wants to come' })
    await say('noLonger')
    expect(await said()).toMatchObject({ words: 'No longer wants to come', at: expect.any(String) })
    expect((await rows()).map((row) => row.pathwayId)).toEqual(before)
    expect((await rows()).find((row) => row.pathwayId === other.id)).not.toHaveProperty('saidOfWait')
    await service.db.owner.query(
      `update person_answer set told_at = told_at - interval '13 weeks' where pathway_id = $1`,
      [pathwayId],
    )
    // Nobody has seen to it.
    expect(await said()).toMatchObject({ words: 'No longer wants to come' })
    await service.db.owner.query(
      `update person_answer set settled_at = told_at, settled_how = 'seen' where pathway_id = $1`,
      [pathwayId],
    )
    expect(await said()).toBeNull()
  })

  it('cannot answer for another person', async () => {
    const other = await aPathway(service, lead)
    const answer = await visitor.post('/my/waiting', { id: String(other.id), answer: 'noLonger' })
    expect(answer.to).toBe('/my/waiting?said=changed')
    expect(await answersOf(service, lead, other.id)).toEqual([])
  })
})
