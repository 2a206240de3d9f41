import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settlePersonAnswer } from '../../../../contract/care/person/answer.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { getPathway, savePathway, type PathwayView } from '../../../../contract/pathways/referral/pathway.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { getToday, type Today } from '../../../../contract/pathways/today.ts'
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
let patientId: number
let visitor: Visitor
beforeEach(async () => {
  const pathway = await aPathway(service, lead, {
    referralDate: addDays(today(), -40),
    receivedDate: addDays(today(), -40),
  })
  pathwayId = pathway.id
  patientId = pathway.patientId
  visitor = await opened(service, lead, pathway.patientId)
})

const close = async () => {
  const closed = { id: pathwayId, patientId, dischargeDate: today(), openPlansConfirmed: true }
  expectSaved('discharge', await service.ask(savePathway, closed, lead))
}
const redFlags = async () => {
  const { rows } = await service.db.owner.query(
    `select category, source from patient_flag where patient_id = $1 and kind = 'redFlag' order by id`,
    [patientId],
  )
  return rows
}
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

  it.each(['still', 'noLonger', 'worse'])('says %s when the stage moved meanwhile', async (answer) => {
    await service.db.owner.query(`update work_list set stage = 'awaitingFollowup' where pathway_id = $1`, [
      pathwayId,
    ])
    const isWorse = answer === 'worse'
    const said = await say(answer)
    expect(said.to).toBe(`/my/waiting?said=${isWorse ? 'worse' : 'changed'}`)
    expect((await visitor.follow(said)).page.includes('href="tel:999"')).toBe(isWorse)
    expect(await openTasksOf(service, lead, pathwayId)).toHaveLength(isWorse ? 1 : 0)
    expect(await answersOf(service, lead, pathwayId)).toHaveLength(isWorse ? 1 : 0)
  })

  it('got worse after the referral was closed: 999 and 111 are shown, and it is a red flag on Today, once', async () => {
    await close()
    const said = await say('worse')
    await say('worse')
    expect((await visitor.follow(said)).page).toMatch(/href="tel:999"[^]*href="tel:111"/)
    const { body } = await service.ask(getToday, {}, lead)
    expect(JSON.stringify((body as Today).unowned)).toContain('Ring now: got worse, as the patient said')
    expect(await redFlags()).toHaveLength(1)
    await service.db.owner.query(`update patient_flag set action = 'sameDayGp' where patient_id = $1`, [
      patientId,
    ])
    await say('worse')
    expect(await redFlags()).toHaveLength(2)
  })

  it('got worse after one of two referrals was closed: it is a task of the open one', async () => {
    await close()
    const { rows } = await service.db.owner.query<{ id: number }>(
      `insert into pathway (patient_id, referral_date, received_date) values ($1, $2, $2) returning id::integer`,
      [patientId, addDays(today(), -1)],
    )
    await say('worse')
    expect(await openTasksOf(service, lead, rows[0]?.id ?? 0)).toEqual([
      expect.stringMatching(/^Ring now: got worse/),
    ])
    expect(await redFlags()).toEqual([])
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
